import {defineCommand} from '../cli/definition/command.ts';
import {withDefault} from '../cli/definition/flag.ts';
import {oneOf} from '../cli/definition/flag-values.ts';
import type {Compiled} from '../language/compile-expressions.ts';
import {printable} from '../output/printable.ts';
import {compileArguments, expressionArgs, expressionFlags} from './filter/expression-flags.ts';

export const check = defineCommand({
	description:
		'Checks an expression, or API JSON, and explains it: its canonical form, what it matches and which installations it leaves ' +
		'out, and the JSON that is sent. An error shows the place, the reason and what to write instead; the command then exits ' +
		'with status 2. With --report, also checks that the report accepts the expression, and says which value of a property it ' +
		'uses: the one at the install date, at the time of an event, or the latest known one. With --strict, a warning is an error.',
	examples: [
		{line: "usagectl filter check 'prodVersion=4.1 and dateLastSeen>=today-30d'", caption: 'a filter'},
		{line: "usagectl filter check --kind segment 'ram: Small = ..<4GB, Big = 4GB..'", caption: 'two segments'},
		{
			line: "usagectl filter check --report 'churn retention' 'prodVersion=4.1'",
			caption: 'which value of prodVersion the retention report uses',
		},
	],
	takes: ['product', 'baseUrl', 'today', 'tz', 'expressions', 'out', 'strict'],
	flags: expressionFlags,
	args: expressionArgs,
	run: async (options, texts, context) => {
		const compiled = await compileArguments({options, texts}, context);
		const {output} = context.globals;
		return output === 'json' || output === 'ndjson' ? {one: toObject(compiled)} : {text: toText(compiled)};
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

const forms = ['json', 'text'] as const;

export const convert = defineCommand({
	description:
		'Converts expressions to the API JSON that is sent, or API JSON, such as the globalFilters of a saved request, to a canonical ' +
		'expression. The expression compiles to equivalent JSON.',
	examples: [
		{line: "usagectl filter convert --to json 'country=US,DE and ram>=8GB'", caption: 'globalFilters of a request'},
		{
			line: "usagectl filter convert --to json --kind event 'Export/PDF + Export/Print'",
			caption: 'an event reference',
		},
		{
			line: `usagectl filter convert --to text '{"ram":{"type":"numberRange","min":8192}}'`,
			caption: 'the expression for API JSON',
		},
	],
	takes: ['product', 'baseUrl', 'today', 'tz', 'expressions', 'out', 'strict'],
	flags: {
		to: withDefault({
			flags: '--to <form>',
			summary: 'Form to convert to: json (API JSON) or text (an expression)',
			...oneOf(forms),
			default: 'json',
		}),
		...expressionFlags,
	},
	args: expressionArgs,
	run: async ({to, ...options}, texts, context) => {
		const {json, canonical} = await compileArguments({options, texts}, context);
		return {text: `${to === 'json' ? JSON.stringify(json) : canonical}\n`};
	},
});
