import {CliError} from '../errors.ts';
import {getSettingRow, type SettingName, settingNames} from './setting-table.ts';
import {getProfile, getValue, type StoredSettings} from './stored-settings.ts';

type Origin = 'flag' | 'environment' | 'profile' | 'default';

export type Setting = {
	readonly texts: readonly string[];
	readonly origin: Origin;
	/** The place as printed: `--output`, `USAGECTL_OUTPUT`, `profile work`, … */
	readonly where: string;
};

export type Settings = {
	readonly profile: string;
	readonly profileOrigin: Origin;
	/** True for a stored profile, and for `default` and `sandbox`, which always exist. */
	readonly profileExists: boolean;
	readonly profileNames: readonly string[];
	readonly sandbox: boolean;
	readonly values: Readonly<Partial<Record<SettingName, Setting>>>;
};

export type Sources = {
	/** The texts of the typed flags; toggles are `true` or `false`. */
	readonly flags: Readonly<Partial<Record<SettingName | 'profile' | 'sandbox', readonly string[] | undefined>>>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly stored: StoredSettings;
};

export const sandboxProfile = 'sandbox';
export const defaultProfile = 'default';

export const getProfileNames = ({profiles}: StoredSettings): readonly string[] => [
	...new Set([...Object.keys(profiles), defaultProfile, sandboxProfile]),
];

const getVariable = (env: Sources['env'], name: string | undefined) =>
	name === undefined ? undefined : env[name] || undefined;

function resolveProfile({flags, env, stored}: Sources): {readonly name: string; readonly origin: Origin} {
	const typed = flags.profile?.at(-1);
	if (flags.sandbox?.at(-1) === 'true') {
		if (typed !== undefined && typed !== sandboxProfile)
			throw new CliError('usage', `--sandbox and --profile ${typed} cannot be combined`, {
				hint: 'omit one of them',
			});
		return {name: sandboxProfile, origin: 'flag'};
	}
	if (typed !== undefined) return {name: typed, origin: 'flag'};
	const variable = getVariable(env, 'USAGECTL_PROFILE');
	if (variable !== undefined) return {name: variable, origin: 'environment'};
	return stored.current === undefined
		? {name: defaultProfile, origin: 'default'}
		: {name: stored.current, origin: 'profile'};
}

function resolveSetting(name: SettingName, profile: string, {flags, env, stored}: Sources): Setting | undefined {
	const row = getSettingRow(name);
	const typed = flags[name];
	if (typed?.length) return {texts: typed, origin: 'flag', where: `--${name}`};
	const ignoresVariable = row.perService && profile === sandboxProfile;
	const variable = ignoresVariable ? undefined : getVariable(env, row.env);
	if (variable !== undefined) return {texts: [variable], origin: 'environment', where: row.env ?? ''};
	for (const owner of row.perService ? [profile] : [profile, defaultProfile]) {
		const text = getValue(getProfile(stored, owner), name);
		if (text !== undefined) return {texts: [text], origin: 'profile', where: `profile ${owner}`};
	}
	return row.default === undefined ? undefined : {texts: [row.default], origin: 'default', where: 'built-in'};
}

/** Resolves every setting: the flag, else the environment, the profile, the profile `default`, the built-in default. Throws CliError (usage). */
export function resolveSettings(sources: Sources): Settings {
	const {name: profile, origin} = resolveProfile(sources);
	const sandbox = profile === sandboxProfile;
	if (sandbox && sources.flags['base-url']?.length)
		throw new CliError('usage', '--sandbox and --base-url cannot be combined: the sandbox has its own address', {
			hint: 'omit one of them',
		});
	const found = settingNames.map(name => [name, resolveSetting(name, profile, sources)] as const);
	return {
		profile,
		profileOrigin: origin,
		profileExists: sandbox || profile === defaultProfile || getProfile(sources.stored, profile) !== undefined,
		profileNames: getProfileNames(sources.stored),
		sandbox,
		values: Object.fromEntries(found.filter(([, setting]) => setting !== undefined)),
	};
}

export const getText = ({values}: Settings, name: SettingName): string | undefined => values[name]?.texts.at(-1);

/** Returns the normalized address of the service, without a trailing slash; undefined if none is set. */
export function getBaseUrl(settings: Settings): string | undefined {
	const text = getText(settings, 'base-url');
	if (text === undefined) return undefined;
	const {origin, pathname} = new URL(text);
	return origin + pathname.replace(/\/+$/, '');
}
