import {defineCommand} from '../../cli/definition/command.ts';
import {parseSettingName, validateSetting} from '../../cli/definition/setting-flags.ts';
import {settingNames} from '../../session/setting-table.ts';
import {setDefaults} from '../../session/stored-settings.ts';

export const command = defineCommand({
	description: 'A default for every profile. A profile, the environment and a flag each count more.',
	examples: [{line: 'usagectl config set output csv', does: 'print CSV unless something else is asked for'}],
	refusesDryRun: true,
	flags: {},
	args: [
		{name: '<setting>', summary: 'a name of config list', choices: settingNames},
		{name: '<value>', summary: 'as the flag of that name takes it', complete: 'setting'},
	],
	run: async (_options, [typed = '', value = ''], {settingsStore}) => {
		const name = parseSettingName(typed);
		validateSetting(name, value);
		await settingsStore.update(stored => setDefaults(stored, {[name]: value}));
		return {};
	},
});
