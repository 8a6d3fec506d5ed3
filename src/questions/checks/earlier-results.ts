import type {Check} from '../file/question-schema.ts';
import {createByteBudget} from '../results/read-results.ts';
import {findDifference, findNamePlaces, keyOf, mayLackRows, type Result} from '../results/result.ts';
import type {ResultHistory, SavedResult} from '../results/result-history.ts';
import {type Figures, readFigures} from './check-figures.ts';
import {findUnlikeRanges} from './unlike-ranges.ts';

/** Reads earlier results one after the other and keeps only what a check needs, so that a large history takes little memory. */

const maxMemoryMiB = 16;
/** Estimated memory of an entry beside its text. */
const bytesPerEntry = 100;
const createMemoryBudget = () => createByteBudget(maxMemoryMiB, 'the rows to compare');

/** The rows of earlier results. */
export type SeenRows = {
	readonly results: number;
	/** The number of results with the same command line, service and product. */
	readonly comparable: number;
	readonly isCut: boolean;
	/** The keys of the rows of comparable results. */
	readonly keys: ReadonlySet<string>;
};

/** Throws CliError (damaged) if a result is damaged or there is too much to compare. */
export async function readSeenRows(
	result: Result,
	saved: readonly SavedResult[],
	read: ResultHistory['read'],
): Promise<SeenRows> {
	const addMemory = createMemoryBudget();
	const keys = new Set<string>();
	let comparable = 0;
	let isCut = false;
	for (const each of saved) {
		const earlier = await read(each);
		if (findDifference(result, earlier) !== undefined) continue;
		comparable++;
		isCut ||= mayLackRows(earlier);
		const places = findNamePlaces(earlier.columns);
		for (const row of earlier.rows) {
			const key = keyOf(row, places);
			if (keys.has(key)) continue;
			addMemory(key.length + bytesPerEntry);
			keys.add(key);
		}
	}
	return {results: saved.length, comparable, isCut, keys};
}

export type BaselineSide = {
	/** The reason why the result cannot be compared. */
	readonly difference: string | undefined;
	readonly figures: Figures;
	readonly mayLackRows: boolean;
};

/** Throws CliError (damaged) if a result is damaged or there is too much to compare. */
export async function readBaselineSides(
	{check, result}: {readonly check: Check; readonly result: Result},
	saved: readonly SavedResult[],
	read: ResultHistory['read'],
): Promise<readonly BaselineSide[]> {
	const addMemory = createMemoryBudget();
	const sides: BaselineSide[] = [];
	for (const each of saved) {
		const earlier = await read(each);
		const isOther = each.question !== result.question;
		const difference =
			(isOther ? undefined : findDifference(result, earlier)) ?? findUnlikeRanges(check, result, earlier);
		const figures = readFigures(earlier, check);
		if ('groups' in figures)
			for (const [key, {label}] of figures.groups) addMemory(key.length + label.length + bytesPerEntry);
		sides.push({difference, figures, mayLackRows: mayLackRows(earlier)});
	}
	return sides;
}
