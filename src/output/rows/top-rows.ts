import {groupBy} from '../../text/group-by.ts';
import {
	type Cell,
	type Column,
	createIsAdditive,
	isFigure,
	isTotal,
	numberOf,
	type Row,
	rounded,
	toPercent,
} from '../dataset.ts';
import {isAbout} from './comparison-columns.ts';

/** Returns the share in percent, as `Share of active %`, and what it is a share of; without a base both are empty. */
export const shareColumns = (base: Column | undefined): readonly Column[] => [
	{
		key: 'share',
		title: base === undefined ? 'Share %' : `Share of ${(base.noun ?? base.title).toLowerCase()} %`,
		kind: 'percent',
		unit: '%',
		layout: {priority: 1},
		...(base?.unit === 'installations' ? {proportion: {part: base.key, of: ['shareBase']}} : {}),
	},
	{key: 'shareBase', title: 'Share of', kind: 'number', onlyInData: true},
];

const addUp = (rows: readonly Row[], place: number) => rows.reduce((sum, row) => sum + Number(row[place] ?? 0), 0);

/**
 * Returns the column whose sum is 100 %: the one with the key `size`, or the first that can be added up. `isRepeated`: rows may
 * count an installation again.
 */
export function findShareBase(columns: readonly Column[], size: string, isRepeated: boolean): Column | undefined {
	const isAdditive = (column: Column) => isTotal(column) && !(isRepeated && column.unit === 'installations');
	return [...columns.filter(({key}) => key === size), ...columns].find(isAdditive);
}

export type RowTable = {readonly columns: readonly Column[]; readonly rows: readonly Row[]};

/** Adds up a column by the dates of the rows; null is the date of rows without one. */
export function addUpByDate({columns, rows}: RowTable, column: Column): ReadonlyMap<Cell, number> {
	const [place, dateAt] = [column.key, 'date'].map(key => columns.findIndex(each => each.key === key)) as [
		number,
		number,
	];
	return new Map([...groupBy(rows, row => row[dateAt] ?? null)].map(([date, own]) => [date, addUp(own, place)]));
}

/** Adds each row's share in percent of all rows of `whole` with the same date, and their sum; null if there is none. */
export function addShares({columns, rows}: RowTable, base: Column | undefined, whole: RowTable): readonly Row[] {
	if (!base) return rows.map(row => [...row, null, null]);
	const [place, dateAt] = [base.key, 'date'].map(key => columns.findIndex(each => each.key === key)) as [
		number,
		number,
	];
	const totals = addUpByDate(whole, base);
	return rows.map(row => {
		const [part, total = 0] = [numberOf(row[place]), totals.get(row[dateAt] ?? null)];
		return [...row, part !== null && total > 0 ? toPercent(part, total) : null, total];
	});
}

/** Which rows are one group: those with the same labels, on all dates and in all columns of a wide table. */
export type Grouping = {
	/** The column whose values become columns. */
	readonly across: string | undefined;
	/** False for columns that count an installation in several groups (default: none does). */
	readonly canSum?: (column: Column) => boolean;
};

function findNames(columns: readonly Column[], {across}: Grouping): readonly number[] {
	const about = columns.flatMap((column, place) => (isAbout(column) && column.key !== 'date' ? [place] : []));
	const subjects = about.filter(place => columns[place]?.key !== across);
	return subjects.length > 0 ? subjects : about;
}

const keyOf = (row: Row, places: readonly number[]) => JSON.stringify(places.map(place => row[place] ?? null));

/** Returns the keys of the `count` groups with the largest figure, the largest first. */
export function findTop(
	{columns, rows}: RowTable,
	{count, size, ...grouping}: Grouping & {readonly count: number; readonly size: string},
): readonly string[] {
	const names = findNames(columns, grouping);
	const place = columns.findIndex(({key}) => key === size);
	const sizeOf = (own: readonly Row[]) =>
		own.some(row => numberOf(row[place]) !== null) ? addUp(own, place) : Number.NEGATIVE_INFINITY;
	const groups = [...groupBy(rows, row => keyOf(row, names))].map(([key, own]) => ({key, size: sizeOf(own)}));
	return groups
		.toSorted((one, other) => (one.size === other.size ? 0 : other.size - one.size))
		.slice(0, count)
		.map(({key}) => key);
}

/** A mark of what is incomplete in one row is so in the sum. */
const mark = (rows: readonly [Row, ...Row[]], place: number): Cell =>
	rows.some(row => row[place] === false) ? false : (rows[0][place] ?? null);

/** Adds up totals where possible; averages and percentages have no sum. */
function toOther(
	columns: readonly Column[],
	rows: readonly [Row, ...Row[]],
	{names, canSum = () => true}: Pick<Grouping, 'canSum'> & {readonly names: readonly number[]},
): Row {
	// An event is named by its last text: its category may be empty.
	const labelAt = names.find(place => columns[place]?.kind === 'label') ?? names.at(-1);
	const isAdditive = createIsAdditive(columns, rows);
	const sum = (place: number) => (rows.some(row => numberOf(row[place]) !== null) ? rounded(addUp(rows, place)) : null);
	return columns.map((column, place): Cell => {
		if (names.includes(place)) return place === labelAt ? 'other' : null;
		if (!isFigure(column)) return mark(rows, place);
		return isAdditive(column) && canSum(column) ? sum(place) : null;
	});
}

/** Keeps the rows of the groups in `top`, in this order, and adds a row `other` with the sum of the rest, one for each date. */
export function keepTop({columns, rows}: RowTable, top: readonly string[], grouping: Grouping): readonly Row[] {
	const names = findNames(columns, grouping);
	const groups = groupBy(rows, row => keyOf(row, names));
	const kept = top.flatMap(key => groups.get(key) ?? []);
	const rest = rows.filter(row => !top.includes(keyOf(row, names)));
	const others = columns.flatMap((column, place) => (isAbout(column) && !names.includes(place) ? [place] : []));
	const sums = [...groupBy(rest, row => keyOf(row, others)).values()].map(own =>
		toOther(columns, own, {...grouping, names}),
	);
	const dateAt = columns.findIndex(({key}) => key === 'date');
	if (dateAt < 0) return [...kept, ...sums];
	const dates = [...new Set(rows.map(row => row[dateAt]))];
	return [...kept, ...sums].toSorted((one, other) => dates.indexOf(one[dateAt]) - dates.indexOf(other[dateAt]));
}
