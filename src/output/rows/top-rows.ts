import {type Cell, type Column, createIsAdditive, isFigure, type Row, rounded} from '../dataset.ts';
import {completeSum} from './compare-rows.ts';
import {sortRows} from './order-rows.ts';

export const shareColumn: Column = {key: 'share', title: 'Share %', kind: 'percent', unit: '%'};

const addUp = (rows: readonly Row[], place: number) => rows.reduce((sum, row) => sum + Number(row[place] ?? 0), 0);
/** Rounds because sums of fractions carry noise in their last digits. */
const toPercent = (part: number, whole: number) => Math.round((10_000 * part) / whole) / 100;

/**
 * Adds each row's share of a total in percent; null if the row or the total has none. If the figure has no total over these rows,
 * uses the first one that does.
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

/** Adds up totals and shares where possible; averages and percentages have no sum, and a change is computed from the sums. */
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

/** Keeps the `count` rows with the largest figure and adds a row `other` for the rest. */
export function keepTop(
	columns: readonly Column[],
	rows: readonly Row[],
	{count, size}: {readonly count: number; readonly size: string},
): readonly Row[] {
	const sorted = sortRows(columns, rows, {key: size, isDescending: true});
	const rest = sorted.slice(count);
	return rest.length === 0 ? sorted : [...sorted.slice(0, count), toOther(columns, rest)];
}
