import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {removeLeftovers} from '../../files/temporary-names.ts';
import {isInOwnRepository, validateNoLink} from '../../files/trust/trusted-path.ts';
import type {Mark} from '../../output/dataset.ts';
import {findExcess, type Result, resultText} from './result.ts';

/**
 * The result history: one file `QUESTION/DAY_PRODUCT_TAKEN.json` per result. The names contain everything needed for a list, so that
 * no file has to be opened.
 */

export type SavedResult = {
	readonly question: string;
	readonly product: number | null;
	readonly day: string;
	/** `20260630T235959Z`, with a suffix such as `-2` if several results have the same second. */
	readonly taken: string;
	readonly path: string;
};

export type WorkCalendar = {
	/** Returns why a day is not a working day: `a Saturday`, `a holiday (Easter Monday)`; undefined for a working day. */
	readonly getDayOff: (day: string) => string | undefined;
};

/** Saved results, oldest first, and the function that reads them. */
export type ResultHistory = {
	readonly saved: readonly SavedResult[];
	readonly read: (saved: SavedResult) => Promise<Result>;
	/** The days off that checks compare with their like. */
	readonly calendar?: WorkCalendar | undefined;
	/** Releases and other events, which reasons name. */
	readonly marks?: readonly Mark[];
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
	compare(one.day, other.day) || compare(one.taken, other.taken) || compare(one.question, other.question);

const noneIfMissing = (error: unknown): readonly never[] => {
	if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return [];
	throw error;
};

/** Lists saved results, oldest first; none if the folder does not exist. Links are not followed. Throws CliError (disk). */
export async function listResults(history: string, names: readonly string[] = []): Promise<readonly SavedResult[]> {
	const historyDisk = disk.reportingAs('read', history);
	const entriesIn = (folder: string) => historyDisk.listEntries(folder).catch(noneIfMissing);
	const folders = (await entriesIn(history)).filter(entry => entry.isDirectory() && !entry.name.startsWith('.'));
	const lists = await Promise.all(
		folders
			.filter(({name}) => names.length === 0 || names.includes(name))
			.map(async ({name}) => {
				const files = (await entriesIn(join(history, name))).filter(entry => entry.isFile());
				return files.flatMap(file => parseName(history, name, file.name));
			}),
	);
	return lists.flat().sort(byTime);
}

/** Saves a result atomically, and never replaces another one. Throws CliError (disk). */
export async function saveResult(history: string, result: Result): Promise<SavedResult> {
	const folder = join(history, result.question);
	const text = resultText(result);
	const excess = findExcess(Buffer.from(text));
	if (excess !== undefined)
		throw new CliError('usage', `the result of ${result.question} ${excess}`, {
			hint: 'request less, with a filter, fewer levels, --fields or --limit',
		});
	const folderDisk = disk.reportingAs('write', folder);
	await validateNoLink(folder);
	// Git keeps no permissions: in a repository, results have those of the other files.
	const isShared = await isInOwnRepository(history);
	await folderDisk.makeSafeFolder(folder, isShared ? 0o777 : 0o700);
	await removeLeftovers(folder);
	for (let copy = 1; copy < 1000; copy++) {
		const taken = stampOf(result.taken) + (copy > 1 ? `-${copy}` : '');
		const name = `${result.day}_${result.product ?? 'none'}_${taken}.json`;
		const [saved] = parseName(history, result.question, name);
		if (saved && (await folderDisk.create(saved.path, text, isShared ? 0o666 : 0o600))) return saved;
	}
	throw new CliError('disk', `${folder} already has 1,000 results from the same second`, {
		hint: 'run again a second later, or use another history folder',
	});
}

/** Returns the results from before a day, except the last of each month for each question and product. `saved` is sorted by time. */
export function findPrunable(saved: readonly SavedResult[], before: string): readonly SavedResult[] {
	const monthOf = ({question, product, day}: SavedResult) => `${question}/${product}/${day.slice(0, 7)}`;
	const last = new Map(saved.map(each => [monthOf(each), each.path]));
	return saved.filter(each => each.day < before && last.get(monthOf(each)) !== each.path);
}
