import {addDays, dayNumber, weekday} from '../../calendar.ts';
import {counted} from '../../text/wording.ts';
import type {Check} from '../file/question-schema.ts';
import type {SavedResult, WorkCalendar} from '../results/result-history.ts';
import {getWantsNew} from './check-columns.ts';

export type ResultId = {
	readonly question: string;
	readonly product: number | null;
	readonly day: string;
	readonly taken: string;
};

/** Returns the latest result of each earlier day for the same question and product, newest first. */
export function earlierDays(id: ResultId, saved: readonly SavedResult[]): readonly SavedResult[] {
	const byDay = new Map<string, SavedResult>();
	for (const each of saved)
		if (each.question === id.question && each.product === id.product && each.day < id.day) byDay.set(each.day, each);
	return [...byDay.values()].sort((one, other) => (one.day < other.day ? 1 : -1));
}

const minResultsForMedian = 3;
const sameWeekdays = 6;

export type Baseline = {readonly results: readonly SavedResult[]} | {readonly unknown: string};

/** Earlier results, newest first, and those of them that are from days like the checked one: working days, or days off. */
type Earlier = {
	readonly day: string;
	readonly all: readonly SavedResult[];
	readonly like: readonly SavedResult[];
};

const ofMedian = (results: readonly SavedResult[], what: string): Baseline =>
	results.length >= minResultsForMedian
		? {results}
		: {unknown: `${counted(results.length, 'result')} ${what}, but a median needs ${minResultsForMedian}`};

type Rule = (earlier: Earlier) => Baseline;
/** `others` are the weeks to compare with if the day then is not like the checked one. */
type WeeksAgo = {readonly weeks: number; readonly text: string; readonly others: readonly number[]};

export const weeksAgo: ReadonlyMap<string, WeeksAgo> = new Map([
	['7d', {weeks: 1, text: 'seven days ago', others: [2, 3, 4]}],
	['52w', {weeks: 52, text: '52 weeks ago', others: [51, 53, 50, 54]}],
]);

function findWeeksAgo({day, all, like}: Earlier, {weeks, text, others}: WeeksAgo): Baseline {
	const at = (days: number) => all.find(saved => saved.day === addDays(day, -days));
	const nearest = [7 * weeks, 7 * weeks + 1, 7 * weeks - 1].map(at).find(Boolean);
	const isLike = (saved: SavedResult | undefined) => saved !== undefined && like.includes(saved);
	const found = !nearest || isLike(nearest) ? nearest : others.map(count => at(7 * count)).find(isLike);
	return found ? {results: [found]} : {unknown: `no result from ${text} (${addDays(day, -7 * weeks)}, ±1 day)`};
}

const rules: Readonly<Record<string, Rule>> = {
	previous: ({like: [last]}) => (last ? {results: [last]} : {unknown: 'no earlier result'}),
	...Object.fromEntries(Array.from(weeksAgo, ([name, ago]): [string, Rule] => [name, each => findWeeksAgo(each, ago)])),
	'28d-median': ({day, like}) =>
		ofMedian(
			like.filter(saved => saved.day >= addDays(day, -28)),
			'in the last 28 days',
		),
	'same-weekday-median': ({day, like}) =>
		ofMedian(
			like
				.filter(saved => weekday(saved.day) === weekday(day) && saved.day >= addDays(day, -84))
				.slice(0, sameWeekdays),
			'from this weekday in the last 12 weeks',
		),
};

/** Days back to the results that each rule needs at first: for a median of days, each weekday once. */
const neededDays: ReadonlyMap<string, readonly number[]> = new Map([
	['previous', [1]],
	['7d', [7]],
	['52w', [364]],
	['28d-median', [1, 2, 3, 4, 5, 6, 7]],
	['same-weekday-median', [7, 14, 21, 28]],
]);

/** Returns the days before a day whose results a check compares with, if there are no earlier ones yet. */
export function getNeededDays(check: Check, day: string): readonly string[] {
	const isCompared = check.drop !== undefined || check.rise !== undefined;
	const names = [
		...(isCompared ? [check.against ?? 'previous'] : []),
		...(getWantsNew(check) === undefined ? [] : ['previous']),
	];
	return names.flatMap(name => neededDays.get(name) ?? []).map(back => addDays(day, -back));
}

export const baselineNames: readonly string[] = Object.keys(rules);

/** The day of the checked figures, if all are from one day, and the calendar of the file. */
export type CheckedDay = {readonly day: string; readonly calendar: WorkCalendar};

function toEarlier(id: ResultId, saved: readonly SavedResult[], checked: CheckedDay | undefined): Earlier {
	const all = earlierDays(id, saved);
	if (!checked) return {day: id.day, all, like: all};
	const {day, calendar} = checked;
	// The figures of an earlier result are from as many days before it.
	const offset = dayNumber(day) - dayNumber(id.day);
	const isOff = (of: string) => calendar.getDayOff(of) !== undefined;
	return {day: id.day, all, like: all.filter(each => isOff(addDays(each.day, offset)) === isOff(day))};
}

export function findBaseline(
	against: string,
	id: ResultId,
	{saved, checked}: {readonly saved: readonly SavedResult[]; readonly checked?: CheckedDay | undefined},
): Baseline {
	const rule = Object.hasOwn(rules, against) ? rules[against] : undefined;
	if (rule) {
		const earlier = toEarlier(id, saved, checked);
		const found = rule(earlier);
		if (!checked || 'results' in found || earlier.all.length === earlier.like.length) return found;
		const dayOff = checked.calendar.getDayOff(checked.day);
		const isFrom = dayOff === undefined ? 'a working day' : `${dayOff}, compared with days off only`;
		return {unknown: `${checked.day} is ${isFrom}: ${found.unknown}`};
	}
	const found = saved.findLast(each => each.question === against && each.product === id.product && each.day === id.day);
	return found ? {results: [found]} : {unknown: `${against} has no result from ${id.day}`};
}

export const findRecentResults = (id: ResultId, saved: readonly SavedResult[]): readonly SavedResult[] =>
	earlierDays(id, saved).filter(({day}) => day >= addDays(id.day, -28));
