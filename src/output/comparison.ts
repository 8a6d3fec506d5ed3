import {type Cell, type Column, isFigure, isTotal, type Row} from './dataset.ts';

/** Two answers to the same question for two ranges, row by row and figure by figure. */
export type Side = {
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	/** How many days a row covers. */
	readonly days: (row: Row) => number;
	/** Why the counts of a row are incomplete; undefined where they are complete. */
	readonly doubt: (row: Row) => string | undefined;
};

const outcome: readonly Column[] = [
	{key: 'figure', title: 'Figure', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'number'},
	{key: 'baseline', title: 'Baseline', kind: 'number'},
	{key: 'delta', title: 'Delta', kind: 'number'},
	{key: 'deltaPercent', title: 'Delta %', kind: 'percent', unit: '%'},
	{key: 'reason', title: 'Not comparable', kind: 'text'},
];

/** The columns of a comparison: the labels of a row, its date in the baseline where rows have dates, and the outcome. */
export function comparisonColumns(columns: readonly Column[]): readonly Column[] {
	const about = columns.filter(column => !isFigure(column));
	const dated = about.some(({kind}) => kind === 'date');
	return [
		...about,
		...(dated ? [{key: 'baselineDate', title: 'Baseline date', kind: 'date'} as const] : []),
		...outcome,
	];
}

type Keyed = {readonly row: Row; readonly date: Cell};

/** Rows by their labels. Dates count from the first, so that the n-th day is compared with the n-th day. */
function keyRows({columns, rows}: Side): ReadonlyMap<string, Keyed> {
	const about = columns.map((column, index) => ({column, index})).filter(({column}) => !isFigure(column));
	const dates = new Map<Cell, number>();
	const keyed = new Map<string, Keyed>();
	for (const row of rows) {
		let date: Cell = null;
		const parts = about.map(({column, index}) => {
			const cell = row[index] ?? null;
			if (column.kind !== 'date') return cell;
			date = cell;
			if (!dates.has(cell)) dates.set(cell, dates.size);
			return dates.get(cell) ?? null;
		});
		keyed.set(JSON.stringify(parts), {row, date});
	}
	return keyed;
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

type Pair<T> = readonly [T, T];

/** Why the totals of two rows cannot be compared; undefined where they can. */
function doubtOf([now, then]: Pair<Side>, [own, other]: Pair<Row | undefined>): string | undefined {
	if (!own || !other) return undefined;
	const doubt = now.doubt(own) ?? then.doubt(other);
	if (doubt !== undefined) return doubt;
	const [mine, theirs] = [now.days(own), then.days(other)];
	return mine === theirs ? undefined : `${mine} days against ${theirs}`;
}

function compareFigure(column: Column, cells: Pair<Cell | undefined>, doubt: string | undefined): Row {
	const [value, baseline] = [numberOf(cells[0]), numberOf(cells[1])];
	if (value === null || baseline === null) {
		const side = value !== null ? 'baseline' : baseline !== null ? 'range' : 'range, nor in the baseline';
		return [column.key, value, baseline, null, null, `no figure in the ${side}`];
	}
	// Shares and averages do not depend on the number of days.
	if (doubt !== undefined && isTotal(column)) return [column.key, value, baseline, null, null, doubt];
	const delta = rounded(value - baseline);
	const percent = baseline === 0 ? null : Math.round((10_000 * delta) / Math.abs(baseline)) / 100;
	return [column.key, value, baseline, delta, percent, percent === null ? 'the baseline is 0' : null];
}

/**
 * One row for each unit and figure: value, baseline, delta and percent, or why there is none, which is never shown as zero.
 * The units come in the order of the range, and after them those that only the baseline has.
 */
export function compareRows(now: Side, then: Side): readonly Row[] {
	const [mine, theirs] = [keyRows(now), keyRows(then)];
	const about = now.columns.map((column, index) => ({column, index})).filter(({column}) => !isFigure(column));
	const figures = now.columns.map((column, index) => ({column, index})).filter(({column}) => isFigure(column));
	const dated = about.some(({column}) => column.kind === 'date');
	return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap(key => {
		const [own, other] = [mine.get(key), theirs.get(key)];
		const unit = about.map(({column, index}) =>
			column.kind === 'date' ? (own?.date ?? null) : ((own ?? other)?.row[index] ?? null),
		);
		const front = dated ? [...unit, other?.date ?? null] : unit;
		const doubt = doubtOf([now, then], [own?.row, other?.row]);
		return figures.map(
			({column, index}): Row => [...front, ...compareFigure(column, [own?.row[index], other?.row[index]], doubt)],
		);
	});
}
