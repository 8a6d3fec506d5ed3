import {defineCommand} from '../../cli/definition/command.ts';

export const command = defineCommand({
	examples: [{line: 'usagectl config path', does: 'the file of settings and profiles; the session lies beside it'}],
	flags: {},
	run: async (_options, _args, {settingsStore}) => ({text: `${settingsStore.path}\n`}),
});
