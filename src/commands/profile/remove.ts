import {defineCommand} from '../../cli/definition/command.ts';
import {removeProfile} from '../../session/stored-settings.ts';
import {validateProfile} from './names.ts';

export const command = defineCommand({
	description:
		'Forgets a profile and its sessions on this machine. Sessions are not ended at the service: usagectl logout does that.',
	examples: [{line: 'usagectl profile remove work', does: 'forget the profile work'}],
	refusesDryRun: true,
	flags: {},
	args: [{name: '<name>', summary: 'a profile of profile list', complete: 'profile'}],
	run: async (_options, [name = ''], {settingsStore, sessions, note}) => {
		await settingsStore.update(stored => {
			validateProfile(name, stored);
			return removeProfile(stored, name);
		});
		await (await sessions()).remove(name);
		await note(`profile ${name} is forgotten`);
		return {};
	},
});
