import {defineCommand} from '../../cli/definition/command.ts';
import {type Cell, type Column, dataset} from '../../output/dataset.ts';
import type {SettingName} from '../../session/setting-table.ts';
import {getProfile, getValue} from '../../session/stored-settings.ts';
import {profileNames} from './names.ts';

/** Setting, column, heading. */
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

export const command = defineCommand({
	examples: [{line: 'usagectl profile list', does: 'every profile, and which one is in use'}],
	flags: {},
	columns: () => columns,
	run: async (_options, _args, {settings, settingsStore, sessions}) => {
		const [stored, open] = await Promise.all([settingsStore.read(), (await sessions()).list()]);
		const rows = profileNames(stored).map((name): readonly Cell[] => [
			name,
			name === settings.profile,
			...shown.map(([setting]) => getValue(getProfile(stored, name), setting) ?? null),
			open.some(({profile}) => profile === name),
		]);
		return {dataset: dataset(columns, rows)};
	},
});
