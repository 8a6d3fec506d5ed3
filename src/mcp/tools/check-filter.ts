import {z} from 'zod';
import {expressionFlags} from '../../commands/filter/expression-flags.ts';
import {argumentsOf, positional, wordsOf} from '../arguments.ts';
import type {Tool} from '../tool.ts';

const {kind, report, status, split} = expressionFlags;
const input = z.strictObject({
	expression: z
		.union([z.string(), z.array(z.string())])
		.describe('Expression such as prodVersion=4.* and country=US,DE; several are joined by and'),
	...argumentsOf({kind, report, status, split}),
});

export const checkFilter: Tool<typeof input> = {
	name: 'check_filter',
	title: 'Check an expression',
	description:
		'Checks an expression of the filter language without calling the service, and explains it: its full form, what it ' +
		'means and which installations it excludes. An error comes back with its line, column, the expected words and the nearest ' +
		'names. kind: filter (reports), key (license keys), segment, level, event.',
	input,
	call: ({expression, ...args}, session) => {
		const words = ['filter', 'check', ...wordsOf(args), ...positional([expression].flat(), 'expression')];
		return session.answer({words, form: 'object'});
	},
};
