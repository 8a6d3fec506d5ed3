import {defineCommand} from '../../cli/definition/command.ts';

export const command = defineCommand({
	description:
		'Shows which data the sandbox has, where they are, and what was written to it. Does not start the sandbox.',
	examples: [{line: 'usagectl sandbox status', caption: 'seed, size, day, folder'}],
	flags: {},
	run: async (_options, _args, {stateDir, clock}) => {
		const {getSandboxStatus} = await import('../../sandbox/stored-data.ts');
		return {one: await getSandboxStatus(stateDir, clock.now())};
	},
});
