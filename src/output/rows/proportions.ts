import {type Column, numberOf, type Row} from '../dataset.ts';

/** The counts behind a percentage. `count` is null if the rows do not have it. */
export type Counts = {readonly count: number | null; readonly total: number};

export const hasCount = (counts: Counts | null): counts is {readonly count: number; readonly total: number} =>
	counts !== null && counts.count !== null && counts.total > 0;

/** Adds up the base in each row; null if a part is missing. */
function addUpBases(columns: readonly Column[], rows: readonly Row[], keys: readonly string[]) {
	const places = keys.map(key => columns.findIndex(column => column.key === key));
	return rows.map(row => {
		const parts = places.map(place => numberOf(row[place]));
		return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
	});
}

/** Returns the counts behind each cell of a column of percentages; null if they are not in these rows. */
export function getCounts(
	columns: readonly Column[],
	rows: readonly Row[],
	{proportion}: Column,
): readonly (Counts | null)[] {
	if (!proportion) return rows.map(() => null);
	const {part, of} = proportion;
	const totals = addUpBases(columns, rows, of);
	const partAt = columns.findIndex(({key}) => key === part);
	return rows.map((row, at) => {
		const total = totals[at] ?? null;
		return total === null ? null : {count: numberOf(row[partAt]), total};
	});
}
