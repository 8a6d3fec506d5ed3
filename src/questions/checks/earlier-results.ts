import {countDays} from '../../calendar.ts';
import type {Check} from '../file/question-schema.ts';
import {createByteBudget} from '../results/read-results.ts';
import {findDifference, findNamePlaces, keyOf, type Result} from '../results/result.ts';
import type {ResultHistory, SavedResult} from '../results/result-history.ts';
import {partOfDay, rangeOf, timeOf} from '../results/result-periods.ts';
import {weeksAgo} from './baseline.ts';
import {type Figures, readFigures} from './check-figures.ts';

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
		isCut ||= earlier.isCut;
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
	readonly isCut: boolean;
};

const maxShareDifference = 0.05;

function findRunningDay(result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	if (!range || range.last < result.day) return undefined;
	const partOf = ({taken, isLater}: Result) => (isLater ? 1 : partOfDay(taken));
	const unlike = Math.abs(partOf(result) - partOf(other)) / countDays(range);
	const at = ({taken, isLater}: Result) => (isLater ? 'the end of the day' : taken.slice(11, 16));
	return unlike > maxShareDifference
		? `the results contain different parts of the current day (they were run at ${at(result)} and ${at(other)})`
		: undefined;
}

/** Returns the reason why a result cannot replace the one from whole weeks ago. Ranges of a week or more contain all weekdays, so they can. */
function findOtherWeekday({against}: Check, result: Result, other: Result): string | undefined {
	const range = rangeOf(result);
	const ago = weeksAgo.get(against ?? '');
	if (ago === undefined || !range || (countDays({first: other.day, last: result.day}) - 1) % 7 === 0) return undefined;
	const isByDay = result.columns[timeOf(result.columns).dateAt]?.unit === 'day';
	if (!isByDay && countDays(range) >= 7) return undefined;
	return `no result from ${ago.text}, and ${other.day} is a different day of the week`;
}

const findUnlikeRanges = (check: Check, result: Result, other: Result): string | undefined =>
	findRunningDay(result, other) ?? findOtherWeekday(check, result, other);

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
		sides.push({difference, figures, isCut: earlier.isCut});
	}
	return sides;
}
