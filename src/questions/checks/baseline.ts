import {addDays} from '../../calendar.ts';
import {counted} from '../../text/wording.ts';
import type {SavedResult} from '../results/result-history.ts';

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

export type Baseline = {readonly results: readonly SavedResult[]} | {readonly unknown: string};

const rules: Readonly<Record<string, (earlier: readonly SavedResult[], day: string) => Baseline>> = {
	previous: ([last]) => (last ? {results: [last]} : {unknown: 'no earlier result'}),
	'7d': (earlier, day) => {
		const wanted = [-7, -8, -6].map(days => addDays(day, days));
		const found = wanted.map(each => earlier.find(saved => saved.day === each)).find(Boolean);
		return found ? {results: [found]} : {unknown: `no result from seven days ago (${addDays(day, -7)}, ±1 day)`};
	},
	'28d-median': (earlier, day) => {
		const recent = earlier.filter(saved => saved.day >= addDays(day, -28));
		return recent.length >= minResultsForMedian
			? {results: recent}
			: {unknown: `${counted(recent.length, 'result')} in the last 28 days, but a median needs ${minResultsForMedian}`};
	},
};

export const baselineNames: readonly string[] = Object.keys(rules);

export function findBaseline(against: string, id: ResultId, saved: readonly SavedResult[]): Baseline {
	const rule = Object.hasOwn(rules, against) ? rules[against] : undefined;
	if (rule) return rule(earlierDays(id, saved), id.day);
	const found = saved.findLast(each => each.question === against && each.product === id.product && each.day === id.day);
	return found ? {results: [found]} : {unknown: `${against} has no result from ${id.day}`};
}

export const findRecentResults = (id: ResultId, saved: readonly SavedResult[]): readonly SavedResult[] =>
	earlierDays(id, saved).filter(({day}) => day >= addDays(id.day, -28));
