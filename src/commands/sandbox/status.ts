import {defineCommand} from '../../cli/definition/command.ts';

export const command = defineCommand({
	description:
		'Shows the seed and size of the data, the clock, the folder, and the sizes of the data file and of the log of key changes. Does not start the sandbox.',
	examples: [{line: 'usagectl sandbox status', caption: 'seed, size, day and folder'}],
	flags: {},
	run: async (_options, _args, {stateDir, clock}) => {
		const {getSandboxStatus} = await import('../../sandbox/stored-data.ts');
		return {one: await getSandboxStatus(stateDir, clock.now())};
	},
});
