import type {Context} from '../../cli/definition/command.ts';
import {readFilterSources} from '../../cli/definition/expression-sources.ts';
import {compileAsGiven} from '../../cli/definition/json-expressions.ts';
import {getKnownProduct, learnProperties, readProductProperties} from '../../cli/product/product-properties.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {Report} from '../../contract/reports.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import type {ReportOptions} from './report-options.ts';

/** An expression that was compiled and whose warnings were written. */
export type Accepted<Json> = Pick<Compiled<Json>, 'json' | 'canonical'> & {
	readonly notes: readonly string[];
	/** Says which value of a property a filter compares, where that is not the latest known one. */
	readonly basisNotes: readonly string[];
};

/** No expression: the language is not loaded for it. */
export const noExpression = {json: {}, canonical: '', notes: [], basisNotes: []} as const;

type MaybeLater<T> = T | Promise<T>;

/** The expressions of one report. */
export type Expressions = {
	readonly row: Report;
	/** Calls `resolve` with what names mean; once more if the service knows a property that it names and nobody here does. */
	readonly resolve: <Result>(resolve: (language: LanguageContext) => MaybeLater<Result>) => Promise<Result>;
	/** Compiles, and writes the warnings; with `--strict` the first one is thrown as a CliError of kind usage. */
	readonly compile: <Json>(
		compile: (language: LanguageContext) => MaybeLater<Omit<Compiled<Json>, 'print' | 'explain'>>,
	) => Promise<Accepted<Json>>;
};

export function createExpressions(row: Report, context: Context): Expressions {
	const createLanguage = async (): Promise<LanguageContext> => {
		const own = await readProductProperties(context, await getKnownProduct(context));
		return {today: context.today, report: row.path, anyCode: context.globals.anyCode, ...own};
	};
	const resolve: Expressions['resolve'] = async work => {
		try {
			return await work(await createLanguage());
		} catch (error) {
			if (!(await learnProperties(error, context))) throw error;
			return work(await createLanguage());
		}
	};
	return {
		row,
		resolve,
		compile: async work => {
			const {json, canonical, warnings, notes} = await resolve(work);
			for (const {message} of warnings) await context.warn(message);
			const [basisNotes = [], others = []] = [true, false].map(isBasis =>
				notes.filter(({code}) => (code === 'basis') === isBasis).map(({message}) => message),
			);
			return {json, canonical, notes: others, basisNotes};
		},
	};
}

/** The filters of a report, `{}` when there are none. Throws CliError of kind usage with the place of the error. */
export async function resolveFilters(
	{filter = [], filterFile = [], filterJson = []}: ReportOptions,
	{row, compile}: Expressions,
	context: Context,
): Promise<Accepted<GlobalFilters>> {
	const sources = await readFilterSources({filter, filterFile, filterJson}, context);
	if (sources.length === 0) return noExpression;
	const {compileFilter} = await import('../../language/compile-expressions.ts');
	return compile(language =>
		compileAsGiven({kind: 'filter', report: row.path}, sources, each => compileFilter(each, language)),
	);
}
