import {settingTable} from '../session/setting-table.ts';

type Variable = readonly [name: string, meaning: string];

/** Our own variables that stand for no setting. */
export const loneVariables: readonly Variable[] = [
	['USAGECTL_PASSWORD', 'the password itself, for machines; no flag takes one'],
	['USAGECTL_ENGINE_PASSWORD', 'the password for the cluster of --engine'],
	['USAGECTL_SESSION_ID', 'a session that is open already'],
	['USAGECTL_PROFILE', 'named settings to use'],
	['USAGECTL_CONFIG_DIR', 'folder of settings, session and state'],
];

/** Our own variables with their meaning. */
export const ownVariables: readonly Variable[] = [
	...Object.values(settingTable).flatMap(row => ('env' in row ? [[row.env, row.summary] as const] : [])),
	...loneVariables,
];

/** Variables of other programs that are followed. */
export const otherVariables: readonly Variable[] = [
	['CI', 'nobody is asked anything'],
	['NO_COLOR, FORCE_COLOR, TERM', 'colours off, on; TERM=dumb: neither colours nor progress in place'],
	['TZ', 'zone of dates such as today'],
	['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'proxies; this machine is never asked through one'],
	['NODE_EXTRA_CA_CERTS', 'certificates of your own authority'],
	['NODE_DISABLE_COMPILE_CACHE', 'do not keep compiled code between runs'],
];
