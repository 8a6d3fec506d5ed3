import {nullLabel} from '../../contract/rules/segment-rules.ts';
import {groupBy} from '../../text/group-by.ts';
import {compareVersions} from '../../text/version-order.ts';
import {
	type Cell,
	type Column,
	type Dataset,
	gatherRows,
	type Order,
	type Row,
	type Sorting,
	wholeLevel,
} from '../dataset.ts';

type Compare<T> = (one: T, other: T) => number;

const isMissing = (cell: Cell | undefined) => cell === null || cell === undefined || cell === nullLabel;

/** Compares numbers by size, versions by their parts, everything else by characters. */
function compareCells({isVersion}: Column, one: Cell | undefined, other: Cell | undefined): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	const [left, right] = [String(one), String(other)];
	if (isVersion) return compareVersions(left, right);
	return left === right ? 0 : left < right ? -1 : 1;
}

/** Missing values come last in both directions. Equal rows keep their order. */
export function sortRows(
	columns: readonly Column[],
	rows: readonly Row[],
	{key, isDescending}: Sorting,
): readonly Row[] {
	const place = columns.findIndex(column => column.key === key);
	const column = columns[place];
	if (!column) return rows;
	const sign = isDescending ? -1 : 1;
	return rows.toSorted((one, other) => {
		const [left, right] = [one[place], other[place]];
		if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
		return sign * compareCells(column, left, right);
	});
}

type Group = {readonly label: Cell | undefined; readonly rows: readonly Row[]; readonly size: number};

/** Groups keep the order in which their labels first appeared. */
function groupRows(rows: readonly Row[], places: readonly number[], sizeOf: (row: Row) => number): readonly Group[] {
	const groups = groupBy(rows, row => JSON.stringify(places.map(place => row[place] ?? null)));
	return Array.from(groups.values(), own => ({
		label: own[0][places[0] ?? -1],
		rows: own,
		size: own.reduce((sum, row) => sum + sizeOf(row), 0),
	}));
}

/** The row of the group itself (`--totals`) has no label here and comes first. */
function compareGroups(column: Column, isInner: boolean, isDescending = false): Compare<Group> {
	const bySize: Compare<Group> = (one, other) => other.size - one.size;
	const byLabel: Compare<Group> = (one, other) =>
		Number(isMissing(one.label)) - Number(isMissing(other.label)) ||
		(isDescending ? -1 : 1) * compareCells(column, one.label, other.label);
	const compare = column.isVersion || column.key === 'date' ? byLabel : bySize;
	if (!isInner) return compare;
	return (one, other) => Number(other.label === null) - Number(one.label === null) || compare(one, other);
}

/** Orders groups as their labels were typed; groups without a typed label (`--totals`) come first. */
const compareTyped =
	(labels: readonly string[]): Compare<Group> =>
	(one, other) =>
		labels.indexOf(String(one.label)) - labels.indexOf(String(other.label));

export const withNoneLast = <T>(all: readonly T[], labelOf: (one: T) => Cell | undefined): readonly T[] => [
	...all.filter(one => labelOf(one) !== nullLabel),
	...all.filter(one => labelOf(one) === nullLabel),
];

type Ordering = Order & {
	readonly isInner?: boolean;
	/** Programs get versions in their order, and everything else in that of the service. */
	readonly forPeople?: boolean;
};

/** Orders each level's groups by size or version. Everything else keeps its order. */
export function orderRows(
	columns: readonly Column[],
	rows: readonly Row[],
	{levels, size, isInner = false, forPeople = true}: Ordering,
): readonly Row[] {
	const [level, ...inner] = levels;
	if (!level) return rows;
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const places = level.keys.map(placeOf);
	const column = columns[places[0] ?? -1];
	if (!column) return rows;
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	const sizeAt = placeOf(size);
	// The size of a cohort is in its first period.
	const isCounted = (row: Row) => periodAt < 0 || String(row[periodAt]) === '0';
	const groups = groupRows(rows, places, row => (isCounted(row) ? Number(row[sizeAt] ?? 0) : 0));
	const {labels, sortsVersions} = level;
	const compare = labels ? compareTyped(labels) : compareGroups(column, isInner, sortsVersions === 'desc');
	const hasVersions = column.isVersion && !labels;
	const isSorted = level.isGiven ? !labels && !(sortsVersions && hasVersions) : !forPeople && !hasVersions;
	const sorted = isSorted ? groups : groups.toSorted(compare);
	const ordered = labels || !forPeople ? sorted : withNoneLast(sorted, ({label}) => label);
	return ordered.flatMap(group => orderRows(columns, group.rows, {levels: inner, size, isInner: true, forPeople}));
}

/** Applies `--sort`, or else the default order. The row of all stays last. */
export function arrangeRows(
	{columns, sorting, order}: Dataset,
	rows: readonly Row[],
	forPeople = true,
): readonly Row[] {
	const levelAt = columns.findIndex(({key}) => key === 'level');
	const parts = rows.filter(row => row[levelAt] !== wholeLevel);
	const whole = rows.filter(row => row[levelAt] === wholeLevel);
	if (sorting) return [...sortRows(columns, parts, sorting), ...whole];
	return order ? [...orderRows(columns, parts, {...order, forPeople}), ...whole] : rows;
}

/** Applies the requested order, or the default one. */
export async function orderDataset(data: Dataset, forPeople: boolean): Promise<Dataset> {
	const keys = new Set(data.order?.levels.map(level => level.keys[0]));
	const hasVersions = data.columns.some(({key, isVersion}) => isVersion && keys.has(key));
	if (!data.sorting && !(data.order && (forPeople || hasVersions))) return data;
	const rows = arrangeRows(data, await gatherRows(data.blocks), forPeople);
	return {...data, blocks: [rows], total: data.total ?? (() => rows.length)};
}
