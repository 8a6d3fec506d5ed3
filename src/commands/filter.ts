import {type Context, defineCommand} from '../cli/definition/command.ts';
import {optional, toggle} from '../cli/definition/flag.ts';
import {choice} from '../cli/definition/flag-values.ts';
import {CliError} from '../errors.ts';
import type {Compiled} from '../language/compile-expressions.ts';
import {type ExpressionKind, flagOf} from '../language/expression-kinds.ts';
import {isJson, type Source} from '../language/source/source-text.ts';
import {printable} from '../output/printable.ts';
import {innerMark, quoteFor, type Shell, shells} from '../text/shell-quoting.ts';
import {compileBatch} from './filter/compile-batch.ts';
import {compileArguments, createLanguageContext, expressionArgs, expressionFlags} from './filter/expression-flags.ts';

/** `filter`: the expression languages by themselves. */

export const check = defineCommand({
	description:
		'Checks an expression, for one report with --report, and prints it in its canonical form. What is wrong is shown with its ' +
		'place, the reason, and the nearest thing that can be said (exit 2); with --strict warnings count as well.',
	examples: [
		{line: "usagectl filter check 'prodVersion=4.* and ram>=8GB'", caption: 'check a filter'},
		{line: "usagectl filter check --kind segment 'ram: Small = ..<4GB, Big = 4GB..'", caption: 'check segments'},
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
		'Says in plain sentences what an expression asks for, which installations it leaves out, and, with --report, at which time ' +
		'values are compared; then prints the JSON that is sent.',
	examples: [
		{line: "usagectl filter explain 'prodVersion=4.1 and dateLastSeen>=today-30d'", caption: 'what is asked for'},
		{line: "usagectl filter explain --report 'churn retention' 'prodVersion=4.1'", caption: 'and whose version it is'},
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

export const compile = defineCommand({
	description:
		'Prints the JSON that an expression becomes, as the service takes it. With --batch it reads one JSON object a line from ' +
		'standard input, {"id","kind","expr"} and what the expression is checked against (report, today, clientStatus, dateSplit), ' +
		'and writes one a line in the same order: {"id","json","canonical","warnings","notes"} or {"id","error":{"line","column","code","message"}}.',
	examples: [
		{line: "usagectl filter compile 'country=US,DE and ram>=8GB'", caption: 'globalFilters of a request'},
		{line: "usagectl filter compile --kind event 'Export/PDF + Export/Print'", caption: 'an event reference'},
	],
	flags: {
		...expressionFlags,
		batch: toggle({flags: '--batch', summary: 'one JSON object a line in, one a line out'}),
	},
	args: expressionArgs,
	run: async ({batch, ...options}, texts, context) => {
		if (batch) {
			if (texts.length > 0) {
				throw new CliError('usage', 'with --batch the expressions come from standard input', {
					hint: `give them as lines such as ${JSON.stringify({id: 1, kind: options.kind, expr: texts[0]})}`,
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
		'Prints the expression for JSON of the service, such as the globalFilters of a saved request. The text compiles to the same JSON, ' +
		'in its normal form. Without an argument the JSON comes from standard input.',
	examples: [
		{line: `usagectl filter decompile '{"ram":{"type":"numberRange","min":8192}}'`, caption: 'a filter as text'},
		{
			line: `usagectl filter decompile --kind event '{"category":"Export","name":"PDF"}'`,
			caption: 'an event as text',
		},
	],
	flags: expressionFlags,
	args: [{name: '[json]', summary: 'the JSON, @file, or - for standard input', complete: 'file'}],
	run: async (options, [json = '-', ...more], context) => {
		if (more.length > 0) throw new CliError('usage', 'decompile takes one JSON text', {hint: 'quote it'});
		const texts = [json === '-' ? '@-' : json];
		const {canonical} = await compileArguments({options, texts}, context, requireJson);
		return {text: `${canonical}\n`};
	},
});

/** An expression would compile too. */
function requireJson(source: Source, kind: ExpressionKind): void {
	if (isJson(source)) return;
	throw new CliError('usage', `${source.name}: expected a JSON object`, {
		hint: `an expression goes into filter compile, or into ${flagOf[kind]}`,
		code: 'not-json',
	});
}

/** The flags that read the expression from a file. */
const fileFlags: Readonly<Partial<Record<ExpressionKind, string>>> = {
	filter: '--filter-file',
	key: '--filter-file',
	event: '--events-file',
};

export const print = defineCommand({
	description:
		'Prints an expression in its canonical form; with --shell as the flag to paste, quoted so that this shell passes it on ' +
		'unchanged. Where no quoting is safe (a " under cmd or PowerShell) it prints the flag that reads a file, and says what ' +
		'belongs into the file.',
	examples: [
		{line: "usagectl filter print --shell pwsh 'prodEdition=Pro Plus'", caption: 'a flag for PowerShell'},
		{line: "usagectl filter print --shell fish 'prodVersion~^4\\.'", caption: 'a flag for fish'},
	],
	flags: {
		...expressionFlags,
		shell: optional({flags: '--shell <name>', summary: shells.join(', '), parse: choice(shells), choices: shells}),
	},
	args: expressionArgs,
	run: async ({shell, ...options}, texts, context) => {
		const {kind} = options;
		const mark = shell ? innerMark(shell) : "'";
		const printed = (await compileArguments({options, texts}, context)).print(mark);
		if (!shell) return {text: `${printed.join('\n')}\n`};
		const quoted = printed.map(text => ({text, argument: quoteFor(shell, text)}));
		const flags = quoted.map(({text, argument}) =>
			argument ? `${flagOf[kind]} ${argument}` : asFile(kind, shell, text),
		);
		for (const {text, argument} of quoted) if (!argument) await noteText(context, text);
		return {text: `${flags.join(' ')}\n`};
	},
});

function asFile(kind: ExpressionKind, shell: Shell, text: string): string {
	const flag = fileFlags[kind];
	if (flag && !text.includes('\0')) return `${flag} ${kind === 'event' ? 'events' : 'filter'}.txt`;
	throw new CliError('usage', `no quoting carries this text safely through ${shell}`, {
		hint: 'use another shell, or keep it in a script',
	});
}

const noteText = (context: Context, text: string) => context.note(`save this text as the file: ${text}`);
