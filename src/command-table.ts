import type {LogKind} from './archive/log-kinds.ts';
import type {Command} from './cli/definition/command.ts';
import type {CommandTree, Entry} from './cli/find/command-tree.ts';
import {aliases, groups} from './command-groups.ts';

const named = <Name extends string>(
	path: string,
	summary: string,
	load: () => Promise<Readonly<Record<Name, Command>>>,
	name: Name,
): Entry => ({path, summary, load: async () => (await load())[name]});

const entry = (path: string, summary: string, load: () => Promise<{readonly command: Command}>): Entry =>
	named(path, summary, load, 'command');

/** A command for crash reports and custom events; its file exports `createCommand`. */
type SharedCommand = {
	readonly word: string;
	readonly summaries: Readonly<Record<LogKind, string>>;
	readonly load: () => Promise<{readonly createCommand: (kind: LogKind) => Command}>;
};

const toEntries = (kind: LogKind, commands: readonly SharedCommand[]): readonly Entry[] =>
	commands.map(({word, summaries, load}) => ({
		path: `${kind} ${word}`,
		summary: summaries[kind],
		load: async () => (await load()).createCommand(kind),
	}));

const fileCommands: readonly SharedCommand[] = [
	{
		word: 'tail',
		summaries: {exceptions: 'Show the latest crash reports', events: 'Show the latest custom events'},
		load: () => import('./commands/archive/tail.ts'),
	},
	{
		word: 'files',
		summaries: {exceptions: 'List downloadable crash files', events: 'List downloadable event files'},
		load: () => import('./commands/archive/files.ts'),
	},
	{
		word: 'download',
		summaries: {exceptions: 'Download crash files', events: 'Download event files'},
		load: () => import('./commands/archive/download.ts'),
	},
	{
		word: 'sync',
		summaries: {
			exceptions: 'Keep a local archive of crash reports up to date',
			events: 'Keep a local archive of custom events up to date',
		},
		load: () => import('./commands/archive/sync.ts'),
	},
	{
		word: 'top',
		summaries: {
			exceptions: 'Group crashes by cause, most frequent first',
			events: 'Count custom events by name, most frequent first',
		},
		load: () => import('./commands/archive/top.ts'),
	},
];

const engineCommands: readonly SharedCommand[] = [
	{
		word: 'engine-setup',
		summaries: {
			exceptions: 'Print the SQL that registers an archive with a query engine',
			events: 'Print the SQL that registers an archive with a query engine',
		},
		load: () => import('./commands/archive/engine-setup.ts'),
	},
];

const churn = () => import('./commands/report/churn.ts');
const events = () => import('./commands/report/events.ts');
const questionFile = () => import('./commands/questions/file-commands.ts');
const profile = () => import('./commands/profile.ts');
const props = () => import('./commands/props.ts');
const filter = () => import('./commands/filter.ts');
const sandbox = () => import('./commands/sandbox.ts');

