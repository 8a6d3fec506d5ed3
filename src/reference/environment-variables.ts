import {settingTable} from '../session/setting-table.ts';

type Variable = readonly [name: string, meaning: string];

/** Variables of usagectl that have no setting. */
export const loneVariables: readonly Variable[] = [
	['USAGECTL_PASSWORD', 'password (no flag accepts one)'],
	['USAGECTL_ENGINE_PASSWORD', 'password for the cluster of --engine'],
	['USAGECTL_SESSION_ID', 'ID of a session that is already open'],
	['USAGECTL_PROFILE', 'profile to use'],
	['USAGECTL_VAR_NAME', 'value of the variable NAME of a question file'],
	['USAGECTL_NOTIFY_NAME', 'address of the notification target NAME'],
	['USAGECTL_CONFIG_DIR', 'folder for settings, sessions and state'],
];

export const ownVariables: readonly Variable[] = [
	...Object.values(settingTable).flatMap(row => ('env' in row ? [[row.env, row.summary] as const] : [])),
	...loneVariables,
];

export const otherVariables: readonly Variable[] = [
	['CI', 'if set, never prompt'],
	['NO_COLOR', 'if set, no color'],
	['PAGER', 'program that shows tables longer than the terminal (default: less -FRX); empty or cat for none'],
	['FORCE_COLOR', 'color even without a terminal; 0 or false: no color'],
	['TERM', 'dumb: no color, no in-place progress'],
	['TZ', 'time zone for dates such as today'],
	['HTTPS_PROXY', 'proxy for https addresses'],
	['HTTP_PROXY', 'proxy for http addresses'],
	['NO_PROXY', 'hosts to reach without a proxy: NAME, NAME:443, 10.0.0.0/8, 192.168.*, fd00::1, *'],
	['NODE_EXTRA_CA_CERTS', 'file with additional CA certificates'],
	['NODE_DISABLE_COMPILE_CACHE', 'if set, do not cache compiled code between runs'],
];
