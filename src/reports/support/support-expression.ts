import {reportRows} from '../../contract/reports.ts';
import type {ReportPorts} from '../report-ports.ts';
import {typedSources} from '../request/expression-sources.ts';
import {createExpressions} from '../request/report-expressions.ts';

export type SupportExpression = Awaited<ReturnType<typeof compileSupport>>;

/** Returns also the filters of installations without a value of a property. Throws CliError (usage). */
export async function compileSupport(typed: string, context: ReportPorts) {
	const [source = {name: '<expression>', text: typed}] = await typedSources('<expression>', [typed]);
	const {compileFilter, compileUnion} = await import('../../language/compile-expressions.ts');
	const {compile, resolve} = createExpressions(reportRows.current, context);
	const {json: terms, canonical: text, lacking} = await compile(language => compileUnion(source, language));
	const toNull = (name: string) => ({name, text: `${name} is null`});
	return resolve(language => ({
		terms,
		// As typed, if it is one line of text.
		text: /^\{|\n/.test(typed) ? text : typed,
		lacking: new Map([...lacking.keys()].map(name => [name, compileFilter([toNull(name)], language).json])),
	}));
}
