import {dayNumber, dayText, firstOfMonth} from '../../calendar.ts';
import type {DateSplit} from '../../contract/request-words.ts';
import {raw, type Sql, sql} from './sql-template.ts';

/** A period (day, week or month) is identified by its first day, counted from 1970-01-01. */

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
export function firstDay(day: number, split: DateSplit): number {
	if (split === 'day') return day;
	if (split === 'month') return dayNumber(firstOfMonth(dayText(day)));
	return day - ((day + 3) % 7);
}

export type Periods = {
	/** The first days of all periods that the range touches. The first one can be before the range. */
	readonly firsts: readonly number[];
	readonly of: (day: Sql) => Sql;
};

export function createPeriods(range: {from: number; to: number}, split: DateSplit): Periods {
	const byDay = Array.from({length: Math.max(0, range.to - range.from + 1)}, (_, index) =>
		firstDay(range.from + index, split),
	);
	return {
		firsts: [...new Set(byDay)],
		// A list lookup is faster than date arithmetic.
		of: day => (split === 'day' ? day : sql`(${byDay})[${day} - ${raw(String(range.from))} + 1]`),
	};
}

/**
 * Selects the first row of `activity` of an installation in the period that begins on `first`, or in the range, which
 * can begin later. Counting these rows counts active installations without a DISTINCT.
 */
export const isFirstOf = (first: Sql, from: number): Sql =>
	sql`(previousDate IS NULL OR previousDate < greatest(${first}, ${from}))`;
