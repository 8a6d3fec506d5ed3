import {type Cell, type Column, createIsAdditive, isFigure, type Row, rounded} from '../dataset.ts';
import {completeSum} from './compare-rows.ts';
import {sortRows} from './order-rows.ts';

/** Shares of a total, and the largest rows with one for all others. */

export const shareColumn: Column = {key: 'share', title: 'Share %', kind: 'percent', unit: '%'};

const addUp = (rows: readonly Row[], place: number) => rows.reduce((sum, row) => sum + Number(row[place] ?? 0), 0);
/** Sums of fractions carry noise in their last digits. */
const toPercent = (part: number, whole: number) => Math.round((10_000 * part) / whole) / 100;

/**
 * The rows with the share of each in the total of a figure, in percent; null where the row or the total has none. Of a figure that
 * has no total over these rows, the first one that has.
 */
export function addShares(columns: readonly Column[], rows: readonly Row[], size: string): readonly Row[] {
	const isAdditive = createIsAdditive(columns, rows);
	const wanted = columns.findIndex(({key}) => key === size);
	const place = columns[wanted] && !isAdditive(columns[wanted]) ? columns.findIndex(isAdditive) : wanted;
	const total = addUp(rows, place);
	return rows.map(row => {
		const part = row[place];
		return [...row, typeof part === 'number' && total > 0 ? toPercent(part, total) : null];
	});
}

/** A row for all of these: totals and shares are added up where they can be, averages and percentages have no sum, a change is one of the sums. */
function toOther(columns: readonly Column[], rows: readonly Row[]): Row {
	const firstFigure = columns.findIndex(isFigure);
	const labelAt = columns.findLastIndex((_, place) => place < firstFigure && rows.some(row => row[place] !== null));
	const isAdditive = createIsAdditive(columns, rows);
	const sum = columns.map((column, place): Cell => {
		if (place === labelAt) return 'other';
		const isSum = isAdditive(column) || column.key === shareColumn.key;
		const hasFigure = isSum && rows.some(row => typeof row[place] === 'number');
		return hasFigure ? rounded(addUp(rows, place)) : null;
	});
	return completeSum(columns, sum, rows);
}

/** The `count` rows with the largest figure, and one row `other` for the rest. */
export function keepTop(
	columns: readonly Column[],
	rows: readonly Row[],
	{count, size}: {readonly count: number; readonly size: string},
): readonly Row[] {
	const sorted = sortRows(columns, rows, {key: size, isDescending: true});
	const rest = sorted.slice(count);
	return rest.length === 0 ? sorted : [...sorted.slice(0, count), toOther(columns, rest)];
}
