import {defineCommand} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {compileKind, type ExpressionKind, flagOf} from '../../language/expression-kinds.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import {isJson, type Source} from '../../language/source/source-text.ts';
import {expressionFlags, processExpressions} from './expression.ts';

/** `filter decompile`: from the service's JSON back to text. */
export const command = defineCommand({
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
		const texts = [json === '-' ? '@-' : json];
		const {canonical} = await processExpressions(compileJson, {options, texts}, context);
		return {text: `${canonical}\n`};
	},
});

/** Compiles JSON only: text would compile too. */
function compileJson(kind: ExpressionKind, sources: readonly Source[], language: LanguageContext) {
	const text = sources.find(source => !isJson(source));
	if (!text) return compileKind(kind, sources, language);
	throw new CliError('usage', `${text.name}: expected a JSON object`, {
		hint: `an expression goes into filter compile, or into ${flagOf[kind]}`,
		code: 'not-json',
	});
}
