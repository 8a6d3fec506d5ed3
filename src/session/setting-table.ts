/** A setting, which has the name of its long flag. */
export type SettingRow = {
	readonly env?: string;
	readonly default?: string;
	/** True if the value belongs to one service, and so does not apply to the sandbox unless its own profile sets it. */
	readonly bound?: true;
	readonly summary: string;
};

/** The defaults of requests, shared by the settings and the library. */
export const callDefaults = {timeoutSeconds: 60, retries: 3, maxAnswerMiB: 8} as const;

export const settingTable = {
	'base-url': {env: 'USAGECTL_BASE_URL', bound: true, summary: 'address of the service'},
	user: {env: 'USAGECTL_USER', bound: true, summary: 'user name to sign in with'},
	product: {env: 'USAGECTL_PRODUCT', bound: true, summary: 'product ID, or several separated by commas'},
	'password-file': {env: 'USAGECTL_PASSWORD_FILE', bound: true, summary: 'file to read the password from'},
	'password-command': {
		env: 'USAGECTL_PASSWORD_COMMAND',
		bound: true,
		summary: 'command that prints the password',
	},
	cookies: {bound: true, summary: 'sign in with cookies instead of a session ID'},
	'insecure-http': {bound: true, summary: 'allow plain HTTP to other hosts'},
	output: {env: 'USAGECTL_OUTPUT', default: 'table', summary: 'output format'},
	engine: {env: 'USAGECTL_ENGINE', bound: true, summary: 'cluster to query: trino://… or clickhouse://…'},
	'lost-after': {summary: 'days of inactivity before an installation counts as lost'},
	names: {bound: true, summary: 'parameter names of newer servers to use: blocked, reachOutDeliveries, lifetime'},
	timeout: {default: `${callDefaults.timeoutSeconds}s`, summary: 'time limit per request'},
	retries: {default: `${callDefaults.retries}`, summary: 'retries per failed request'},
	'max-answer': {default: `${callDefaults.maxAnswerMiB}MiB`, summary: 'largest response to accept, decompressed'},
	tz: {summary: 'time zone for dates such as today'},
	color: {default: 'auto', summary: 'use of color: auto, always or never'},
	progress: {default: 'auto', summary: 'display of progress: auto, always or never'},
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof settingTable;
export const settingNames = Object.keys(settingTable) as readonly SettingName[];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTable, name);

/** Returns a row as `SettingRow`, so that every property can be read. */
export const getSettingRow = (name: SettingName): SettingRow => settingTable[name];
