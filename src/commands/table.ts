import type {LogKind} from '../archive/kinds.ts';
import type {CommandTree, Entry, Group} from '../program/command-tree.ts';

const groups: readonly Group[] = [
	{path: 'profile', summary: 'Named sets of address, user and product'},
	{path: 'config', summary: 'Defaults, and where each came from'},
	{path: 'keys', summary: 'The license key registry'},
	{path: 'props', summary: 'Properties that filters and segments can use', verb: 'list'},
	{path: 'report', summary: 'Usage, churn and event reports'},
	{path: 'report churn', summary: 'Churn and engagement', verb: 'retention'},
	{path: 'report events', summary: 'Event usage', verb: 'table'},
	{path: 'exceptions', summary: 'Exception reports: tail, download, keep in sync, group'},
	{path: 'events', summary: 'Custom events: the same for their files'},
	{path: 'filter', summary: 'The filter language by itself'},
	{path: 'sandbox', summary: 'The whole service on this machine, with synthetic data'},
];

const entry = (path: string, summary: string, load: Entry['load']): Entry => ({path, summary, load});

/** The commands that crashes and custom events share. */
const lineCommands = (kind: LogKind): readonly Entry[] => [
	entry(`${kind} tail`, 'The newest lines, and with --follow those that come', async () =>
		(await import('./logs/tail.ts')).createTail(kind),
	),
	entry(`${kind} files`, 'What can be downloaded', async () => (await import('./logs/files.ts')).createFiles(kind)),
	entry(`${kind} download`, 'Fetch files, and unpack them with --unzip', async () =>
		(await import('./logs/download.ts')).createDownload(kind),
	),
	entry(`${kind} sync`, 'Keep a folder complete and up to date', async () =>
		(await import('./logs/sync.ts')).createSync(kind),
	),
	entry(`${kind} top`, 'Lines on this disk by group: how often, for how many, since when', async () =>
		(await import('./lines/top.ts')).createTop(kind),
	),
	entry(`${kind} query`, 'Ask the lines of a folder in SQL', async () =>
		(await import('./lines/query.ts')).createQuery(kind),
	),
];

