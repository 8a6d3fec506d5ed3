import {type Context, defineCommand} from '../cli/definition/command.ts';
import {Expected, optional, repeated, toggle} from '../cli/definition/flag.ts';
import {name as parseName, text} from '../cli/definition/flag-values.ts';
import {profileFlags, storedFlags, userFlag} from '../cli/definition/globals.ts';
import {CliError} from '../errors.ts';
import {type Column, dataset, type Row} from '../output/dataset.ts';
import {getSettingRow, parseSettingName, type SettingName, settingNames} from '../session/setting-table.ts';
import {defaultProfile, getProfileNames, type Settings, sandboxProfile} from '../session/settings.ts';
import {
	getProfile,
	getValue,
	removeProfile,
	type StoredSettings,
	setProfile,
	toStoredText,
} from '../session/stored-settings.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import {enumeration} from '../text/wording.ts';

const profileArgument = {
	name: '<name>',
	summary: 'Name of a profile, as listed by `profile list`',
	complete: 'profile',
} as const;

function validateProfile(name: string, stored: StoredSettings): void {
	const names = getProfileNames(stored);
	if (names.includes(name)) return;
	const advice = suggestion(nearNames(name, names), `give one of ${names.join(', ')}`);
	throw new CliError('usage', `there is no profile '${name}'`, advice);
}

function parseProfileName(typed: string): string {
	try {
		return parseName(typed);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		throw new CliError('usage', `profile: expected ${error.message}`, {
			hint: 'choose a name such as work or service.example',
		});
	}
}

const shown: readonly (readonly [SettingName, string, string])[] = [
	['base-url', 'baseUrl', 'Address'],
	['user', 'user', 'User'],
	['product', 'product', 'Product'],
	['output', 'output', 'Output'],
];

const columns: readonly Column[] = [
	{key: 'profile', title: 'Profile', kind: 'text'},
	{key: 'inUse', title: 'In use', kind: 'boolean'},
	...shown.map(([, key, title]) => ({key, title, kind: 'text'}) as const),
	{key: 'session', title: 'Session', kind: 'boolean'},
];

