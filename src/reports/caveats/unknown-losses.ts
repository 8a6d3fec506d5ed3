import {addDays, isDay, shiftMonth} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {getLastKnownLoss, type Scope} from './request-caveats.ts';

/** Returns the earliest possible first day of a period; whether periods follow the calendar is undocumented. */
function beginOf(start: string, period: number, unit: string | undefined): string {
	if (period === 0) return start;
	if (unit === 'month') return shiftMonth(start, period);
	return addDays(start, unit === 'week' ? 7 * period - 6 : period);
}

/**
 * Blanks losses that cannot be known yet: for a period that begins after the last day whose losses are all known, the service
 * returns 0 (docs/service.md#churn-retention).
 */
export function withoutUnknownLosses(columns: readonly Column[], scope: Scope): (rows: Iterable<Row>) => Iterable<Row> {
	const lastKnown = getLastKnownLoss(scope);
	const lossesAt = columns.flatMap(({key}, place) => (key === 'lost' || key === 'lostPercent' ? [place] : []));
	const dateAt = columns.findIndex(({kind}) => kind === 'date');
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	if (lastKnown === undefined || lossesAt.length === 0 || (dateAt < 0 && periodAt < 0)) return rows => rows;
	const isUnknown = (row: Row) => {
		const date = row[dateAt];
		const start = isDay(date) && date > scope.first ? date : scope.first;
		return beginOf(start, Number(row[periodAt] ?? 0), columns[periodAt]?.unit) > lastKnown;
	};
	const blank = (row: Row): Row => row.map((cell, place) => (cell === 0 && lossesAt.includes(place) ? null : cell));
	return function* (rows) {
		for (const row of rows) yield isUnknown(row) ? blank(row) : row;
	};
}
