import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {removeLeftovers} from '../../files/temporary-names.ts';
import {parseResult, type Result, resultText} from './result.ts';

/**
 * The result history: one file `QUESTION/DAY_PRODUCT_TAKEN.json` per result. The names contain everything needed for a list, so that
 * no file has to be opened.
 */

/** A saved result, as described by the name of its file. */
export type SavedResult = {
	readonly question: string;
	readonly product: number | null;
	readonly day: string;
	/** `20260630T235959Z`, with a suffix such as `-2` if several results have the same second. */
	readonly taken: string;
	readonly path: string;
};

/** Saved results, oldest first, and the function that reads them. */
export type ResultHistory = {
	readonly saved: readonly SavedResult[];
	readonly read: (saved: SavedResult) => Promise<Result>;
};

const pattern = /^(\d{4}-\d\d-\d\d)_(\d+|none)_(\d{8}T\d{6}Z(?:-\d+)?)\.json$/;
const stampOf = (taken: string) => taken.replace(/\.\d+/, '').replace(/[-:]/g, '');

function parseName(folder: string, question: string, name: string): readonly SavedResult[] {
	const [, day, product, taken] = pattern.exec(name) ?? [];
	if (day === undefined || product === undefined || taken === undefined) return [];
	return [
		{question, day, product: product === 'none' ? null : Number(product), taken, path: join(folder, question, name)},
	];
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const byTime = (one: SavedResult, other: SavedResult) =>
	compare(one.taken, other.taken) || compare(one.question, other.question);

const noneIfMissing = (error: unknown): readonly string[] => {
	if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return [];
	throw error;
};

/** Lists saved results, oldest first; none if the folder does not exist. Throws CliError (disk). */
export async function listResults(history: string, names: readonly string[] = []): Promise<readonly SavedResult[]> {
	const historyDisk = disk.reporting('read', history);
	const namesIn = (folder: string) => historyDisk.list(folder).catch(noneIfMissing);
	const questions = names.length === 0 ? await namesIn(history) : [...new Set(names)];
	const lists = await Promise.all(
		questions
			.filter(name => !name.startsWith('.'))
			.map(async name => (await namesIn(join(history, name))).flatMap(file => parseName(history, name, file))),
	);
	return lists.flat().sort(byTime);
}

/** A larger file cannot be a result and is not read. */
const maxBytes = 64 * 1024 * 1024;

/** Throws CliError: damaged, disk. */
export async function readResult({path}: Pick<SavedResult, 'path'>): Promise<Result> {
	const {size} = await disk.stat(path);
	return parseResult(size > maxBytes ? '' : await disk.readText(path), path);
}

/** Creates a reader of saved results that reads each file once. */
export function createResultReader(): ResultHistory['read'] {
	const results = new Map<string, Promise<Result>>();
	return saved => {
		const result = results.get(saved.path) ?? readResult(saved);
		results.set(saved.path, result);
		return result;
	};
}

/** Saves a result atomically, and never replaces another one. Throws CliError (disk). */
export async function saveResult(history: string, result: Result): Promise<SavedResult> {
	const folder = join(history, result.question);
	const text = resultText(result);
	const folderDisk = disk.reporting('write', folder);
	await folderDisk.makeFolder(folder);
	await removeLeftovers(folder);
	for (let copy = 1; copy < 1000; copy++) {
		const taken = stampOf(result.taken) + (copy > 1 ? `-${copy}` : '');
		const name = `${result.day}_${result.product ?? 'none'}_${taken}.json`;
		const [saved] = parseName(history, result.question, name);
		if (saved && (await folderDisk.create(saved.path, text, 0o666))) return saved;
	}
	throw new CliError('disk', `${folder} already has 1,000 results from the same second`, {
		hint: 'run again a second later, or use another history folder',
	});
}

/** Throws CliError (disk). */
export const removeResult = ({path}: SavedResult): Promise<void> => disk.remove(path);

/** Returns the results from before a day, except the last of each month for each question and product. `saved` is sorted by time. */
export function findPrunable(saved: readonly SavedResult[], before: string): readonly SavedResult[] {
	const monthOf = ({question, product, day}: SavedResult) => `${question}/${product}/${day.slice(0, 7)}`;
	const last = new Map(saved.map(each => [monthOf(each), each.path]));
	return saved.filter(each => each.day < before && last.get(monthOf(each)) !== each.path);
}
