import {defineCommand} from '../../cli/definition/command.ts';
import {defaultProfile} from '../../session/settings.ts';
import {validateProfile} from './names.ts';

export const command = defineCommand({
	description: 'The profile that commands run with when neither --profile nor USAGECTL_PROFILE names another.',
	examples: [{line: 'usagectl profile use sandbox', does: 'run everything against the embedded service from now on'}],
	refusesDryRun: true,
	flags: {},
	args: [{name: '<name>', summary: 'a profile of profile list', complete: 'profile'}],
	run: async (_options, [name = defaultProfile], {settingsStore, note}) => {
		await settingsStore.update(stored => {
			validateProfile(name, stored);
			const {current: _, ...rest} = stored;
			return name === defaultProfile ? rest : {...rest, current: name};
		});
		await note(`profile ${name} is in use`);
		return {};
	},
});
