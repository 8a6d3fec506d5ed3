import {groupBy} from '../../text/group-by.ts';
import {type Cell, type Column, type Dataset, gatherRows, type Order, type Row, type Sorting} from '../dataset.ts';

type Compare<T> = (one: T, other: T) => number;

let versions: Intl.Collator | undefined;
/** 4.2 before 4.10, for sorting. The first use of Intl loads its tables, which most runs do not need. */
export function compareVersions(left: string, right: string): number {
	versions ??= new Intl.Collator('en', {numeric: true});
	return versions.compare(left, right);
}
const isMissing = (cell: Cell | undefined) => cell === null || cell === undefined || cell === '<NULL>';

/** Numbers by size, versions by their parts, all else by characters. */
function compareCells({isVersion}: Column, one: Cell | undefined, other: Cell | undefined): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	const [left, right] = [String(one), String(other)];
	if (isVersion) return compareVersions(left, right);
	return left === right ? 0 : left < right ? -1 : 1;
}

/** Rows in the order of a column, in either direction with what has no value last. Equal rows keep their order. */
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

/** The size of a row in its group: that of a cohort stands in its first period. */
const sizeOf = (row: Row, {sizeAt, periodAt}: Measure) =>
	periodAt < 0 || String(row[periodAt]) === '0' ? Number(row[sizeAt] ?? 0) : 0;
type Measure = {readonly sizeAt: number; readonly periodAt: number};

/** The rows of each label, in the order in which the labels first came. */
function groupRows(rows: readonly Row[], places: readonly number[], measure: Measure): readonly Group[] {
	const groups = groupBy(rows, row => JSON.stringify(places.map(place => row[place] ?? null)));
	return Array.from(groups.values(), own => ({
		label: own[0][places[0] ?? -1],
		rows: own,
		size: own.reduce((sum, row) => sum + sizeOf(row, measure), 0),
	}));
}

/** Inside a group the row of the group itself (`--totals`), which has no label here, comes first. */
function compareGroups(column: Column, isInner: boolean): Compare<Group> {
	const bySize: Compare<Group> = (one, other) => other.size - one.size;
	const byVersion: Compare<Group> = (one, other) =>
		Number(isMissing(one.label)) - Number(isMissing(other.label)) || compareCells(column, one.label, other.label);
	const compare = column.isVersion ? byVersion : bySize;
	if (!isInner) return compare;
	return (one, other) => Number(other.label === null) - Number(one.label === null) || compare(one, other);
}

/** Groups as their labels were typed; a group without one of these (`--totals`) comes first. */
const compareTyped =
	(labels: readonly string[]): Compare<Group> =>
	(one, other) =>
		labels.indexOf(String(one.label)) - labels.indexOf(String(other.label));

/** Rows in an order for people: each level's groups by their size or version. All else keeps its order. */
export const orderRows = (columns: readonly Column[], rows: readonly Row[], order: Order): readonly Row[] =>
	orderLevel(columns, rows, {...order, isInner: false});

function orderLevel(
	columns: readonly Column[],
	rows: readonly Row[],
	{levels, size, isInner}: Order & {readonly isInner: boolean},
): readonly Row[] {
	const [level, ...inner] = levels;
	if (!level) return rows;
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const places = level.keys.map(placeOf);
	const column = columns[places[0] ?? -1];
	if (!column) return rows;
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	const groups = groupRows(rows, places, {sizeAt: placeOf(size), periodAt});
	const compare = level.labels ? compareTyped(level.labels) : compareGroups(column, isInner);
	const ordered = level.isGiven && !level.labels ? groups : groups.toSorted(compare);
	return ordered.flatMap(group => orderLevel(columns, group.rows, {levels: inner, size, isInner: true}));
}

/** Rows as `--sort` asks; without it in the order for people, where there is one. */
export function arrangeRows({columns, sorting, order}: Dataset, rows: readonly Row[]): readonly Row[] {
	if (sorting) return sortRows(columns, rows, sorting);
	return order ? orderRows(columns, rows, order) : rows;
}

/** The dataset in the order that was asked for, or else in the order for people if people read it. */
export async function orderDataset(data: Dataset, forPeople: boolean): Promise<Dataset> {
	if (!data.sorting && !(data.order && forPeople)) return data;
	const rows = arrangeRows(data, await gatherRows(data.blocks));
	return {...data, blocks: [rows], total: data.total ?? (() => rows.length)};
}
