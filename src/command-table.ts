import type {LogKind} from './archive/files/log-kinds.ts';
import type {Command} from './cli/definition/command.ts';
import type {CommandTree, Entry, Group} from './cli/find/command-tree.ts';

const groups: readonly Group[] = [
	{path: 'profile', summary: 'Named sets of address, user and product'},
	{path: 'config', summary: 'Defaults, and where each came from'},
	{path: 'keys', summary: 'The license key registry'},
	{path: 'props', summary: 'Properties that filters and segments can use', verb: 'list'},
	{path: 'clients', summary: 'Single installations', verb: 'list'},
	{path: 'report', summary: 'Usage, churn and event reports'},
	{path: 'report churn', summary: 'Churn and engagement', verb: 'retention'},
	{path: 'report events', summary: 'Event usage', verb: 'table'},
	{path: 'exceptions', summary: 'Exception reports: tail, download, keep in sync, group'},
	{path: 'events', summary: 'Custom events: the same for their files'},
	{path: 'events raw', summary: 'Files of raw events, a paid addition of later services', verb: 'files'},
	{path: 'filter', summary: 'The filter language by itself'},
	{path: 'history', summary: 'Kept answers of questions', verb: 'list'},
	{path: 'sandbox', summary: 'The whole service on this machine, with synthetic data'},
];

/** A command whose file exports it as `command`. */
const entry = (path: string, summary: string, load: () => Promise<{readonly command: Command}>): Entry => ({
	path,
	summary,
	load: async () => (await load()).command,
});

type CreateCommand = (kind: LogKind) => Command;

/** The commands that crashes and custom events share: their files export `createCommand`. */
const shared: readonly (readonly [
	word: string,
	summary: string,
	load: () => Promise<{readonly createCommand: CreateCommand}>,
])[] = [
	['tail', 'The newest lines, and with --follow those that come', () => import('./commands/archive/tail.ts')],
	['files', 'What can be downloaded', () => import('./commands/archive/files.ts')],
	['download', 'Fetch files, and unpack them with --unzip', () => import('./commands/archive/download.ts')],
	['sync', 'Keep a folder complete and up to date', () => import('./commands/archive/sync.ts')],
	[
		'top',
		'Lines on this disk by group: how often, for how many, since when',
		() => import('./commands/archive/top.ts'),
	],
	['query', 'Ask the lines of a folder in SQL', () => import('./commands/archive/query.ts')],
	[
		'engine-setup',
		'How Trino, ClickHouse and others come to know the lines',
		() => import('./commands/archive/engine-setup.ts'),
	],
];

const entriesOf = (kind: LogKind): readonly Entry[] =>
	shared.map(([word, summary, load]) => ({
		path: `${kind} ${word}`,
		summary,
		load: async () => (await load()).createCommand(kind),
	}));

/** The files of raw events. */
const rawEntries: readonly Entry[] = [
	entry('events raw files', 'Raw events by day: later servers only', () => import('./commands/archive/raw-files.ts')),
	{
		path: 'events raw download',
		summary: 'Fetch files of raw events',
		load: async () => (await import('./commands/archive/download.ts')).createCommand('events raw'),
	},
	entry('events raw sync', 'Keep a folder of raw events complete', async () => ({
		command: (await import('./commands/archive/sync.ts')).rawCommand,
	})),
];

const histograms = () => import('./commands/report/churn-histograms.ts');
const profile = () => import('./commands/profile.ts');
const config = () => import('./commands/config.ts');
const props = () => import('./commands/props.ts');
const filter = () => import('./commands/filter.ts');

