import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import {reportRows} from '../../contract/reports.ts';
import type {FilterTerm} from '../../language/compile-expressions.ts';
import type {ReportPorts} from '../report-ports.ts';
import {typedSources} from '../request/expression-sources.ts';
import {createExpressions} from '../request/report-expressions.ts';

export type SupportExpression = {
	readonly terms: readonly FilterTerm[];
	/** As typed, if it is one line of text. */
	readonly text: string;
	/** Selects the installations without a value of a property, such as those with an old version of the product. */
	readonly lacking: ReadonlyMap<string, GlobalFilters>;
};

/** Throws CliError (usage). */
export async function compileSupport(typed: string, context: ReportPorts): Promise<SupportExpression> {
	const [source = {name: '<expression>', text: typed}] = await typedSources('<expression>', [typed]);
	const {compileFilter, compileUnion} = await import('../../language/compile-expressions.ts');
	const {compile, resolve} = createExpressions(reportRows.current, context);
	const {json: terms, canonical: text, lacking} = await compile(language => compileUnion(source, language));
	const toNull = (name: string) => ({name, text: `${name} is null`});
	return resolve(language => ({
		terms,
		text: /^\{|\n/.test(typed) ? text : typed,
		lacking: new Map([...lacking.keys()].map(name => [name, compileFilter([toNull(name)], language).json])),
	}));
}
