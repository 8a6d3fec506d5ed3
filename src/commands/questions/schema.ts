import {defineCommand} from '../../cli/definition/command.ts';

export const command = defineCommand({
	description:
		'Prints the JSON Schema of usagectl.yaml. An editor that uses it completes and explains names, and marks errors while you type.',
	examples: [{line: 'usagectl questions schema', caption: 'the schema for an editor'}],
	takes: ['out'],
	flags: {},
	run: async () => {
		const {jsonSchema} = await import('../../questions/file/question-schema.ts');
		return {text: `${JSON.stringify(jsonSchema(), undefined, 2)}\n`};
	},
});
