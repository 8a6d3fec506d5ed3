import {addDays, isDay, shiftMonth} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import type {Result} from './result.ts';

/** A figure is final if its period is complete and its losses no longer change. */

type Body = {
	readonly startDate?: unknown;
	readonly stopDate?: unknown;
	readonly daysUntilDeclaredLost?: unknown;
	readonly dateReportedLost?: unknown;
};

/** The range of a report. If it runs until now, `last` is the day of the result. Lists have no range. */
export type Range = {readonly first: string; readonly last: string; readonly lostAfter: number | undefined};

export function rangeOf({requests, day}: Pick<Result, 'requests' | 'day'>): Range | undefined {
	const body: Body = requests[0]?.body ?? {};
	if (!isDay(body.startDate)) return undefined;
	// Losses dated by the day of their declaration are final at once (docs/service.md#churn-retention).
	const isByContact = body.dateReportedLost !== 'dateDeclaredLost';
	return {
		first: body.startDate,
		last: isDay(body.stopDate) ? body.stopDate : day,
		lostAfter: typeof body.daysUntilDeclaredLost === 'number' && isByContact ? body.daysUntilDeclaredLost : undefined,
	};
}

/** A day that the resulting month lacks overflows into the next month. */
function addPeriods(start: string, count: number, unit: string | undefined): string {
	if (unit === 'week') return addDays(start, 7 * count);
	if (unit !== 'month') return addDays(start, count);
	return addDays(shiftMonth(start, count), Number(start.slice(8)) - 1);
}

/** The positions of the columns with dates and with numbered periods; -1 if there is none. */
export type Time = {readonly dateAt: number; readonly periodAt: number};
export const timeOf = (columns: readonly Column[]): Time => ({
	dateAt: columns.findIndex(({kind, unit}) => kind === 'date' && unit !== undefined),
	periodAt: columns.findIndex(({kind}) => kind === 'period'),
});

/** Returns the first day after the period of a row; undefined for rows without a date or period. */
export function endOf(
	row: Row,
	{columns, range}: {readonly columns: readonly Column[]; readonly range: Range},
): string | undefined {
	const {dateAt, periodAt} = timeOf(columns);
	const date = row[dateAt];
	const dateEnd = isDay(date) ? addPeriods(date, 1, columns[dateAt]?.unit) : undefined;
	if (periodAt < 0) return dateEnd;
	const period = Number(row[periodAt]);
	// The youngest installation of a cohort completes a period last; without cohorts it was added on the last day of the range.
	const start = dateEnd ?? addDays(range.last, 1);
	return Number.isInteger(period) ? addPeriods(start, period + 1, columns[periodAt]?.unit) : undefined;
}

export const isEngaged = (key: string) => key === 'engaged' || key === 'engagedPercent';
export const isLoss = (key: string) => key === 'lost' || key === 'lostPercent';

/** True if a figure is not a loss, or if the losses of the range are final: those of a day are final `lostAfter` days later. */
export const areLossesKnown = (
	key: string,
	{last, lostAfter}: Pick<Range, 'last' | 'lostAfter'>,
	day: string,
): boolean => !isLoss(key) || lostAfter === undefined || last <= addDays(day, -lostAfter);

export function findDoubt(
	row: Row,
	key: string,
	result: Pick<Result, 'requests' | 'day' | 'columns'>,
): 'unfinished' | 'losses' | 'partial' | undefined {
	const range = rangeOf(result);
	if (!range) return undefined;
	const {columns, day} = result;
	const {dateAt, periodAt} = timeOf(columns);
	// Rows of several cohorts leave out those that may still change.
	if (periodAt >= 0 && columns.some(({key}) => key === 'installations')) return undefined;
	const end = endOf(row, {columns, range}) ?? addDays(range.last, 1);
	const date = row[dateAt];
	if (isDay(date) && periodAt < 0 && date < range.first) return 'partial';
	if (end > day) return 'unfinished';
	return areLossesKnown(key, {last: addDays(end, -1), lostAfter: range.lostAfter}, day) ? undefined : 'losses';
}

/** Returns the fraction of the UTC day that had passed, from 0 to 1. */
export const partOfDay = (taken: string): number => (Date.parse(taken) % 86_400_000) / 86_400_000;
