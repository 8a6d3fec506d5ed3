import type {GlobalFilters} from '../../contract/filters.ts';
import type {ReportPath} from '../../contract/reports.ts';
import type {Compiled} from '../../language/compile.ts';
import type {LanguageContext} from '../../language/context.ts';
import type {Context} from '../command.ts';
import {type FilterFlags, readFilterSources} from '../sources.ts';

/** An expression that was read: what is sent, and the same in words. */
export type Resolved<Json> = Pick<Compiled<Json>, 'json' | 'canonical'> & {
	readonly notes: readonly string[];
	/** Whose values are compared, where it is not the latest known one. */
	readonly surprises: readonly string[];
};

/** No expression: the language, 110 KB, is not loaded to say so. */
export const nothing = {json: {}, canonical: '', notes: [], surprises: []} as const;

/** What expressions of a report are checked against. */
export const languageContext = (
	report: ReportPath,
	{today, globals}: Pick<Context, 'today' | 'globals'>,
): LanguageContext => ({today, report, anyCode: globals.anyCode});

/** Says what looks wrong; with `--strict` that is the end (CliError of kind usage). */
export async function accept<Json>(compiled: Compiled<Json>, context: Context): Promise<Resolved<Json>> {
	for (const {message} of compiled.warnings) await context.warn(message);
	const surprises = compiled.notes.filter(({code}) => code === 'basis');
	const notes = compiled.notes.filter(({code}) => code !== 'basis');
	return {...compiled, notes: notes.map(({message}) => message), surprises: surprises.map(({message}) => message)};
}

/** The filters of a report, `{}` when there are none. Throws CliError of kind usage with the place of the fault. */
export async function resolveFilters(
	flags: FilterFlags,
	report: ReportPath,
	context: Context,
): Promise<Resolved<GlobalFilters>> {
	const sources = await readFilterSources(flags, context);
	if (sources.length === 0) return nothing;
	const {compileFilter} = await import('../../language/compile.ts');
	return accept(compileFilter(sources, languageContext(report, context)), context);
}
