import {CliError} from '../../errors.ts';
import {compileKind, flagOf} from '../../language/kinds.ts';
import {defineCommand} from '../command.ts';
import {readTextFile} from '../sources.ts';
import {contextOf, expressionFlags, readExpressions} from './expression.ts';

/** `filter decompile`: from the service's JSON back to text. */
export const filterDecompile = defineCommand({
	description:
		'Prints the expression for JSON of the service, such as the globalFilters of a saved request. The text compiles to the same JSON, ' +
		'in its normal form. Without an argument the JSON comes from standard input.',
	examples: [
		{line: `usagectl filter decompile '{"ram":{"type":"numberRange","min":8192}}'`, does: 'a filter as text'},
		{
			line: `usagectl filter decompile --kind event '{"category":"Export","name":"PDF"}'`,
			does: 'an event as text',
		},
	],
	flags: expressionFlags,
	args: [{name: '[json]', summary: 'the JSON, @file, or - for standard input', complete: 'file'}],
	run: async (options, [json = '-', ...more], context) => {
		if (more.length > 0) throw new CliError('usage', 'decompile takes one JSON text', {hint: 'quote it'});
		const sources =
			json === '-' ? [await readTextFile('-', context)] : await readExpressions(options.kind, [json], context);
		for (const {name, text} of sources) validateJson(name, text, flagOf[options.kind]);
		const {canonical, warnings} = compileKind(options.kind, sources, contextOf(options, context));
		for (const {message} of warnings) await context.warn(message);
		return {text: `${canonical}\n`};
	},
});

/** Text would compile as well, which is not what was asked for. */
function validateJson(name: string, text: string, flag: string): void {
	if (/^\uFEFF?\s*\{/.test(text)) return;
	throw new CliError('usage', `${name}: expected a JSON object`, {
		hint: `an expression goes into filter compile, or into ${flag}`,
		code: 'not-json',
	});
}
