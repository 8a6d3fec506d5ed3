import {defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';

export const command = defineCommand({
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
