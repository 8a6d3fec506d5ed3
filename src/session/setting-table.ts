import {CliError} from '../errors.ts';
import {nearNames, suggestion} from '../text/near-names.ts';

export type SettingRow = {
	readonly env?: string;
	readonly default?: string;
	/** True if the value belongs to one service: no profile inherits it from `default`, and the sandbox ignores the variable. */
	readonly perService?: true;
	/** A path, which is stored as an absolute one. */
	readonly isPath?: true;
	readonly summary: string;
};

export const callDefaults = {timeoutSeconds: 60, retries: 3, maxAnswerMiB: 8} as const;

export const settingTable = {
	'base-url': {env: 'USAGECTL_BASE_URL', perService: true, summary: 'address of the service'},
	user: {env: 'USAGECTL_USER', perService: true, summary: 'user name to sign in with'},
	product: {env: 'USAGECTL_PRODUCT', perService: true, summary: 'product ID, or several separated by commas'},
	'password-file': {
		env: 'USAGECTL_PASSWORD_FILE',
		perService: true,
		isPath: true,
		summary: 'file to read the password from',
	},
	'password-command': {
		env: 'USAGECTL_PASSWORD_COMMAND',
		perService: true,
		summary: 'command that prints the password',
	},
	cookies: {perService: true, summary: 'sign in with cookies instead of a session ID'},
	'insecure-http': {perService: true, summary: 'allow plain HTTP to other hosts'},
	output: {env: 'USAGECTL_OUTPUT', default: 'table', summary: 'output format'},
	engine: {env: 'USAGECTL_ENGINE', perService: true, summary: 'cluster to query: trino://… or clickhouse://…'},
	'notify-file': {perService: true, isPath: true, summary: 'file with the addresses of notification targets'},
	archive: {perService: true, isPath: true, summary: 'archive folder that query reads'},
	'lost-after': {summary: 'days of inactivity before an installation counts as lost'},
	names: {perService: true, summary: 'newer names to send: blocked, reachOutDeliveries, lifetime (see profile set)'},
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

export const getSettingRow = (name: SettingName): SettingRow => settingTable[name];

/** Throws CliError (usage) with the nearest names. */
export function parseSettingName(name: string): SettingName {
	if (isSettingName(name)) return name;
	const advice = suggestion(nearNames(name, settingNames), `settings: ${settingNames.join(', ')}`);
	throw new CliError('usage', `there is no setting '${name}'`, advice);
}

const secretVariables: readonly string[] = ['USAGECTL_PASSWORD', 'USAGECTL_SESSION_ID', 'USAGECTL_ENGINE_PASSWORD'];

/** True for variables that no other program may see. */
export const isSecretVariable = (name: string): boolean =>
	secretVariables.includes(name) || name.startsWith('USAGECTL_NOTIFY_');
