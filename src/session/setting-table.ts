/** The settings that can be set apart from a command line. The name of a setting is its long flag. */
export type SettingRow = {
	/** Variable of the environment. */
	readonly env?: string;
	readonly default?: string;
	/** Belongs to one service: a value that was set for another service does not apply to the sandbox. */
	readonly bound?: true;
	readonly summary: string;
};

/** The defaults of calls, for settings and for the library. */
export const callDefaults = {timeoutSeconds: 60, retries: 3, maxAnswerMiB: 8} as const;

export const settingTable = {
	'base-url': {env: 'USAGECTL_BASE_URL', bound: true, summary: 'address of the service'},
	user: {env: 'USAGECTL_USER', bound: true, summary: 'who signs in'},
	product: {env: 'USAGECTL_PRODUCT', bound: true, summary: 'product id, or several with commas'},
	'password-file': {env: 'USAGECTL_PASSWORD_FILE', bound: true, summary: 'file to read the password from'},
	'password-command': {
		env: 'USAGECTL_PASSWORD_COMMAND',
		bound: true,
		summary: 'command that prints the password',
	},
	cookies: {bound: true, summary: 'sign in with cookies instead of a session id'},
	'insecure-http': {bound: true, summary: 'allow plain http to other hosts than this one'},
	output: {env: 'USAGECTL_OUTPUT', default: 'table', summary: 'format of the output'},
	engine: {env: 'USAGECTL_ENGINE', bound: true, summary: 'cluster with the lines: trino://… or clickhouse://…'},
	'lost-after': {summary: 'days of inactivity after which an installation is lost'},
	names: {bound: true, summary: 'later names that this service wants: blocked, reachOutDeliveries, lifetime'},
	timeout: {default: `${callDefaults.timeoutSeconds}s`, summary: 'time for one call'},
	retries: {default: `${callDefaults.retries}`, summary: 'repetitions of a call that failed on the way'},
	'max-answer': {default: `${callDefaults.maxAnswerMiB}MiB`, summary: 'largest answer to read'},
	tz: {summary: 'time zone of dates such as today'},
	color: {default: 'auto', summary: 'colours: auto, always or never'},
	progress: {default: 'auto', summary: 'progress: auto, always or never'},
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof settingTable;
export const settingNames = Object.keys(settingTable) as readonly SettingName[];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTable, name);

/** The row of a setting, by its general type. */
export const getSettingRow = (name: SettingName): SettingRow => settingTable[name];