const commands: readonly Entry[] = [
	entry('login', 'Sign in and store the session', () => import('./commands/login.ts')),
	entry('logout', 'End the session', () => import('./commands/logout.ts')),
	entry('whoami', 'Show the current user, service and session age', () => import('./commands/whoami.ts')),
	named('profile list', 'List profiles', profile, 'list'),
	named('profile use', 'Switch to a profile', profile, 'use'),
	named('profile set', 'Create or change a profile', profile, 'set'),
	named('profile remove', 'Delete a profile and its sessions', profile, 'remove'),
	entry('doctor', 'Check the connection, session, files and DuckDB', () => import('./commands/doctor.ts')),
	entry('uninstall', 'Remove what usagectl has stored on this machine', () => import('./commands/uninstall.ts')),
	entry('keys list', 'List license keys', () => import('./commands/keys/list.ts')),
	entry('keys expiring', 'List keys that expire soon', () => import('./commands/keys/expiring.ts')),
	entry('keys get', 'Show individual keys', () => import('./commands/keys/get.ts')),
	entry('keys set', 'Change named keys, or all that match a filter', () => import('./commands/keys/set.ts')),
	entry('keys update', 'Import keys from a CSV, JSON or Excel file', () => import('./commands/keys/update.ts')),
	entry('keys diff', 'Show what an import would change', () => import('./commands/keys/diff.ts')),
	entry('keys undo', 'Restore the values that an import replaced', () => import('./commands/keys/undo.ts')),
	entry('keys runs', 'List past imports', () => import('./commands/keys/runs.ts')),
	entry('keys template', 'Print a template for an import file', () => import('./commands/keys/template.ts')),
	named('props list', 'List properties', props, 'list'),
	entry('props values', 'List the values of a property', () => import('./commands/props/property-values.ts')),
	named('props events', 'List events (newer servers)', props, 'events'),
	entry('clients list', 'List installations (newer servers)', () => import('./commands/clients.ts')),
	entry('report current', 'Count new, active and lost installations', () => import('./commands/report/current.ts')),
	entry(
		'report usage',
		'Show how much installations were used (newer servers)',
		() => import('./commands/report/usage.ts'),
	),
	named('report churn retention', 'Show how many installations stay, by cohort', churn, 'churnRetention'),
	named('report churn days', 'Show lost installations by active days', churn, 'churnDays'),
	named('report churn sessions', 'Show lost installations by sessions', churn, 'churnSessions'),
	named('report churn runtime', 'Show lost installations by hours of use', churn, 'churnRuntime'),
	named('report churn events', 'Show the event usage of lost installations', churn, 'churnEvents'),
	named('report churn event', 'Show lost installations by uses of one event', churn, 'churnEvent'),
	named('report events table', 'Show the usage of every event', events, 'table'),
	named('report events timeline', 'Show the usage of events over time', events, 'timeline'),
	named('report events frequency', 'Show how many installations use an event, and how often', events, 'frequency'),
	entry('report support', 'Show what is lost without some installations', () => import('./commands/report/support.ts')),
	entry('report why', 'Find the groups of installations behind a change', () => import('./commands/report/why.ts')),
	...toEntries('exceptions', fileCommands),
	entry(
		'exceptions show',
		'Show one crash group: stack, versions, systems, days',
		() => import('./commands/archive/show.ts'),
	),
	entry(
		'exceptions mark',
		'Mark a crash group as known, fixed or ignored',
		() => import('./commands/release/exceptions-mark.ts'),
	),
	...toEntries('exceptions', engineCommands),
	...toEntries('events', [...fileCommands, ...engineCommands]),
	entry(
		'release list',
		'List releases with adoption and crash rates',
		() => import('./commands/release/release-list.ts'),
	),
	entry('release check', 'Compare a release with an earlier one', () => import('./commands/release/release-check.ts')),
	named('filter check', 'Check and explain an expression', filter, 'check'),
	named('filter convert', 'Convert an expression to API JSON, or back', filter, 'convert'),
	entry('query', 'Query crashes, events, keys and results with SQL', () => import('./commands/query.ts')),
	entry('api', 'Call any API operation', () => import('./commands/api.ts')),
	entry(
		'questions run',
		'Run the questions in usagectl.yaml and check the results',
		() => import('./commands/questions/run.ts'),
	),
	entry('questions digest', 'Summarize the latest results on one page', () => import('./commands/questions/digest.ts')),
	named('questions init', 'Create usagectl.yaml with ready-made questions', questionFile, 'init'),
	named('questions add', 'Save a command line as a question', questionFile, 'add'),
	entry('history list', 'List saved results', () => import('./commands/history/list.ts')),
	entry('history show', 'Show a saved result', () => import('./commands/history/show.ts')),
	entry('history diff', 'Compare two results of a question', () => import('./commands/history/diff.ts')),
	entry('history prune', 'Delete old results', () => import('./commands/history/prune.ts')),
	entry('sandbox serve', 'Start the sandbox as a local server', () => import('./commands/sandbox/serve.ts')),
	named('sandbox status', "Show the sandbox's seed, size, clock and folder", sandbox, 'status'),
	named('sandbox reset', "Recreate the sandbox's data", sandbox, 'reset'),
	named('sandbox advance', "Advance the sandbox's clock", sandbox, 'advance'),
	named('sandbox plant', 'Add scenarios (a crash, a churn wave) to the data', sandbox, 'plant'),
	named('sandbox export', 'Export the data as CSV or Parquet', sandbox, 'exportTables'),
	named('sandbox import', 'Replace the data with your own', sandbox, 'importTables'),
	named('sandbox options', 'List the options for undocumented behavior', sandbox, 'options'),
	entry('completion', 'Print a shell completion script', () => import('./reference/commands/completion.ts')),
	{
		path: 'complete',
		summary: 'Complete a command line, for the completion scripts',
		hidden: true,
		load: async () => (await import('./reference/commands/complete.ts')).createComplete(commandTree),
	},
	entry('explore', 'Build a report step by step', () => import('./commands/explore.ts')),
	{
		path: 'mcp',
		summary: 'Run a Model Context Protocol (MCP) server for AI assistants',
		load: async () => (await import('./mcp/mcp-command.ts')).createMcp(commandTree),
	},
	entry('help', 'Show help for a command or topic', async () => ({
		command: (await import('./reference/commands/help.ts')).createHelp(commandTree),
	})),
];

export const commandTree: CommandTree = {
	commands,
	groups,
	aliases,
	help: async located => (await import('./reference/help-text.ts')).helpText(commandTree, located),
};
