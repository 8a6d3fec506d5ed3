import {defineCommand} from '../../cli/definition/command.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import {compileKind} from '../../language/expression-kinds.ts';
import {printable} from '../../output/printable.ts';
import {expressionArgs, expressionFlags, processExpressions} from './expression.ts';

/** `filter explain`: what an expression says, in plain sentences. */
export const command = defineCommand({
	description:
		'Says in plain sentences what an expression asks for, which installations it leaves out, and, with --report, at which time ' +
		'values are compared; then prints the JSON that is sent.',
	examples: [
		{line: "usagectl filter explain 'prodVersion=4.1 and dateLastSeen>=today-30d'", does: 'what is asked for'},
		{line: "usagectl filter explain --report 'churn retention' 'prodVersion=4.1'", does: 'and whose version it is'},
	],
	flags: expressionFlags,
	args: expressionArgs,
	run: async (options, texts, context) => {
		const explained = await processExpressions(compileKind, {options, texts}, context);
		const {output} = context.globals;
		return output === 'json' || output === 'ndjson' ? {one: toObject(explained)} : {text: toText(explained)};
	},
});

const messagesOf = (remarks: Compiled<object>['notes']) => remarks.map(({message}) => message);

const toObject = ({json, canonical, explain, warnings, notes}: Compiled<object>) => ({
	json,
	canonical,
	sentences: explain(),
	warnings: messagesOf(warnings),
	notes: messagesOf(notes),
});

/** The canonical text, the sentences, the notes, the JSON: each block a paragraph. */
function toText({json, canonical, explain, notes}: Compiled<object>): string {
	const blocks = [
		canonical.split('\n'),
		explain(),
		messagesOf(notes).map(message => `note: ${message}`),
		[JSON.stringify(json)],
	];
	return `${blocks
		.filter(lines => lines.length > 0)
		.map(lines => lines.map(printable).join('\n'))
		.join('\n\n')}\n`;
}
