import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {Report} from '../../contract/reports.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import type {ReportPorts} from '../report-ports.ts';
import {readSources} from './expression-sources.ts';
import {getKnownProduct, learnProperties, readProductProperties} from './product-properties.ts';
import type {ReportOptions} from './report-options.ts';

export type AcceptedExpression<Json> = Pick<Compiled<Json>, 'json' | 'canonical'> & {
	/** Notes about installations that are in no segment, by property. */
	readonly lacking: ReadonlyMap<string, string>;
	/** Notes about filters that compare another value of a property than the latest known one. */
	readonly basisNotes: readonly string[];
};

/** Avoids loading the language if there is no expression. */
export const noExpression = {json: {}, canonical: '', lacking: new Map<string, string>(), basisNotes: []} as const;

type MaybeLater<T> = T | Promise<T>;

export type Expressions = {
	readonly row: Report;
	/** Calls `resolve` with the known properties; again after asking the service if it throws for an unknown one. */
	readonly resolve: <Result>(resolve: (language: LanguageContext) => MaybeLater<Result>) => Promise<Result>;
	/** Compiles and prints the warnings; with `--strict` the first one is thrown as CliError (usage). */
	readonly compile: <Json>(
		compile: (language: LanguageContext) => MaybeLater<Omit<Compiled<Json>, 'texts' | 'explain'>>,
	) => Promise<AcceptedExpression<Json>>;
};

export function createExpressions(row: Report, context: ReportPorts): Expressions {
	const createLanguage = async (): Promise<LanguageContext> => {
		const own = await readProductProperties(context, await getKnownProduct(context));
		return {today: context.today, report: row, anyCode: context.globals.anyCode, ...own};
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
			const basisNotes = notes.filter(({code}) => code === 'basis').map(({message}) => message);
			const lacking = new Map(notes.flatMap(note => (note.lacking ? [[note.lacking, note.message] as const] : [])));
			return {json, canonical, lacking, basisNotes};
		},
	};
}

/** Returns the filters of a report, `{}` if there are none. Throws CliError (usage) with the position of the error. */
export async function resolveFilters(
	{filter = []}: ReportOptions,
	{compile}: Expressions,
	context: ReportPorts,
): Promise<AcceptedExpression<GlobalFilters>> {
	const sources = await readSources('--filter', filter, context);
	if (sources.length === 0) return noExpression;
	const {compileFilter} = await import('../../language/compile-expressions.ts');
	return compile(language => compileFilter(sources, language));
}
