import {reportRows} from '../../contract/reports.ts';
import type {FilterTerm} from '../../language/compile-expressions.ts';
import type {ReportPorts} from '../report-ports.ts';
import {typedSources} from '../request/expression-sources.ts';
import {createExpressions} from '../request/report-expressions.ts';

export type SupportExpression = {
	readonly terms: readonly FilterTerm[];
	/** The text as typed, or in its canonical form if it is long or API JSON. */
	readonly text: string;
	/** Notes about installations without a value, which older versions of the product do not report. */
	readonly lacking: readonly string[];
};

const longest = 80;

/** Throws CliError (usage). */
export async function compileSupport(typed: string, context: ReportPorts): Promise<SupportExpression> {
	const [source = {name: '<expression>', text: typed}] = await typedSources('<expression>', [typed]);
	const {compileUnion} = await import('../../language/compile-expressions.ts');
	const {json, canonical} = await createExpressions(reportRows.current, context).compile(language => {
		const {notes, ...compiled} = compileUnion(source, language);
		const lacking = notes.filter(({code}) => code === 'null').map(({message}) => message);
		return {...compiled, notes, json: {terms: compiled.json, lacking}};
	});
	return {...json, text: typed.startsWith('{') || typed.length > longest ? canonical : typed};
}
