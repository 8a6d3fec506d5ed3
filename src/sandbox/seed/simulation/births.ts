import {dayText} from '../../../calendar.ts';
import {sizeDay} from '../values/product-profiles.ts';
import type {Random} from './random.ts';

const monthly = [96, 100, 108, 104, 100, 92, 84, 82, 106, 112, 116, 90] as const;
const weekly = [62, 108, 112, 112, 110, 104, 70] as const;

/** 0 is Sunday; 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => (day + 4) % 7;

/** Returns the relative number of items that appear on a day, by growth, season and day of the week. */
function arrivals(day: number, launch: number): number {
	const month = Number(dayText(day).slice(5, 7)) - 1;
	return (400 + (day - launch)) * (monthly[month] ?? 100) * (weekly[weekday(day)] ?? 100);
}

export type Birth = {readonly number: number; readonly day: number};

/**
 * `count` items, numbered from 0, appear from the launch to the day of the size, and more after it. Item n appears
 * about when n/count of the arrivals until that day are reached.
 */
export function* drawBirths(
	{launch, count}: {launch: number; count: number},
	{after, until}: {after: number; until: number},
	random: Random,
): Generator<Birth> {
	const totals: number[] = [];
	const totalOf = (day: number): number => {
		for (let next = launch + totals.length; next <= day; next++)
			totals.push((totals.at(-1) ?? 0) + arrivals(next, launch));
		return totals[day - launch] ?? 0;
	};
	const all = totalOf(sizeDay);
	// Items with smaller numbers appeared earlier.
	const first = Math.max(0, Math.floor((totalOf(after) * count) / all) - 1);
	let day = Math.max(launch, after);
	for (let number = first; count > 0; number++) {
		random.restart(number);
		const place = number === 0 ? 0 : ((number + random.below(1000) / 1000) / count) * all;
		while (day <= until && totalOf(day) <= place) day++;
		if (day > until) return;
		if (day > after) yield {number, day};
	}
}
