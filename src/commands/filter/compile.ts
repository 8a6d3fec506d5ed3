import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {compileLine} from '../../language/compile-batch.ts';
import {compileKind} from '../../language/expression-kinds.ts';
import {
	createLanguageContext,
	type ExpressionOptions,
	expressionArgs,
	expressionFlags,
	processExpressions,
} from './expression.ts';
import {readLines} from './lines.ts';

/** `filter compile`: the JSON that is sent. */
export const command = defineCommand({
	description:
		'Prints the JSON that an expression becomes, as the service takes it. With --batch it reads one JSON object a line from ' +
		'standard input, {"id","kind","expr"} and what the expression is checked against (report, today, clientStatus, dateSplit), ' +
		'and writes one a line in the same order: {"id","json","canonical","warnings","notes"} or {"id","error":{"line","column","code","message"}}.',
	examples: [
		{line: "usagectl filter compile 'country=US,DE and ram>=8GB'", does: 'globalFilters of a request'},
		{line: "usagectl filter compile --kind event 'Export/PDF + Export/Print'", does: 'an event reference'},
	],
	flags: {
		...expressionFlags,
		batch: toggle({flags: '--batch', summary: 'one JSON object a line in, one a line out'}),
	},
	args: expressionArgs,
	run: async ({batch, ...options}, texts, context) => {
		if (batch) return {text: compileBatch(options, texts, context)};
		const {json} = await processExpressions(compileKind, {options, texts}, context);
		return {text: `${JSON.stringify(json)}\n`};
	},
});

async function* compileBatch(
	options: ExpressionOptions,
	texts: readonly string[],
	context: Context,
): AsyncGenerator<string> {
	if (texts.length > 0) {
		throw new CliError('usage', 'with --batch the expressions come from standard input', {
			hint: `give them as lines such as ${JSON.stringify({id: 1, kind: options.kind, expr: texts[0]})}`,
		});
	}
	const language = await createLanguageContext(options, context);
	for await (const lines of readLines(context.terminal.stdin.chunks())) {
		const results = lines.filter(line => line.trim() !== '').map(line => JSON.stringify(compileLine(line, language)));
		if (results.length > 0) yield `${results.join('\n')}\n`;
	}
}
