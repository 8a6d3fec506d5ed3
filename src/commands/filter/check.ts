import {defineCommand} from '../../cli/definition/command.ts';
import {compileKind} from '../../language/expression-kinds.ts';
import {expressionArgs, expressionFlags, processExpressions} from './expression.ts';

/** `filter check`: is it right, and how is it written in full. */
export const command = defineCommand({
	description:
		'Checks an expression, for one report with --report, and prints it in its canonical form. What is wrong is shown with its ' +
		'place, the reason, and the nearest thing that can be said (exit 2); with --strict warnings count as well.',
	examples: [
		{line: "usagectl filter check 'prodVersion=4.* and ram>=8GB'", does: 'check a filter'},
		{line: "usagectl filter check --kind segment 'ram: Small = ..<4GB, Big = 4GB..'", does: 'check segments'},
	],
	flags: expressionFlags,
	args: expressionArgs,
	run: async (options, texts, context) => {
		const {canonical} = await processExpressions(compileKind, {options, texts}, context);
		return {text: `${canonical}\n`};
	},
});
