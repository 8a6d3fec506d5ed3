import {getWilsonInterval, type Interval} from '../../statistics/intervals.ts';
import {type Cell, type Column, numberOf, type Row, toPercent} from '../dataset.ts';
import {type Counts, getCounts, hasCount} from './proportions.ts';

const hasInterval = ({proportion}: Column) => proportion?.part !== undefined;

/** Keys of the columns with the ends of the interval of a percentage. */
export const intervalKeys = ({key}: Column) => ({low: `${key}Low`, high: `${key}High`});

export function intervalColumns(column: Column): readonly Column[] {
	const {low, high} = intervalKeys(column);
	const end = {kind: 'percent', unit: '%'} as const;
	return [
		{key: low, title: `${column.title} low`, ...end},
		{key: high, title: `${column.title} high`, ...end},
	];
}

/** Adds columns for both ends of the interval after each percentage that has its counts. */
export const withIntervalColumns = (columns: readonly Column[]): readonly Column[] =>
	columns.flatMap(column => [column, ...(hasInterval(column) ? intervalColumns(column) : [])]);

/** Returns both ends in percent; nulls without an interval. */
export const toEnds = (interval: Interval | undefined): Row =>
	interval ? [toPercent(interval.low, 1), toPercent(interval.high, 1)] : [null, null];

export const getEnds = (cell: Cell, counts: Counts | null): Row =>
	toEnds(numberOf(cell) !== null && hasCount(counts) ? getWilsonInterval(counts.count, counts.total) : undefined);

/** Fills the columns that withIntervalColumns adds: Wilson score intervals of 95 %, in percent. */
export function addIntervals(columns: readonly Column[], rows: readonly Row[]): readonly Row[] {
	const counts = columns.map(column => (hasInterval(column) ? getCounts(columns, rows, column) : undefined));
	return rows.map((row, at) =>
		row.flatMap((cell, place) => {
			const own = counts[place];
			return own ? [cell, ...getEnds(cell, own[at] ?? null)] : [cell];
		}),
	);
}
