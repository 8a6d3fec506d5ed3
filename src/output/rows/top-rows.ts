import {type Cell, type Column, createIsAdditive, isFigure, isTotal, type Row, rounded, toPercent} from '../dataset.ts';
import {completeSum} from './compare-rows.ts';
import {sortRows} from './order-rows.ts';

/** Returns `Share of active %`; without a base the column is empty. */
export const shareColumn = (base: Column | undefined): Column => ({
	key: 'share',
	title: base === undefined ? 'Share %' : `Share of ${(base.noun ?? base.title).toLowerCase()} %`,
	kind: 'percent',
	unit: '%',
	...(base?.unit === 'installations' ? {proportion: {part: base.key, of: [base.key], isOfAll: true}} : {}),
});

const addUp = (rows: readonly Row[], place: number) => rows.reduce((sum, row) => sum + Number(row[place] ?? 0), 0);
/**
 * Returns the column whose sum is 100 %: the one with the key `size`, or the first that can be added up. `isRepeated`: rows may
 * count an installation again.
 */
export function findShareBase(columns: readonly Column[], size: string, isRepeated: boolean): Column | undefined {
	const isAdditive = (column: Column) => isTotal(column) && !(isRepeated && column.unit === 'installations');
	return [...columns.filter(({key}) => key === size), ...columns].find(isAdditive);
}

/** Adds each row's share of the sum of `base` in percent; null if the row or the sum has none. */
export function addShares(columns: readonly Column[], rows: readonly Row[], base: Column | undefined): readonly Row[] {
	const place = columns.findIndex(({key}) => key === base?.key);
	const total = addUp(rows, place);
	return rows.map(row => {
		const part = row[place];
		return [...row, typeof part === 'number' && total > 0 ? toPercent(part, total) : null];
	});
}

/** Adds up totals where possible; averages and percentages have no sum, and a change is computed from the sums. */
function toOther(columns: readonly Column[], rows: readonly Row[]): Row {
	const firstFigure = columns.findIndex(isFigure);
	const labelAt = columns.findLastIndex(
		({key}, place) => place < firstFigure && key !== 'figure' && rows.some(row => row[place] !== null),
	);
	const isAdditive = createIsAdditive(columns, rows);
	const sum = columns.map((column, place): Cell => {
		if (place === labelAt) return 'other';
		if (column.key === 'figure') return rows[0]?.[place] ?? null;
		const hasFigure = isAdditive(column) && rows.some(row => typeof row[place] === 'number');
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
