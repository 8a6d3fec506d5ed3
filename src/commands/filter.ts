import {defineCommand} from '../cli/definition/command.ts';
import {optional, toggle} from '../cli/definition/flag.ts';
import {choice} from '../cli/definition/flag-values.ts';
import {CliError} from '../errors.ts';
import type {Compiled} from '../language/compile-expressions.ts';
import {type ExpressionKind, flagOfKind} from '../language/expression-kinds.ts';
import {isJson, type Source} from '../language/source/source-text.ts';
import {printable} from '../output/printable.ts';
import {innerMark, quoteFor, type Shell, shells} from '../text/shell-quoting.ts';
import {compileBatch} from './filter/compile-batch.ts';
import {compileArguments, createLanguageContext, expressionArgs, expressionFlags} from './filter/expression-flags.ts';

export const check = defineCommand({
	description:
		'Checks an expression and prints it in its canonical form. An error shows the place, the reason and what to write instead; ' +
		'the command then exits with status 2. With --report, also checks that the report accepts the expression. With --strict, a warning is ' +
		'an error.',
	examples: [
		{line: "usagectl filter check 'prodVersion=4.* and ram>=8GB'", caption: 'a filter'},
		{line: "usagectl filter check --kind segment 'ram: Small = ..<4GB, Big = 4GB..'", caption: 'two segments'},
	],
	flags: expressionFlags,
	args: expressionArgs,
	run: async (options, texts, context) => {
		const {canonical} = await compileArguments({options, texts}, context);
		return {text: `${canonical}\n`};
	},
});

export const explain = defineCommand({
	description:
		'Explains in plain sentences what an expression matches and which installations it leaves out, and prints the JSON that ' +
		'is sent. With --report, also says which value of a property the report uses: the one at the install date, at ' +
		'the time of an event, or the latest known one.',
	examples: [
		{line: "usagectl filter explain 'prodVersion=4.1 and dateLastSeen>=today-30d'", caption: 'the meaning of a filter'},
		{
			line: "usagectl filter explain --report 'churn retention' 'prodVersion=4.1'",
			caption: 'which value of prodVersion the retention report uses',
		},
	],
	flags: expressionFlags,
	args: expressionArgs,
	run: async (options, texts, context) => {
		const explained = await compileArguments({options, texts}, context);
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

export const compile = defineCommand({
	description:
		'Prints the API JSON for an expression. With --batch, reads one JSON object per line from stdin, ' +
		'{"id","kind","expr"}, and writes one per line in the same order: {"id","json","canonical","warnings","notes"} or ' +
		'{"id","error":{"line","column","code","message"}}. An object may also set report, today, clientStatus and dateSplit; ' +
		'otherwise the flags apply.',
	examples: [
		{line: "usagectl filter compile 'country=US,DE and ram>=8GB'", caption: 'globalFilters of a request'},
		{line: "usagectl filter compile --kind event 'Export/PDF + Export/Print'", caption: 'an event reference'},
	],
	flags: {
		...expressionFlags,
		batch: toggle({flags: '--batch', summary: 'Read and write one JSON object per line'}),
	},
	args: expressionArgs,
	run: async ({batch, ...options}, texts, context) => {
		if (batch) {
			if (texts.length > 0) {
				throw new CliError('usage', '--batch reads the expressions from standard input', {
					hint: `pipe lines such as ${JSON.stringify({id: 1, kind: options.kind, expr: texts[0]})}`,
				});
			}
			const language = await createLanguageContext(options, context);
			return {text: compileBatch(context.terminal.stdin.chunks(), language)};
		}
		const {json} = await compileArguments({options, texts}, context);
		return {text: `${JSON.stringify(json)}\n`};
	},
});

export const decompile = defineCommand({
	description:
		'Prints the expression for API JSON, such as the globalFilters of a saved request. The expression compiles to the same ' +
		'JSON, normalized. Without an argument, reads the JSON from stdin.',
	examples: [
		{line: `usagectl filter decompile '{"ram":{"type":"numberRange","min":8192}}'`, caption: 'a filter'},
		{
			line: `usagectl filter decompile --kind event '{"category":"Export","name":"PDF"}'`,
			caption: 'an event',
		},
	],
	flags: expressionFlags,
	args: [{name: '[json]', summary: 'API JSON, @file, or - for stdin', complete: 'file'}],
	run: async (options, [json = '-', ...more], context) => {
		if (more.length > 0) throw new CliError('usage', 'filter decompile takes one argument', {hint: 'quote the JSON'});
		const texts = [json === '-' ? '@-' : json];
		const {canonical} = await compileArguments({options, texts}, context, requireJson);
		return {text: `${canonical}\n`};
	},
});

/** Throws CliError (usage) for an expression, which would otherwise compile and print unchanged. */
function requireJson(source: Source): void {
	if (isJson(source)) return;
	throw new CliError('usage', `${source.name}: expected a JSON object`, {
		hint: 'to convert an expression to JSON, run usagectl filter compile',
		code: 'not-json',
	});
}

const fileFlags: Readonly<Partial<Record<ExpressionKind, string>>> = {
	filter: '--filter-file',
	key: '--filter-file',
	event: '--events-file',
};

export const print = defineCommand({
	description:
		'Prints an expression in its canonical form or, with --shell, as a flag that is quoted for that shell, ready to paste. If the ' +
		'text cannot be quoted safely (because it has a double quote in cmd or PowerShell, for example), prints a flag that names a file, and a note with the text to save in that file.',
	examples: [
		{line: "usagectl filter print --shell pwsh 'prodEdition=Pro Plus'", caption: 'a flag for PowerShell'},
		{line: "usagectl filter print --shell fish 'prodVersion~^4\\.'", caption: 'a flag for fish'},
	],
	flags: {
		shell: optional({
			flags: '--shell <name>',
			summary: 'Print a flag quoted for this shell',
			parse: choice(shells),
			choices: shells,
		}),
		...expressionFlags,
	},
	args: expressionArgs,
	run: async ({shell, ...options}, texts, context) => {
		const {kind} = options;
		const mark = shell ? innerMark(shell) : "'";
		const printed = (await compileArguments({options, texts}, context)).print(mark);
		if (!shell) return {text: `${printed.join('\n')}\n`};
		const quoted = printed.map(text => ({text, argument: quoteFor(shell, text)}));
		const flags = quoted.map(({text, argument}) =>
			argument ? `${flagOfKind[kind]} ${argument}` : asFile(kind, shell, text),
		);
		for (const {text, argument} of quoted)
			if (!argument) await context.note(`save this text as ${fileFor(kind)}: ${text}`);
		return {text: `${flags.join(' ')}\n`};
	},
});

const fileFor = (kind: ExpressionKind) => (kind === 'event' ? 'events.txt' : 'filter.txt');

function asFile(kind: ExpressionKind, shell: Shell, text: string): string {
	const flag = fileFlags[kind];
	if (flag && !text.includes('\0')) return `${flag} ${fileFor(kind)}`;
	throw new CliError('usage', `this text cannot be quoted safely for ${shell}`, {
		hint: 'quote it for another shell, or put it in a script',
	});
}
