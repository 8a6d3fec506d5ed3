import {defineCommand} from '../cli/definition/command.ts';
import {toggle} from '../cli/definition/flag.ts';
import {validateSetting} from '../cli/definition/setting-flags.ts';
import {type Column, dataset} from '../output/dataset.ts';
import {parseSettingName, settingNames} from '../session/setting-table.ts';
import {setDefaults, toStoredText} from '../session/stored-settings.ts';

const settingArgument = {
	name: '<setting>',
	summary: `One of ${settingNames.join(', ')}`,
	choices: settingNames,
};

const columns: readonly Column[] = [
	{key: 'setting', title: 'Setting', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
];
const withOrigin: readonly Column[] = [
	...columns,
	{key: 'origin', title: 'Origin', kind: 'text'},
	{key: 'where', title: 'Set by', kind: 'text'},
];

export const list = defineCommand({
	description:
		'Lists every setting that has a value. In order of precedence, a value comes from a flag, an environment variable, the ' +
		'profile, the default for all profiles (`config set`), or the built-in default.',
	examples: [{line: 'usagectl config list --show-origin', caption: 'settings, and where each was set'}],
	flags: {
		showOrigin: toggle({
			flags: '--show-origin',
			summary: 'Show the flag, variable, profile or file that sets each value',
		}),
	},
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
	examples: [{line: 'usagectl config get output', caption: 'the value in effect'}],
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
	description: 'A profile, an environment variable or a flag overrides this default.',
	examples: [{line: 'usagectl config set output csv', caption: 'CSV as the default format'}],
	refusesDryRun: true,
	flags: {},
	args: [
		settingArgument,
		{name: '<value>', summary: 'Value, as the flag of the same name accepts it', complete: 'setting'},
	],
	run: async (_options, [typed = '', value = ''], {settingsStore, note}) => {
		const name = parseSettingName(typed);
		validateSetting(name, value);
		await settingsStore.update(stored => setDefaults(stored, {[name]: toStoredText(name, value)}));
		await note(`stored as a default for all profiles: ${name}`);
		return {};
	},
});

export const unset = defineCommand({
	examples: [{line: 'usagectl config unset output', caption: 'back to the built-in default'}],
	refusesDryRun: true,
	flags: {},
	args: [settingArgument],
	run: async (_options, [typed = ''], {settingsStore, note}) => {
		const name = parseSettingName(typed);
		await settingsStore.update(stored => setDefaults(stored, {[name]: undefined}));
		await note(`removed from the defaults for all profiles: ${name}`);
		return {};
	},
});

export const path = defineCommand({
	examples: [{line: 'usagectl config path', caption: 'the file with settings and profiles'}],
	flags: {},
	run: async (_options, _args, {settingsStore}) => ({text: `${settingsStore.path}\n`}),
});
