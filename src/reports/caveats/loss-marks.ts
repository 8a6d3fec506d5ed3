import {addDays, endOfPeriod, firstOfWeek, isDay, shiftMonth} from '../../calendar.ts';
import type {Column, Range, Row} from '../../output/dataset.ts';
import {getLastKnownLoss, type Scope} from './request-caveats.ts';

/** Returns the first day of an age of a cohort, the latest one if its installations reach the age on several days. */
export function getAgeStart({first, last}: Range, age: number, unit: string | undefined): string {
	if (unit === 'month') return shiftMonth(first, age);
	return unit === 'week' ? addDays(firstOfWeek(first), 7 * age) : addDays(last, age);
}

/** Marks the total of lost installations of a range with unknown losses; rows by date or period have a column that does. */
export function withLossTitle(columns: readonly Column[], scope: Scope): readonly Column[] {
	const lastKnown = getLastKnownLoss(scope);
	if (lastKnown === undefined || columns.some(({marksIncomplete}) => marksIncomplete)) return columns;
	const {last = scope.today} = scope;
	if (last <= lastKnown) return columns;
	return columns.map(column => (column.key === 'lost' ? {...column, title: 'Lost so far'} : column));
}

type MapRows = (rows: Iterable<Row>) => Iterable<Row>;

/**
 * Tests for rows whose losses are not all known yet: rows after the last day with known losses. A row by date counts the losses
 * until its end, a period those before its start; the first period has none (docs/service.md#churn-retention).
 */
export function createIsIncomplete(columns: readonly Column[], scope: Scope): (row: Row) => boolean {
	const lastKnown = getLastKnownLoss(scope);
	const dateAt = columns.findIndex(({kind}) => kind === 'date');
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	const countsLosses = columns.some(({key}) => key === 'lost');
	// Rows by period alone count no losses that are not known.
	if (lastKnown === undefined || !countsLosses || dateAt < 0) return () => false;
	return row => {
		const date = row[dateAt];
		if (periodAt < 0) return isDay(date) && endOfPeriod(date, columns[dateAt]?.unit) > lastKnown;
		const age = Number(row[periodAt] ?? 0);
		if (age === 0 || !isDay(date)) return false;
		const [end, last] = [endOfPeriod(date, columns[dateAt]?.unit), scope.last ?? scope.today];
		const cohort = {first: date, last: end < last ? end : last};
		return addDays(getAgeStart(cohort, age, columns[periodAt]?.unit), -1) > lastKnown;
	};
}

/** Completes rows whose last column is `lossesComplete`. */
export function withLossMarks(columns: readonly Column[], scope: Scope): MapRows {
	if (!columns.at(-1)?.marksIncomplete) return rows => rows;
	const isIncomplete = createIsIncomplete(columns, scope);
	return function* (rows) {
		for (const row of rows) yield [...row, !isIncomplete(row)];
	};
}
