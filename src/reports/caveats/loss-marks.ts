import {addDays, endOfPeriod, isDay, shiftMonth} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {getLastKnownLoss, type Scope} from './request-caveats.ts';

/** Returns the earliest possible first day of a period; whether periods follow the calendar is undocumented. */
function beginOf(start: string, period: number, unit: string | undefined): string {
	if (period === 0) return start;
	if (unit === 'month') return shiftMonth(start, period);
	return addDays(start, unit === 'week' ? 7 * period - 6 : period);
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
	if (lastKnown === undefined || !countsLosses || (dateAt < 0 && periodAt < 0)) return () => false;
	return row => {
		const date = row[dateAt];
		if (periodAt < 0) return isDay(date) && endOfPeriod(date, columns[dateAt]?.unit) > lastKnown;
		const start = isDay(date) && date > scope.first ? date : scope.first;
		const period = Number(row[periodAt] ?? 0);
		return period > 0 && beginOf(start, period, columns[periodAt]?.unit) > lastKnown;
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
