import {addDays, isDay, shiftMonth} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import type {Result} from './result.ts';

/** Figures of a result are final if their period was over and its losses were known. */

type Body = {
	readonly startDate?: unknown;
	readonly stopDate?: unknown;
	readonly daysUntilDeclaredLost?: unknown;
	readonly dateReportedLost?: unknown;
};

/** The range of a report; undefined for lists, which are as of their moment. `last` is the day of the result where it runs until now. */
export type Range = {readonly first: string; readonly last: string; readonly lostAfter: number | undefined};

export function rangeOf({requests, day}: Pick<Result, 'requests' | 'day'>): Range | undefined {
	const body: Body = requests[0]?.body ?? {};
	if (!isDay(body.startDate)) return undefined;
	// Losses that are dated by the day of their declaration are known at once (docs/service.md#churn-retention).
	const isByContact = body.dateReportedLost !== 'dateDeclaredLost';
	return {
		first: body.startDate,
		last: isDay(body.stopDate) ? body.stopDate : day,
		lostAfter: typeof body.daysUntilDeclaredLost === 'number' && isByContact ? body.daysUntilDeclaredLost : undefined,
	};
}

/** The first day after so many periods that begin on a day. Days of a month that has fewer are those of the next. */
function addPeriods(start: string, count: number, unit: string | undefined): string {
	if (unit === 'week') return addDays(start, 7 * count);
	if (unit !== 'month') return addDays(start, count);
	return addDays(shiftMonth(start, count), Number(start.slice(8)) - 1);
}

/** The columns of time of a result. */
export type Time = {readonly dateAt: number; readonly periodAt: number};
export const timeOf = (columns: readonly Column[]): Time => ({
	dateAt: columns.findIndex(({kind, unit}) => kind === 'date' && unit !== undefined),
	periodAt: columns.findIndex(({kind}) => kind === 'period'),
});

/** The first day after what a row is about; undefined for a row of the whole range, and for one without a date. */
export function endOf(
	row: Row,
	{columns, range}: {readonly columns: readonly Column[]; readonly range: Range},
): string | undefined {
	const {dateAt, periodAt} = timeOf(columns);
	const date = row[dateAt];
	const dateEnd = isDay(date) ? addPeriods(date, 1, columns[dateAt]?.unit) : undefined;
	if (periodAt < 0) return dateEnd;
	const period = Number(row[periodAt]);
	// The youngest of a cohort is the last to end a period; without cohorts it came on the last day of the range.
	const start = dateEnd ?? addDays(range.last, 1);
	return Number.isInteger(period) ? addPeriods(start, period + 1, columns[periodAt]?.unit) : undefined;
}

const isLoss = (key: string) => key === 'lost' || key === 'lostPercent';

/** True if a figure is not a loss, or all losses of the range are known: those of a day are once it is `lostAfter` days back. */
export const areLossesKnown = (
	key: string,
	{last, lostAfter}: Pick<Range, 'last' | 'lostAfter'>,
	day: string,
): boolean => !isLoss(key) || lostAfter === undefined || last <= addDays(day, -lostAfter);

/** Says why a figure of a row is not final; undefined if it is. */
export function findDoubt(
	row: Row,
	key: string,
	result: Pick<Result, 'requests' | 'day' | 'columns'>,
): 'unfinished' | 'losses' | 'partial' | undefined {
	const range = rangeOf(result);
	if (!range) return undefined;
	const {columns, day} = result;
	const {dateAt, periodAt} = timeOf(columns);
	const end = endOf(row, {columns, range}) ?? addDays(range.last, 1);
	const date = row[dateAt];
	if (isDay(date) && periodAt < 0 && date < range.first) return 'partial';
	if (end > day) return 'unfinished';
	return areLossesKnown(key, {last: addDays(end, -1), lostAfter: range.lostAfter}, day) ? undefined : 'losses';
}

/** The part of a day that had passed at a moment, 0 to 1. */
export const partOfDay = (taken: string): number => (Date.parse(taken) % 86_400_000) / 86_400_000;