const settingColumns: readonly Column[] = [
	{key: 'setting', title: 'Setting', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
	{key: 'origin', title: 'Origin', kind: 'text'},
	{key: 'where', title: 'Set by', kind: 'text'},
];

const profileWhere = {
	flag: '--profile',
	environment: 'USAGECTL_PROFILE',
	profile: 'profile use',
	default: 'built-in',
} as const;

function listSettings({profile, profileOrigin, values}: Settings): readonly Row[] {
	const rows = settingNames.flatMap(name => {
		const setting = values[name];
		return setting ? [[name, setting.texts.join(','), setting.origin, setting.where]] : [];
	});
	return [['profile', profile, profileOrigin, profileWhere[profileOrigin]], ...rows];
}

async function listProfiles({settings, settingsStore, sessions}: Context): Promise<readonly Row[]> {
	const [stored, open] = await Promise.all([settingsStore.read(), (await sessions()).list()]);
	return getProfileNames(stored).map(name => [
		name,
		name === settings.profile,
		...shown.map(([setting]) => getValue(getProfile(stored, name), setting) ?? null),
		(open ?? []).some(({profile}) => profile === name),
	]);
}

export const list = defineCommand({
	examples: [
		{line: 'usagectl profile list', caption: 'all profiles, and the one in use'},
		{line: 'usagectl profile list --origin', caption: 'the settings in use, and where each was set'},
	],
	takes: [...storedFlags, 'rows'],
	flags: {
		origin: toggle({
			flags: '--origin',
			summary: 'List the settings in use, with the flag, variable or profile that sets each',
		}),
	},
	columns: ({origin}) => (origin ? settingColumns : columns),
	run: async ({origin}, _args, context) => ({
		dataset: origin
			? dataset(settingColumns, listSettings(context.settings))
			: dataset(columns, await listProfiles(context)),
	}),
});

export const use = defineCommand({
	description:
		'Makes a profile the current one: commands use it unless --profile or USAGECTL_PROFILE names another. The profile "sandbox" always exists.',
	examples: [{line: 'usagectl profile use sandbox', caption: 'use the sandbox from now on'}],
	takes: [],
	flags: {},
	args: [profileArgument],
	run: async (_options, [name = defaultProfile], {settingsStore, note}) => {
		await settingsStore.update(stored => {
			validateProfile(name, stored);
			const {current: _, ...rest} = stored;
			return name === defaultProfile ? rest : {...rest, current: name};
		});
		await note(`switched to profile ${name}`);
		return {};
	},
});

const ofOneService = settingNames.filter(name => getSettingRow(name).perService);

type Changes = Partial<Record<SettingName, string | undefined>>;

function getChanges({values}: Settings, unset: readonly SettingName[]): Changes {
	const typed = settingNames.filter(name => values[name]?.origin === 'flag');
	const both = typed.filter(name => unset.includes(name));
	if (both.length > 0)
		throw new CliError('usage', `--${both[0]} and --unset ${both[0]} contradict each other`, {
			hint: 'give one of them',
		});
	return Object.fromEntries([
		...unset.map(name => [name, undefined]),
		...typed.map(name => [name, values[name]?.texts.map(text => toStoredText(name, text)).join(',')]),
	]);
}

function validateChanges(profile: string, changes: Changes): void {
	if (Object.keys(changes).length === 0)
		throw new CliError('usage', 'a setting is missing', {
			hint: 'give one to store, such as --base-url, --user or -p, or --unset NAME',
		});
	if (profile === sandboxProfile && (changes['base-url'] ?? changes.user) !== undefined)
		throw new CliError('usage', 'the sandbox has its own address and users', {hint: 'give another profile'});
}

function describeChanges(profile: string, changes: Changes): string {
	const names = Object.entries(changes);
	const set = names.filter(([, value]) => value !== undefined).map(([name]) => name);
	const unset = names.filter(([, value]) => value === undefined).map(([name]) => name);
	return [
		set.length > 0 ? `stored in profile ${profile}: ${set.join(', ')}` : '',
		unset.length > 0 ? `removed from profile ${profile}: ${unset.join(', ')}` : '',
	]
		.filter(Boolean)
		.join('; ');
}

export const set = defineCommand({
	description: `Stores flags in a profile, and creates the profile if it does not exist. --unset names what a profile can hold. The password
itself is never stored.

Other profiles inherit the settings of the profile "default", except those that belong to one service: ${enumeration(ofOneService)}.`,
	examples: [
		{
			line: 'usagectl profile set work --base-url https://service.example --user ada@example.com -p 12345',
			caption: 'address, user and product of the "work" profile',
		},
		{
			line: 'usagectl profile set work --lost-after 30 --unset output',
			caption: 'losses after 30 days of inactivity, and no default format',
		},
		{line: 'usagectl profile set default -o csv', caption: 'CSV as the default format of all profiles'},
	],
	takes: storedFlags,
	flags: {
		user: userFlag,
		lostAfter: profileFlags.lostAfter,
		names: profileFlags.names,
		notifyFile: profileFlags.notifyFile,
		archive: optional({
			flags: '--archive <dir>',
			summary: 'Archive folder that `query` reads',
			parse: text,
			complete: 'directory',
		}),
		unset: repeated({
			flags: '--unset <setting>',
			summary: 'Remove a setting from the profile',
			parse: parseSettingName,
			choices: settingNames,
		}),
		engine: {
			...profileFlags.engine,
			summary: profileFlags.engine.summary.replace(
				'Query this engine',
				'Cluster that `exceptions` and `events` commands query',
			),
		},
	},
	args: [{name: '[name]', summary: 'Name of the profile (default: the one in use)', complete: 'profile'}],
	run: async ({unset}, [typed], context: Context) => {
		const {settings, settingsStore, note} = context;
		const profile = parseProfileName(typed ?? settings.profile);
		const changes = getChanges(settings, unset);
		validateChanges(profile, changes);
		await settingsStore.update(stored => setProfile(stored, profile, changes));
		await note(describeChanges(profile, changes));
		return {};
	},
});

export const remove = defineCommand({
	description:
		'Deletes a profile and its sessions from this machine. The sessions stay valid at the service; to end them, run `usagectl logout` first.',
	examples: [{line: 'usagectl profile remove work', caption: 'delete the "work" profile'}],
	takes: [],
	flags: {},
	args: [profileArgument],
	run: async (_options, [name = ''], {settingsStore, sessions, note}) => {
		await settingsStore.update(stored => {
			validateProfile(name, stored);
			return removeProfile(stored, name);
		});
		await (await sessions()).remove(name);
		await note(`deleted profile ${name}`);
		return {};
	},
});
