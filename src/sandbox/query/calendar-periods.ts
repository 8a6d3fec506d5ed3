import {dayNumber, dayText, firstOfMonth} from '../../calendar.ts';
import type {DateSplit} from '../../contract/request-words.ts';
import {raw, type Sql, sql} from './sql-template.ts';

/** Days, weeks and months. A period is identified by its first day, counted from 1970-01-01. */

/** First day of the period that a day belongs to. Weeks begin on Monday; 1970-01-01 was a Thursday. */
export function firstDay(day: number, split: DateSplit): number {
	if (split === 'day') return day;
	if (split === 'month') return dayNumber(firstOfMonth(dayText(day)));
	return day - ((day + 3) % 7);
}

export type Periods = {
	/** First days of all periods that the range touches, in order; the first one may lie before it. */
	readonly firsts: readonly number[];
	/** First day of the period of a day of the range, in SQL. */
	readonly of: (day: Sql) => Sql;
};

/** The periods of a range of days, both ends included. */
export function createPeriods(range: {from: number; to: number}, split: DateSplit): Periods {
	const byDay = Array.from({length: Math.max(0, range.to - range.from + 1)}, (_, index) =>
		firstDay(range.from + index, split),
	);
	return {
		firsts: [...new Set(byDay)],
		// A look-up in a list is faster than date arithmetic.
		of: day => (split === 'day' ? day : sql`(${byDay})[${day} - ${raw(String(range.from))} + 1]`),
	};
}

/**
 * Condition that a row of `activity` is the first one of its installation in the period that begins at a day, or in the
 * range, which may begin later. Counting these rows counts active installations without comparing them.
 */
export const isFirstOf = (first: Sql, from: number): Sql =>
	sql`(previousDate IS NULL OR previousDate < greatest(${first}, ${from}))`;
