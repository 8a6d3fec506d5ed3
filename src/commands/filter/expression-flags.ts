import type {Context} from '../../cli/definition/command.ts';
import {Expected, type Options, optional, withDefault} from '../../cli/definition/flag.ts';
import {choice, listOf, oneOf} from '../../cli/definition/flag-values.ts';
import {getReport, type Report, reportNames} from '../../contract/reports.ts';
import {clientStatuses, dateSplits} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import {compileKind, type ExpressionKind, expressionKinds, flagOfKind} from '../../language/expression-kinds.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import type {Source} from '../../language/source/source-text.ts';
import {readSources} from '../../reports/request/expression-sources.ts';
import {readProductProperties} from '../../reports/request/product-properties.ts';
import {nearNames} from '../../text/near-names.ts';

function parseReport(value: string): Report {
	const report = getReport(value);
	if (!report) throw new Expected(`a report: ${reportNames.join(', ')}`, nearNames(value, reportNames));
	return report;
}

export const expressionFlags = {
	kind: withDefault({
		flags: '--kind <kind>',
		summary: 'Kind of expression: filter, segment, level, event, or key (a filter for license keys)',
		...oneOf(expressionKinds),
		default: 'filter',
	}),
	report: optional({
		flags: '--report <report>',
		summary: 'Report that the expression is for: current, churn retention, … or its API path',
		parse: parseReport,
		choices: reportNames,
	}),
	status: optional({
		flags: '--status <list>',
		summary:
			'Statuses that the report counts (new, active, lost); a level can be sorted only by these and by alpha (name)',
		parse: listOf(choice(clientStatuses)),
	}),
	split: optional({
		flags: '--split <period>',
		summary: 'Period by which the report is split: day, week or month; a split report can have only one level',
		...oneOf(dateSplits),
	}),
};
type ExpressionOptions = Options<typeof expressionFlags>;

export const expressionArgs = [
	{
		name: '[expressions...]',
		summary: 'Expression or API JSON, @file, or @- for stdin; several filters are joined with "and"',
		complete: 'expression',
	},
] as const;

async function createLanguageContext(
	{report, status, split}: ExpressionOptions,
	context: Pick<Context, 'today' | 'globals' | 'stateDir'>,
): Promise<LanguageContext> {
	const {today, globals} = context;
	const [product, another] = globals.products;
	const own = await readProductProperties(context, another === undefined ? product : undefined);
	return {today, report, clientStatus: status, dateSplit: split, anyCode: globals.anyCode, ...own};
}

type TypedExpressions = {readonly options: ExpressionOptions; readonly texts: readonly string[]};

/** Compiles the expressions and prints their warnings. Throws CliError (usage). */
export async function compileArguments(
	{options, texts}: TypedExpressions,
	context: Context,
): Promise<Compiled<object>> {
	const {kind} = options;
	const sources = await readExpressions(kind, texts, context);
	const compiled = compileKind(kind, sources, await createLanguageContext(options, context));
	for (const {message} of compiled.warnings) await context.warn(message);
	return compiled;
}

async function readExpressions(
	kind: ExpressionKind,
	texts: readonly string[],
	context: Context,
): Promise<readonly Source[]> {
	const sources = await readSources(flagOfKind[kind], texts, context);
	if (sources.length > 0) return sources;
	throw new CliError('usage', 'an expression is missing', {
		hint: "pass one in quotes, such as 'prodVersion=4.1 and ram>=8GB', or @file, or @- for standard input",
		code: 'empty',
	});
}
