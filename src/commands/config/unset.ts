import {defineCommand} from '../../cli/definition/command.ts';
import {parseSettingName} from '../../cli/definition/setting-flags.ts';
import {settingNames} from '../../session/setting-table.ts';
import {setDefaults} from '../../session/stored-settings.ts';

export const command = defineCommand({
	examples: [{line: 'usagectl config unset output', does: 'back to the tool’s own default'}],
	refusesDryRun: true,
	flags: {},
	args: [{name: '<setting>', summary: 'a name of config list', choices: settingNames}],
	run: async (_options, [typed = ''], {settingsStore}) => {
		const name = parseSettingName(typed);
		await settingsStore.update(stored => setDefaults(stored, {[name]: undefined}));
		return {};
	},
});
