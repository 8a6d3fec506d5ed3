import {defineCommand} from '../../cli/definition/command.ts';
import {parseSettingName} from '../../cli/definition/setting-flags.ts';
import {settingNames} from '../../session/setting-table.ts';

export const command = defineCommand({
	examples: [{line: 'usagectl config get output', does: 'the value that counts, alone'}],
	flags: {},
	args: [{name: '<setting>', summary: 'a name of config list', choices: settingNames}],
	run: async (_options, [typed = ''], {settings, note}) => {
		const name = parseSettingName(typed);
		const setting = settings.values[name];
		if (!setting) await note(`${name} is not set`);
		return {text: setting ? `${setting.texts.join(',')}\n` : ''};
	},
});
