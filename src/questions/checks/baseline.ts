import {addDays} from '../../calendar.ts';
import {counted} from '../../text/wording.ts';
import type {SavedResult} from '../results/result-history.ts';

/** The saved results that a result is compared with. */

export type Asked = {
	readonly question: string;
	readonly product: number | null;
	readonly day: string;
	readonly taken: string;
};

/** The saved results of the same question and product from days before, the latest of each day, the newest first. */
export function earlierDays(asked: Asked, saved: readonly SavedResult[]): readonly SavedResult[] {
	const byDay = new Map<string, SavedResult>();
	for (const each of saved)
		if (each.question === asked.question && each.product === asked.product && each.day < asked.day)
			byDay.set(each.day, each);
	return [...byDay.values()].sort((one, other) => (one.day < other.day ? 1 : -1));
}

/** Fewer have no middle worth the name. */
const leastForMedian = 3;

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
		return recent.length >= leastForMedian
			? {results: recent}
			: {unknown: `${counted(recent.length, 'result')} in the last 28 days, but a median needs ${leastForMedian}`};
	},
};

export const baselineNames: readonly string[] = Object.keys(rules);

/** The results of a baseline: `previous`, `7d`, `28d-median`, or of another question on the same day. */
export function findBaseline(against: string, asked: Asked, saved: readonly SavedResult[]): Baseline {
	const rule = Object.hasOwn(rules, against) ? rules[against] : undefined;
	if (rule) return rule(earlierDays(asked, saved), asked.day);
	const found = saved.findLast(
		each => each.question === against && each.product === asked.product && each.day === asked.day,
	);
	return found ? {results: [found]} : {unknown: `${against} has no result from ${asked.day}`};
}

/** The results that show which rows were there before: all of the 28 days. */
export const findSeen = (asked: Asked, saved: readonly SavedResult[]): readonly SavedResult[] =>
	earlierDays(asked, saved).filter(({day}) => day >= addDays(asked.day, -28));
