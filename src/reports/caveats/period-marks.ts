import {endOfPeriod, isDay} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import type {Scope} from './request-caveats.ts';

/** Dates of rows, and of cohorts. */
const findDate = (columns: readonly Column[]) => columns.findIndex(({kind}) => kind === 'date');

/** Adds the last column of reports by date or cohort. */
export function withPeriodColumn(columns: readonly Column[]): readonly Column[] {
	const date = columns[findDate(columns)];
	const title = date?.key === 'date' ? 'Period' : 'Cohort';
	return date ? [...columns, {key: 'complete', title, kind: 'boolean', marksIncomplete: true}] : columns;
}

/** Adds to each row by date or cohort whether the range covers its whole day, week or month, and whether that is over. */
export function withPeriodMarks(
	columns: readonly Column[],
	{first, last, today}: Scope,
): (rows: Iterable<Row>) => Iterable<Row> {
	const dateAt = findDate(columns);
	if (dateAt < 0) return rows => rows;
	const isComplete = (date: Row[number] | undefined) => {
		if (!isDay(date)) return true;
		const end = endOfPeriod(date, columns[dateAt]?.unit);
		return date >= first && end < today && (last === undefined || end <= last);
	};
	return function* (rows) {
		for (const row of rows) yield [...row, isComplete(row[dateAt])];
	};
}
