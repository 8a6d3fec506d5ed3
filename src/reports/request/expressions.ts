import {compileAsGiven} from '../../cli/definition/as-given.ts';
import type {Context} from '../../cli/definition/command.ts';
import {readFilterSources} from '../../cli/definition/sources.ts';
import {getKnownProduct, learnProperties, readProductProperties} from '../../cli/product/product-properties.ts';
import type {GlobalFilters} from '../../contract/filters.ts';
import type {ReportPath} from '../../contract/reports.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import type {ReportOptions} from './flags.ts';

/** An expression that was compiled and whose warnings were written. */
export type Accepted<Json> = Pick<Compiled<Json>, 'json' | 'canonical'> & {
	readonly notes: readonly string[];
	/** Says which value of a property a filter compares, where that is not the latest known one. */
	readonly basisNotes: readonly string[];
};

/** No expression: the language is not loaded for it. */
export const noExpression = {json: {}, canonical: '', notes: [], basisNotes: []} as const;

/** What expressions of a report are checked against. */
export async function createLanguageContext(report: ReportPath, context: Context): Promise<LanguageContext> {
	const {today, globals} = context;
	const own = await readProductProperties(context, await getKnownProduct(context));
	return {today, report, anyCode: globals.anyCode, ...own};
}

/** What `compile` returns; once more where the service knows a property that it names and nobody here does. */
export async function compileKnowing<Result>(
	report: ReportPath,
	context: Context,
	compile: (language: LanguageContext) => Result | Promise<Result>,
): Promise<Result> {
	try {
		return await compile(await createLanguageContext(report, context));
	} catch (error) {
		if (!(await learnProperties(error, context))) throw error;
		return compile(await createLanguageContext(report, context));
	}
}

/** Writes the warnings; with `--strict` the first one is thrown as a CliError of kind usage. */
export async function acceptExpression<Json>(compiled: Compiled<Json>, context: Context): Promise<Accepted<Json>> {
	for (const {message} of compiled.warnings) await context.warn(message);
	const [basis, others] = [true, false].map(isBasis =>
		compiled.notes.filter(({code}) => (code === 'basis') === isBasis).map(({message}) => message),
	);
	return {...compiled, notes: others ?? [], basisNotes: basis ?? []};
}

/** The filters of a report, `{}` when there are none. Throws CliError of kind usage with the place of the fault. */
export async function resolveFilters(
	{filter = [], filterFile = [], filterJson = []}: ReportOptions,
	report: ReportPath,
	context: Context,
): Promise<Accepted<GlobalFilters>> {
	const sources = await readFilterSources({filter, filterFile, filterJson}, context);
	if (sources.length === 0) return noExpression;
	const {compileFilter} = await import('../../language/compile-expressions.ts');
	const compiled = await compileKnowing(report, context, language =>
		compileAsGiven({kind: 'filter', report}, sources, each => compileFilter(each, language)),
	);
	return acceptExpression(compiled, context);
}
