import {defineCommand} from '../../cli/definition/command.ts';

export const command = defineCommand({
	description:
		'Prints the JSON Schema of usagectl.yaml. An editor that is given it completes names, shows what they mean, and marks mistakes while they are typed.',
	examples: [{line: 'usagectl questions schema', caption: 'the schema, for an editor'}],
	flags: {},
	run: async () => {
		const {jsonSchema} = await import('../../questions/file/question-schema.ts');
		return {text: `${JSON.stringify(jsonSchema(), undefined, 2)}\n`};
	},
});
