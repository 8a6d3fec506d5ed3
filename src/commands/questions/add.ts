import {defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {fileFlags} from './file-flags.ts';

export const command = defineCommand({
	description:
		'Adds a question to usagectl.yaml from the command line after --. The command line is validated first, but not run. The comments and the order of the file are kept. If there is no file, one is created in the current folder.',
	examples: [
		{
			line: 'usagectl questions add by-edition -- report current --from -30d --level prodEdition',
			caption: 'a report, saved as a question',
		},
	],
	takes: ['product', 'baseUrl', 'today', 'tz', 'out', 'dryRun'],
	flags: {
		as: optional({flags: '--as <title>', summary: 'Title to show instead of the name', parse: text}),
		replace: toggle({flags: '--replace', summary: 'Replace the command line of an existing question'}),
		...fileFlags,
	},
	args: [
		{name: '<name>', summary: 'Name of the question'},
		{name: '<line...>', summary: 'Command line without the word usagectl', isCommandLine: true},
	],
	run: async ({as: title, replace, ...file}, [name = '', ...words], context): Promise<Outcome> => {
		const {saveQuestion} = await import('../../questions/run/write-question-file.ts');
		return saveQuestion({name, title, words, replace}, {...file, dryRun: context.globals.dryRun}, context);
	},
});
