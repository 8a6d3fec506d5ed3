import {defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {fileFlags} from './file-flags.ts';

export const init = defineCommand({
	description:
		'Creates usagectl.yaml with sixteen ready-made questions about installations, retention, events, crashes and keys, most of them with checks. Keep what you need and change the rest. The product of -p or of the profile is written into the file. An existing file is never overwritten.',
	examples: [{line: 'usagectl questions init', caption: 'a file to start from'}],
	takes: ['product', 'out', 'dryRun'],
	flags: {
		file: optional({
			flags: '--file <path>',
			summary: 'File to create (default: usagectl.yaml in the current folder)',
			parse: text,
			complete: 'file',
		}),
	},
	run: async ({file}, _args, context): Promise<Outcome> => {
		const {createQuestionFile} = await import('../../questions/run/write-question-file.ts');
		const {products, dryRun} = context.globals;
		return createQuestionFile({file, products, dryRun}, context);
	},
});

export const add = defineCommand({
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