const commands: readonly Entry[] = [
	entry('login', 'Sign in, and keep the session', async () => (await import('./login.ts')).login),
	entry('logout', 'End the session, there and here', async () => (await import('./logout.ts')).logout),
	entry('whoami', 'Who would ask, where, and how old the session is', async () => (await import('./whoami.ts')).whoami),
	entry(
		'profile list',
		'Every profile, and the one in use',
		async () => (await import('./profile/list.ts')).profileList,
	),
	entry(
		'profile use',
		'Choose the profile that commands run with',
		async () => (await import('./profile/use.ts')).profileUse,
	),
	entry(
		'profile set',
		'Keep address, user, product and more under a name',
		async () => (await import('./profile/set.ts')).profileSet,
	),
	entry(
		'profile remove',
		'Forget a profile and its sessions',
		async () => (await import('./profile/remove.ts')).profileRemove,
	),
	entry(
		'config list',
		'Every setting that counts, and where it came from',
		async () => (await import('./config/list.ts')).configList,
	),
	entry('config get', 'The value of one setting', async () => (await import('./config/get.ts')).configGet),
	entry('config set', 'A default for every profile', async () => (await import('./config/set.ts')).configSet),
	entry('config unset', 'Take a default away', async () => (await import('./config/unset.ts')).configUnset),
	entry('config path', 'The file of settings', async () => (await import('./config/path.ts')).configPath),
	entry(
		'doctor',
		'Check address, session, files and engine, and say what to do',
		async () => (await import('./doctor.ts')).doctor,
	),
	entry(
		'keys list',
		'The key registry, filtered and sorted, all pages',
		async () => (await import('./keys/list.ts')).list,
	),
	entry('keys get', 'The named keys in full', async () => (await import('./keys/get.ts')).get),
	entry('keys set', 'Change a few keys from flags', async () => (await import('./keys/set.ts')).set),
	entry(
		'keys update',
		'Insert and change keys in bulk from a file',
		async () => (await import('./keys/update.ts')).update,
	),
	entry(
		'keys diff',
		'What an upload would insert and change, field by field',
		async () => (await import('./keys/diff.ts')).diff,
	),
	entry('keys undo', 'Send back the values that a run replaced', async () => (await import('./keys/undo.ts')).undo),
	entry('keys runs', 'Past bulk runs of this machine', async () => (await import('./keys/runs.ts')).runs),
	entry('keys template', 'A file to start from', async () => (await import('./keys/template.ts')).template),
	entry(
		'props list',
		'Properties by group, with levels and flags',
		async () => (await import('./props/list.ts')).propsList,
	),
	entry('props values', 'The values that a property has', async () => (await import('./props/values.ts')).propsValues),
	entry(
		'props oldest',
		'The oldest date a report may start on',
		async () => (await import('./props/oldest.ts')).propsOldest,
	),
	entry(
		'report current',
		'New, active and lost installations, in up to three levels of segments',
		async () => (await import('./report/descriptors/current.ts')).reportCurrent,
	),
	entry(
		'report churn retention',
		'Churn and engagement of cohorts, by day, week or month',
		async () => (await import('./report/descriptors/churn-retention.ts')).churnRetention,
	),
	entry(
		'report churn days',
		'Lost installations by active days',
		async () => (await import('./report/descriptors/churn-histograms.ts')).churnDays,
	),
	entry(
		'report churn sessions',
		'Lost installations by sessions',
		async () => (await import('./report/descriptors/churn-histograms.ts')).churnSessions,
	),
	entry(
		'report churn runtime',
		'Lost installations by runtime',
		async () => (await import('./report/descriptors/churn-histograms.ts')).churnRuntime,
	),
	entry(
		'report churn events',
		'Event usage of lost installations',
		async () => (await import('./report/descriptors/churn-events.ts')).churnEvents,
	),
	entry(
		'report churn event',
		'Lost installations by uses of one event',
		async () => (await import('./report/descriptors/churn-event.ts')).churnEvent,
	),
	entry(
		'report events table',
		'Usage and custom values of every event',
		async () => (await import('./report/descriptors/events-table.ts')).eventsTable,
	),
	entry(
		'report events timeline',
		'Events over time',
		async () => (await import('./report/descriptors/events-timeline.ts')).eventsTimeline,
	),
	entry(
		'report events frequency',
		'How many installations used an event, and how often',
		async () => (await import('./report/descriptors/events-frequency.ts')).eventsFrequency,
	),
	...lineCommands('exceptions'),
	entry(
		'exceptions show',
		'One crash: a whole line, and its versions, systems, countries and days',
		async () => (await import('./lines/show.ts')).exceptionsShow,
	),
	...lineCommands('events'),
	entry(
		'filter check',
		'Check an expression and print it in full',
		async () => (await import('./filter/check.ts')).filterCheck,
	),
	entry(
		'filter explain',
		'Say what an expression asks for',
		async () => (await import('./filter/explain.ts')).filterExplain,
	),
	entry(
		'filter compile',
		'Print the JSON that an expression becomes',
		async () => (await import('./filter/compile.ts')).filterCompile,
	),
	entry(
		'filter decompile',
		'Turn the JSON of the service into an expression',
		async () => (await import('./filter/decompile.ts')).filterDecompile,
	),
	entry(
		'filter print',
		'Print an expression quoted for a shell',
		async () => (await import('./filter/print.ts')).filterPrint,
	),
	entry('api', 'Call any operation by hand', async () => (await import('./api.ts')).api),
	entry(
		'sandbox serve',
		'Serve it on loopback until stopped',
		async () => (await import('./sandbox/serve.ts')).sandboxServe,
	),
	entry(
		'sandbox status',
		'Which data it has, and where',
		async () => (await import('./sandbox/status.ts')).sandboxStatus,
	),
	entry(
		'sandbox reset',
		'Forget what was written, and choose the data',
		async () => (await import('./sandbox/reset.ts')).sandboxReset,
	),
	entry(
		'sandbox export',
		'Write its tables into a folder',
		async () => (await import('./sandbox/export.ts')).sandboxExport,
	),
	entry('sandbox import', 'Serve rows of your own', async () => (await import('./sandbox/import.ts')).sandboxImport),
	entry(
		'sandbox assumptions',
		'What the specification leaves open, and the switches',
		async () => (await import('./sandbox/assumptions.ts')).sandboxAssumptions,
	),
	entry('completion', 'The script that completes words in a shell', async () =>
		(await import('./completion.ts')).createCompletion(commandTree),
	),
	{
		path: 'complete',
		summary: 'What may follow in a command line, for the scripts of completion',
		hidden: true,
		load: async () => (await import('./complete.ts')).createComplete(commandTree),
	},
	entry('help', 'Explain a command or a topic', async () => (await import('./help.ts')).createHelp(commandTree)),
];

/** Every command of the program, one line each. */
export const commandTree: CommandTree = {commands, groups};