const commands: readonly Entry[] = [
	entry('login', 'Sign in, and keep the session', () => import('./commands/login.ts')),
	entry('logout', 'End the session, there and here', () => import('./commands/logout.ts')),
	entry('whoami', 'Who would ask, where, and how old the session is', () => import('./commands/whoami.ts')),
	entry('profile list', 'Every profile, and the one in use', async () => ({command: (await profile()).list})),
	entry('profile use', 'Choose the profile that commands run with', async () => ({command: (await profile()).use})),
	entry('profile set', 'Keep address, user, product and more under a name', async () => ({
		command: (await profile()).set,
	})),
	entry('profile remove', 'Forget a profile and its sessions', async () => ({command: (await profile()).remove})),
	entry('config list', 'Every setting that counts, and where it came from', async () => ({
		command: (await config()).list,
	})),
	entry('config get', 'The value of one setting', async () => ({command: (await config()).get})),
	entry('config set', 'A default for every profile', async () => ({command: (await config()).set})),
	entry('config unset', 'Take a default away', async () => ({command: (await config()).unset})),
	entry('config path', 'The file of settings', async () => ({command: (await config()).path})),
	entry('doctor', 'Check address, session, files and engine, and say what to do', () => import('./commands/doctor.ts')),
	entry('keys list', 'The key registry, filtered and sorted, all pages', () => import('./commands/keys/list.ts')),
	entry('keys expiring', 'Keys whose last day is near', () => import('./commands/keys/expiring.ts')),
	entry('keys get', 'The named keys in full', () => import('./commands/keys/get.ts')),
	entry('keys set', 'Change a few keys from flags', () => import('./commands/keys/set.ts')),
	entry('keys update', 'Insert and change keys in bulk from a file', () => import('./commands/keys/update.ts')),
	entry('keys diff', 'What an upload would insert and change, field by field', () => import('./commands/keys/diff.ts')),
	entry('keys undo', 'Send back the values that a run replaced', () => import('./commands/keys/undo.ts')),
	entry('keys runs', 'Past bulk runs of this machine', () => import('./commands/keys/runs.ts')),
	entry('keys template', 'A file to start from', () => import('./commands/keys/template.ts')),
	entry('props list', 'Properties by group, with levels and flags', async () => ({command: (await props()).list})),
	entry('props values', 'The values that a property has', () => import('./commands/props/property-values.ts')),
	entry('props events', 'Every event, and what is tracked of it: later servers only', async () => ({
		command: (await props()).events,
	})),
	entry(
		'clients list',
		'Installations one by one, all pages: later servers only',
		() => import('./commands/clients.ts'),
	),
	entry('props oldest', 'The oldest date a report may start on', async () => ({command: (await props()).oldest})),
	entry(
		'report current',
		'New, active and lost installations, in up to three levels of segments',
		() => import('./commands/report/current.ts'),
	),
	{
		path: 'report range',
		summary: 'Another name of report current',
		hidden: true,
		load: async () => (await import('./commands/report/current.ts')).command,
	},
	entry(
		'report usage',
		'How many days, sessions and hours installations were in use: later servers only',
		() => import('./commands/report/usage.ts'),
	),
	entry(
		'report churn retention',
		'Churn and engagement of cohorts, by day, week or month',
		() => import('./commands/report/churn-retention.ts'),
	),
	entry('report churn days', 'Lost installations by active days', async () => ({
		command: (await histograms()).churnDays,
	})),
	entry('report churn sessions', 'Lost installations by sessions', async () => ({
		command: (await histograms()).churnSessions,
	})),
	entry('report churn runtime', 'Lost installations by runtime', async () => ({
		command: (await histograms()).churnRuntime,
	})),
	entry('report churn events', 'Event usage of lost installations', () => import('./commands/report/churn-events.ts')),
	entry(
		'report churn event',
		'Lost installations by uses of one event',
		() => import('./commands/report/churn-event.ts'),
	),
	entry(
		'report events table',
		'Usage and custom values of every event',
		() => import('./commands/report/events-table.ts'),
	),
	entry('report events timeline', 'Events over time', () => import('./commands/report/events-timeline.ts')),
	entry(
		'report events frequency',
		'How many installations used an event, and how often',
		() => import('./commands/report/events-frequency.ts'),
	),
	...entriesOf('exceptions'),
	entry(
		'exceptions show',
		'One crash: a whole line, and its versions, systems, countries and days',
		() => import('./commands/archive/show.ts'),
	),
	...entriesOf('events'),
	...rawEntries,
	entry('filter check', 'Check an expression and print it in full', async () => ({command: (await filter()).check})),
	entry('filter explain', 'Say what an expression asks for', async () => ({command: (await filter()).explain})),
	entry('filter compile', 'Print the JSON that an expression becomes', async () => ({
		command: (await filter()).compile,
	})),
	entry('filter decompile', 'Turn the JSON of the service into an expression', async () => ({
		command: (await filter()).decompile,
	})),
	entry('filter print', 'Print an expression quoted for a shell', async () => ({command: (await filter()).print})),
	entry('api', 'Call any operation by hand', () => import('./commands/api.ts')),
	entry('run', 'Ask the questions of a file, keep and judge the answers', () => import('./commands/questions/run.ts')),
	entry('history list', 'Which answers are kept', () => import('./commands/questions/history/list.ts')),
	entry('history show', 'The rows of a kept answer', () => import('./commands/questions/history/show.ts')),
	entry(
		'history diff',
		'What is new, and which past was restated',
		() => import('./commands/questions/history/diff.ts'),
	),
	entry('history query', 'Ask all kept answers in SQL', () => import('./commands/questions/history/query.ts')),
	entry(
		'history prune',
		'Remove old answers, one a month stays',
		() => import('./commands/questions/history/prune.ts'),
	),
	entry('history export', 'Write kept answers as Parquet', () => import('./commands/questions/history/export.ts')),
	entry('digest', 'One page of all answers, to pass on', () => import('./commands/questions/digest.ts')),
	entry('init', 'Write a file of ready-made questions', () => import('./commands/questions/init.ts')),
	entry('save', 'Keep a command line as a question', () => import('./commands/questions/save.ts')),
	entry('schema', 'The JSON Schema of the file of questions', () => import('./commands/questions/schema.ts')),
	entry('sandbox serve', 'Serve it on loopback until stopped', () => import('./commands/sandbox/serve.ts')),
	entry('sandbox status', 'Which data it has, and where', () => import('./commands/sandbox/status.ts')),
	entry('sandbox reset', 'Forget what was written, and choose the data', () => import('./commands/sandbox/reset.ts')),
	entry('sandbox advance', 'Let time pass in its world', () => import('./commands/sandbox/advance.ts')),
	entry('sandbox plant', 'Add known causes to its world, or list them', () => import('./commands/sandbox/plant.ts')),
	entry('sandbox export', 'Write its tables into a folder', () => import('./commands/sandbox/export.ts')),
	entry('sandbox import', 'Serve rows of your own', () => import('./commands/sandbox/import.ts')),
	entry(
		'sandbox assumptions',
		'What the specification leaves open, and the switches',
		() => import('./commands/sandbox/assumptions.ts'),
	),
	entry('completion', 'The script that completes words in a shell', () => import('./reference/commands/completion.ts')),
	{
		path: 'complete',
		summary: 'What may follow in a command line, for the scripts of completion',
		hidden: true,
		load: async () => (await import('./reference/commands/complete.ts')).createComplete(commandTree),
	},
	entry(
		'explore',
		'Choose step by step, see rows and charts, take the command line away',
		() => import('./commands/explore.ts'),
	),
	{
		path: 'mcp',
		summary: 'Answer the questions of assistants, by the Model Context Protocol',
		load: async () => (await import('./mcp/mcp-command.ts')).createMcp(commandTree),
	},
	entry('examples', 'Lines for common tasks', () => import('./reference/commands/examples.ts')),
	entry('help', 'Explain a command or a topic', async () => ({
		command: (await import('./reference/commands/help.ts')).createHelp(commandTree),
	})),
];

/** Every command of the program. */
export const commandTree: CommandTree = {
	commands,
	groups,
	help: async located => (await import('./reference/help-text.ts')).helpText(commandTree, located),
};
