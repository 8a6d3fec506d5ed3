import {defineCommand} from '../cli/definition/command.ts';
import {toggle} from '../cli/definition/flag.ts';
import {parseSettingName, validateSetting} from '../cli/definition/setting-flags.ts';
import {type Column, dataset} from '../output/dataset.ts';
import {settingNames} from '../session/setting-table.ts';
import {setDefaults} from '../session/stored-settings.ts';

/** `config`: the settings in force, and the defaults for all profiles. */

const settingArgument = {name: '<setting>', summary: 'a name of config list', choices: settingNames};

const columns: readonly Column[] = [
	{key: 'setting', title: 'Setting', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
];
const withOrigin: readonly Column[] = [
	...columns,
	{key: 'origin', title: 'Origin', kind: 'text'},
	{key: 'where', title: 'Where', kind: 'text'},
];

export const list = defineCommand({
	description:
		'Every setting that has a value, as commands would see it: flag, environment, profile, config, default, in that order.',
	examples: [{line: 'usagectl config list --show-origin', caption: 'which value counts, and where it was set'}],
	flags: {showOrigin: toggle({flags: '--show-origin', summary: 'say where each value came from'})},
	columns: ({showOrigin}) => (showOrigin ? withOrigin : columns),
	run: async ({showOrigin}, _args, {settings: {profile, profileOrigin, values}}) => {
		const rows = settingNames.flatMap(name => {
			const setting = values[name];
			return setting ? [[name, setting.texts.join(','), setting.origin, setting.where]] : [];
		});
		const all = [['profile', profile, profileOrigin, profileOrigin === 'flag' ? '--profile' : profileOrigin], ...rows];
		return {
			dataset: showOrigin
				? dataset(withOrigin, all)
				: dataset(
						columns,
						all.map(row => row.slice(0, 2)),
					),
		};
	},
});

export const get = defineCommand({
	examples: [{line: 'usagectl config get output', caption: 'the value that counts, alone'}],
	flags: {},
	args: [settingArgument],
	run: async (_options, [typed = ''], {settings, note}) => {
		const name = parseSettingName(typed);
		const setting = settings.values[name];
		if (!setting) await note(`${name} is not set`);
		return {text: setting ? `${setting.texts.join(',')}\n` : ''};
	},
});

export const set = defineCommand({
	description: 'A default for every profile. A profile, the environment and a flag each count more.',
	examples: [{line: 'usagectl config set output csv', caption: 'print CSV unless something else is asked for'}],
	refusesDryRun: true,
	flags: {},
	args: [settingArgument, {name: '<value>', summary: 'as the flag of that name takes it', complete: 'setting'}],
	run: async (_options, [typed = '', value = ''], {settingsStore}) => {
		const name = parseSettingName(typed);
		validateSetting(name, value);
		await settingsStore.update(stored => setDefaults(stored, {[name]: value}));
		return {};
	},
});

export const unset = defineCommand({
	examples: [{line: 'usagectl config unset output', caption: 'back to the tool’s own default'}],
	refusesDryRun: true,
	flags: {},
	args: [settingArgument],
	run: async (_options, [typed = ''], {settingsStore}) => {
		const name = parseSettingName(typed);
		await settingsStore.update(stored => setDefaults(stored, {[name]: undefined}));
		return {};
	},
});

export const path = defineCommand({
	examples: [{line: 'usagectl config path', caption: 'the file of settings and profiles; the session lies beside it'}],
	flags: {},
	run: async (_options, _args, {settingsStore}) => ({text: `${settingsStore.path}\n`}),
});
