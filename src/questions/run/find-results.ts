import {readdir} from 'node:fs/promises';
import {resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import type {Mark} from '../../output/dataset.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import type {SavedResult} from '../results/result-history.ts';
import {openFile} from './open-question-file.ts';
import type {FileOptions, QuestionPorts} from './question-ports.ts';

type HistoryOptions = FileOptions & {readonly history: string | undefined};
type HistoryPorts = Pick<QuestionPorts, 'env'> & {
	readonly globals: {readonly products: readonly number[]; readonly chart: boolean; readonly html: string | undefined};
};

/** Returns the history folder. With `--history` no question file is needed. */
export async function findHistory({history, ...options}: HistoryOptions, context: HistoryPorts): Promise<string> {
	if (history === undefined) return (await openFile(options, context)).history;
	return resolve(history);
}

/** Returns what a chart marks. With `--history` there is no question file, and so there are no marks. */
export async function findMarks(
	{history, ...options}: HistoryOptions,
	context: HistoryPorts,
): Promise<readonly Mark[]> {
	const {chart, html} = context.globals;
	if (history !== undefined || (!chart && html === undefined)) return [];
	const {marks, file, history: folder} = await openFile(options, context);
	const {withReleases} = await import('../calendar/release-marks.ts');
	return withReleases(marks, file.questions, await listSaved(folder, context));
}

/** Lists the saved results of the products of `-p`, oldest first. */
export async function listSaved(
	folder: string,
	{globals}: HistoryPorts,
	names?: readonly string[],
): Promise<readonly SavedResult[]> {
	const {listResults} = await import('../results/result-history.ts');
	const saved = await listResults(folder, names);
	return globals.products.length === 0
		? saved
		: saved.filter(({product}) => product !== null && globals.products.includes(product));
}

/** Returns the history folder and the paths of its results. */
export async function openSaved(
	options: HistoryOptions,
	context: HistoryPorts,
): Promise<{readonly folder: string; readonly paths: readonly string[]}> {
	const folder = await findHistory(options, context);
	return {folder, paths: (await listSaved(folder, context)).map(({path}) => path)};
}

/**
 * Lists the results of a question for one product, oldest first. Throws CliError (usage) if there are none, or several products.
 */
export async function listResultsOf(
	folder: string,
	question: string,
	context: HistoryPorts,
): Promise<readonly SavedResult[]> {
	const saved = await listSaved(folder, context, [question]);
	if (saved.length === 0) {
		const names = await readdir(folder).catch(() => []);
		throw new CliError(
			'usage',
			`there is no saved result of '${question}' in ${folder}`,
			suggestion(nearNames(question, names), 'save one: usagectl questions run'),
		);
	}
	const products = [...new Set(saved.map(({product}) => product))];
	if (products.length > 1)
		throw new CliError('usage', `'${question}' has results of several products`, {
			hint: `choose one: -p ${products.join(' or -p ')}`,
		});
	return saved;
}

export function findResultOf(saved: readonly SavedResult[], day: string | undefined, flag: string): SavedResult {
	const found = saved.findLast(each => day === undefined || each.day === day);
	if (found) return found;
	const days = [...new Set(saved.map(each => each.day))];
	throw new CliError(
		'usage',
		`${flag}: there is no result from ${day}`,
		suggestion(nearNames(day ?? '', days), `the latest days are ${days.slice(-3).join(', ')}`),
	);
}
