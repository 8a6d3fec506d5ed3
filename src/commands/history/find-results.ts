import {readdir} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {Context} from '../../cli/definition/command.ts';
import {type Options, optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import type {SavedResult} from '../../questions/results/result-history.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {fileFlags, openFile} from '../questions/open-question-file.ts';

/** Finds the kept answers that a command of `history` is about. */

export const historyFlags = {
	history: optional({
		flags: '--history <dir>',
		summary: 'Folder of the result history (default: the one of the question file)',
		parse: text,
		complete: 'directory',
	}),
	...fileFlags,
};

/** The folder of kept answers. With `--history` no file of questions is needed. */
export async function findHistory(
	{history, ...options}: Options<typeof historyFlags>,
	context: Context,
): Promise<string> {
	if (history === undefined) return (await openFile(options, context)).history;
	return resolve(history);
}

/** The kept answers, all or of these questions, and of the products of `-p`, the oldest first. */
export async function listKept(
	folder: string,
	{globals}: Context,
	names?: readonly string[],
): Promise<readonly SavedResult[]> {
	const {listResults} = await import('../../questions/results/result-history.ts');
	const kept = await listResults(folder, names);
	return globals.products.length === 0
		? kept
		: kept.filter(({product}) => product !== null && globals.products.includes(product));
}

/** The answers of one question for one product, the oldest first. Throws CliError usage where there is none, or several products have some. */
export async function listOne(folder: string, question: string, context: Context): Promise<readonly SavedResult[]> {
	const kept = await listKept(folder, context, [question]);
	if (kept.length === 0) {
		const names = await readdir(folder).catch(() => []);
		throw new CliError(
			'usage',
			`there is no saved result of '${question}' in ${folder}`,
			suggestion(nearNames(question, names), 'save one: usagectl questions run'),
		);
	}
	const products = [...new Set(kept.map(({product}) => product))];
	if (products.length > 1)
		throw new CliError('usage', `'${question}' has results of several products`, {
			hint: `choose one: -p ${products.join(' or -p ')}`,
		});
	return kept;
}

/** The last answer of a day, or the last one at all. Throws CliError usage where there is none. */
export function findOfDay(kept: readonly SavedResult[], day: string | undefined, flag: string): SavedResult {
	const found = kept.findLast(each => day === undefined || each.day === day);
	if (found) return found;
	const days = [...new Set(kept.map(each => each.day))];
	throw new CliError(
		'usage',
		`${flag}: there is no result from ${day}`,
		suggestion(nearNames(day ?? '', days), `the latest days are ${days.slice(-3).join(', ')}`),
	);
}
