import type {Command} from './command.ts';

/** One line per command, in the order of the help: what the user types, what it does, where it lives. */
export type Entry = {
	readonly path: string;
	readonly summary: string;
	readonly load: () => Promise<Command>;
};

/** Words that hold commands; `verb` is the command that runs when none is named. */
export type Group = {readonly path: string; readonly summary: string; readonly verb?: string};

export const groups: readonly Group[] = [
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

export const commands: readonly Entry[] = [
	{
		path: 'login',
		summary: 'Sign in, and keep the session',
		load: async () => (await import('./login.ts')).login,
	},
	{
		path: 'logout',
		summary: 'End the session, there and here',
		load: async () => (await import('./logout.ts')).logout,
	},
	{
		path: 'whoami',
		summary: 'Who would ask, where, and how old the session is',
		load: async () => (await import('./whoami.ts')).whoami,
	},
	{
		path: 'profile list',
		summary: 'Every profile, and the one in use',
		load: async () => (await import('./profile/list.ts')).profileList,
	},
	{
		path: 'profile use',
		summary: 'Choose the profile that commands run with',
		load: async () => (await import('./profile/use.ts')).profileUse,
	},
	{
		path: 'profile set',
		summary: 'Keep address, user, product and more under a name',
		load: async () => (await import('./profile/set.ts')).profileSet,
	},
	{
		path: 'profile remove',
		summary: 'Forget a profile and its sessions',
		load: async () => (await import('./profile/remove.ts')).profileRemove,
	},
	{
		path: 'config list',
		summary: 'Every setting that counts, and where it came from',
		load: async () => (await import('./config/list.ts')).configList,
	},
	{
		path: 'config get',
		summary: 'The value of one setting',
		load: async () => (await import('./config/get.ts')).configGet,
	},
	{
		path: 'config set',
		summary: 'A default for every profile',
		load: async () => (await import('./config/set.ts')).configSet,
	},
	{
		path: 'config unset',
		summary: 'Take a default away',
		load: async () => (await import('./config/unset.ts')).configUnset,
	},
	{
		path: 'config path',
		summary: 'The file of settings',
		load: async () => (await import('./config/path.ts')).configPath,
	},
	{
		path: 'doctor',
		summary: 'Check address, session, files and engine, and say what to do',
		load: async () => (await import('./doctor.ts')).doctor,
	},
	{
		path: 'keys list',
		summary: 'The key registry, filtered and sorted, all pages',
		load: async () => (await import('./keys/list.ts')).list,
	},
	{
		path: 'keys get',
		summary: 'The named keys in full',
		load: async () => (await import('./keys/get.ts')).get,
	},
	{
		path: 'keys update',
		summary: 'Insert and change keys in bulk from a file',
		load: async () => (await import('./keys/update.ts')).update,
	},
	{
		path: 'keys template',
		summary: 'A file to start from',
		load: async () => (await import('./keys/template.ts')).template,
	},
	{
		path: 'props list',
		summary: 'Properties by group, with levels and flags',
		load: async () => (await import('./props/list.ts')).propsList,
	},
	{
		path: 'props values',
		summary: 'The values that a property has',
		load: async () => (await import('./props/values.ts')).propsValues,
	},
	{
		path: 'props oldest',
		summary: 'The oldest date a report may start on',
		load: async () => (await import('./props/oldest.ts')).propsOldest,
	},
	{
		path: 'report current',
		summary: 'New, active and lost installations, in up to three levels of segments',
		load: async () => (await import('./report/current.ts')).reportCurrent,
	},
	{
		path: 'report churn retention',
		summary: 'Churn and engagement of cohorts, by day, week or month',
		load: async () => (await import('./report/churn/retention.ts')).churnRetention,
	},
	{
		path: 'report churn days',
		summary: 'Lost installations by active days',
		load: async () => (await import('./report/churn/days.ts')).churnDays,
	},
	{
		path: 'report churn sessions',
		summary: 'Lost installations by sessions',
		load: async () => (await import('./report/churn/sessions.ts')).churnSessions,
	},
	{
		path: 'report churn runtime',
		summary: 'Lost installations by runtime',
		load: async () => (await import('./report/churn/runtime.ts')).churnRuntime,
	},
	{
		path: 'report churn events',
		summary: 'Event usage of lost installations',
		load: async () => (await import('./report/churn/events.ts')).churnEvents,
	},
	{
		path: 'report churn event',
		summary: 'Lost installations by uses of one event',
		load: async () => (await import('./report/churn/event.ts')).churnEvent,
	},
	{
		path: 'report events table',
		summary: 'Usage and custom values of every event',
		load: async () => (await import('./report/events/table.ts')).eventsTable,
	},
	{
		path: 'report events timeline',
		summary: 'Events over time',
		load: async () => (await import('./report/events/timeline.ts')).eventsTimeline,
	},
	{
		path: 'report events frequency',
		summary: 'How many installations used an event, and how often',
		load: async () => (await import('./report/events/frequency.ts')).eventsFrequency,
	},
	{
		path: 'exceptions tail',
		summary: 'The newest exception lines, and with --follow those that come',
		load: async () => (await import('./logs/tail.ts')).createTail('exceptions'),
	},
	{
		path: 'exceptions files',
		summary: 'What can be downloaded',
		load: async () => (await import('./logs/files.ts')).createFiles('exceptions'),
	},
	{
		path: 'exceptions download',
		summary: 'Fetch files, and unpack them with --unzip',
		load: async () => (await import('./logs/download.ts')).createDownload('exceptions'),
	},
	{
		path: 'exceptions sync',
		summary: 'Keep a folder complete and up to date',
		load: async () => (await import('./logs/sync.ts')).createSync('exceptions'),
	},
	{
		path: 'events tail',
		summary: 'The newest custom event lines, and with --follow those that come',
		load: async () => (await import('./logs/tail.ts')).createTail('events'),
	},
	{
		path: 'events files',
		summary: 'What can be downloaded',
		load: async () => (await import('./logs/files.ts')).createFiles('events'),
	},
	{
		path: 'events download',
		summary: 'Fetch files, and unpack them with --unzip',
		load: async () => (await import('./logs/download.ts')).createDownload('events'),
	},
	{
		path: 'events sync',
		summary: 'Keep a folder complete and up to date',
		load: async () => (await import('./logs/sync.ts')).createSync('events'),
	},
	{
		path: 'filter check',
		summary: 'Check an expression and print it in full',
		load: async () => (await import('./filter/check.ts')).filterCheck,
	},
	{
		path: 'filter explain',
		summary: 'Say what an expression asks for',
		load: async () => (await import('./filter/explain.ts')).filterExplain,
	},
	{
		path: 'filter compile',
		summary: 'Print the JSON that an expression becomes',
		load: async () => (await import('./filter/compile.ts')).filterCompile,
	},
	{
		path: 'filter decompile',
		summary: 'Turn the JSON of the service into an expression',
		load: async () => (await import('./filter/decompile.ts')).filterDecompile,
	},
	{
		path: 'filter print',
		summary: 'Print an expression quoted for a shell',
		load: async () => (await import('./filter/print.ts')).filterPrint,
	},
	{
		path: 'api',
		summary: 'Call any operation by hand',
		load: async () => (await import('./api.ts')).api,
	},
	{
		path: 'sandbox serve',
		summary: 'Serve it on loopback until stopped',
		load: async () => (await import('./sandbox/serve.ts')).sandboxServe,
	},
	{
		path: 'sandbox status',
		summary: 'Which data it has, and where',
		load: async () => (await import('./sandbox/status.ts')).sandboxStatus,
	},
	{
		path: 'sandbox reset',
		summary: 'Forget what was written, and choose the data',
		load: async () => (await import('./sandbox/reset.ts')).sandboxReset,
	},
	{
		path: 'sandbox assumptions',
		summary: 'What the specification leaves open, and the switches',
		load: async () => (await import('./sandbox/assumptions.ts')).sandboxAssumptions,
	},
	{
		path: 'help',
		summary: 'Explain a command or a topic',
		load: async () => (await import('./help.ts')).help,
	},
];
