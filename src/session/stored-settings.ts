import {resolve} from 'node:path';
import {isObject} from '../contract/json-values.ts';
import {CliError} from '../errors.ts';
import {getSettingRow, type SettingName} from './setting-table.ts';

/** Values as the user typed them, by setting. Names from newer versions are preserved and ignored. */
export type SettingValues = Readonly<Record<string, string>>;

export type StoredSettings = {
	readonly version: 1;
	readonly current?: string;
	readonly profiles: Readonly<Record<string, SettingValues>>;
};

export const noSettings: StoredSettings = {version: 1, profiles: {}};

const isValues = (value: unknown): value is SettingValues =>
	isObject(value) && Object.values(value).every(item => typeof item === 'string');

function isStored(value: unknown): value is StoredSettings {
	if (!isObject(value) || value.version !== 1 || !isObject(value.profiles)) return false;
	if (value.current !== undefined && typeof value.current !== 'string') return false;
	return Object.values(value.profiles).every(isValues);
}

/** Parses the settings file. Does not use zod, whose records drop a profile named `__proto__`. Throws CliError (disk). */
export function parseStored(text: string | undefined, path: string): StoredSettings {
	if (text === undefined) return noSettings;
	try {
		const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
		if (isStored(value)) return value;
	} catch {}
	throw new CliError('disk', `${path} is damaged, or was written by a newer version`, {
		hint: `move it away: mv '${path}' '${path}.bad'; then create your profiles again with usagectl profile set`,
		code: 'damaged-file',
	});
}

const getOwnValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(record, name) ? record[name] : undefined;

export const getProfile = ({profiles}: StoredSettings, name: string): SettingValues | undefined =>
	getOwnValue(profiles, name);
export const getValue = (values: SettingValues | undefined, name: string): string | undefined =>
	values && getOwnValue(values, name);

const changeValues = (values: SettingValues, changes: Readonly<Record<string, string | undefined>>): SettingValues =>
	Object.fromEntries(
		Object.entries({...values, ...changes}).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);

/** A relative path would mean another file in each folder. */
export const toStoredText = (name: SettingName, text: string): string =>
	getSettingRow(name).isPath ? resolve(text) : text;

/** `undefined` removes a value. */
export const setProfile = (
	stored: StoredSettings,
	name: string,
	changes: Readonly<Record<string, string | undefined>>,
): StoredSettings => ({
	...stored,
	profiles: {...stored.profiles, [name]: changeValues(getProfile(stored, name) ?? {}, changes)},
});

/** Makes `default` the current profile if the removed one was. */
export function removeProfile(stored: StoredSettings, name: string): StoredSettings {
	const {[name]: _, ...profiles} = stored.profiles;
	const {current, ...rest} = stored;
	return {...rest, ...(current === undefined || current === name ? {} : {current}), profiles};
}
