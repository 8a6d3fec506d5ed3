import {endOfPeriod, isDay} from '../../calendar.ts';
import type {Column, Row} from '../../output/dataset.ts';
import type {Scope} from './request-caveats.ts';

const completeColumn: Column = {key: 'complete', title: 'Period', kind: 'boolean', tellsComplete: true};

const findDate = (columns: readonly Column[]) => columns.findIndex(({key, kind}) => key === 'date' && kind === 'date');

/** Adds the last column of reports by date. */
export const withPeriodColumn = (columns: readonly Column[]): readonly Column[] =>
	findDate(columns) < 0 ? columns : [...columns, completeColumn];

/** Adds to each row by date whether the range covers its whole day, week or month, and whether that is over. */
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
