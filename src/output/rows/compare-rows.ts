import {isWithinNoise} from '../../statistics/newcombe.ts';
import {sentenceLayout} from '../column-layout.ts';
import {type Cell, type Column, isFigure, isTotal, numberOf, type Row, rounded, toPercent} from '../dataset.ts';
import {type Counts, getCounts, isCounted} from './proportions.ts';

export type Side = {
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly days: (row: Row) => number;
	/** Returns the reason why the counts of a row are incomplete; undefined if they are complete. */
	readonly doubt: (row: Row) => string | undefined;
	/** Tests for a figure of a row that will still change, as a percentage too. */
	readonly isOpen?: (row: Row, column: Column) => boolean;
};

/** `isNamed`: people see a column that names the figure of each row. Data always have it. */
export type Compared = {readonly keys: readonly string[]; readonly isNamed: boolean};

const figureColumn: Column = {key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 1}};
const reasonColumn: Column = {
	key: 'reason',
	title: 'Not comparable',
	kind: 'text',
	hiddenWhenEmpty: true,
	noteWhenConstant: 'no row is comparable',
	layout: {...sentenceLayout, priority: 1, minWidth: 28},
};
/** The bases of two percentages, which are not in other columns, and whether their counts can tell them apart. */
const baseColumns: readonly Column[] = [
	{key: 'valueBase', title: 'n', kind: 'number', hiddenWhenEmpty: true},
	{key: 'baselineBase', title: 'n before', kind: 'number', hiddenWhenEmpty: true},
	{key: 'difference', title: 'Difference', kind: 'text', hiddenWhenEmpty: true},
];
const hasBase = ({proportion}: Column) => proportion !== undefined;

function outcomeColumns(figures: readonly Column[]): readonly Column[] {
	const base = figures.every(hasBase)
		? 'baselineBase'
		: figures.every(({unit}) => unit === 'installations')
			? 'baseline'
			: undefined;
	return [
		{key: 'delta', title: 'Change', kind: 'number', hiddenWhenEmpty: true},
		{
			key: 'deltaPercent',
			title: 'Change %',
			kind: 'percent',
			unit: '%',
			hiddenWhenEmpty: true,
			...(base === undefined ? {} : {proportion: {of: [base]}}),
		},
		reasonColumn,
	];
}

/** Returns what the columns of values have in common with the figures; their title only if there is one figure. */
function describeFigure(
	[first, ...others]: readonly Column[],
	isNamed: boolean,
): Partial<Column> & Pick<Column, 'kind'> {
	if (!first) return {kind: 'number'};
	const {kind, unit, noun, title} = first;
	const isMixed = others.some(other => other.kind !== kind || other.unit !== unit);
	const unitOf = isMixed || unit === undefined ? {} : {unit};
	if (isNamed) return {kind: isMixed ? 'number' : kind, noun: 'the figure', ...unitOf};
	return {kind, title, ...unitOf, ...(noun === undefined ? {} : {noun})};
}

/**
 * Columns: the labels of a row, its date in the baseline if rows have dates, the figure in the range and in the baseline, the
 * outcome, and the bases of percentages.
 */
export function comparisonColumns(columns: readonly Column[], {keys, isNamed}: Compared): readonly Column[] {
	const about = columns.filter(column => !isFigure(column));
	const dated = about.some(({kind}) => kind === 'date');
	const figures = columns.filter(({key}) => keys.includes(key));
	const hasBases = figures.some(hasBase);
	const figure = describeFigure(figures, isNamed);
	return [
		...about,
		...(dated ? [{key: 'baselineDate', title: 'Date before', kind: 'date'} as const] : []),
		{...figureColumn, ...(isNamed ? {} : {onlyInData: true})},
		{key: 'value', title: 'Value', ...figure, ...(hasBases ? {proportion: {of: ['valueBase']}} : {})},
		{key: 'baseline', ...figure, title: 'Before', ...(hasBases ? {proportion: {of: ['baselineBase']}} : {})},
		...outcomeColumns(figures),
		...(hasBases ? baseColumns : []),
	];
}

type Keyed = {readonly row: Row; readonly date: Cell};

/** Keys rows by their labels. Dates count from the first one, so that the n-th day is compared with the n-th day. */
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

type Pair<T> = readonly [T, T];

/** A figure of one side of a comparison. */
type SideCell = {readonly cell: Cell | undefined; readonly counts: Counts | null; readonly isOpen: boolean};

/** Returns the reason why the totals of two rows cannot be compared; undefined if they can. */
function doubtOf([now, then]: Pair<Side>, [own, other]: Pair<Row | undefined>): string | undefined {
	if (!own || !other) return undefined;
	const doubt = now.doubt(own) ?? then.doubt(other);
	if (doubt !== undefined) return doubt;
	const [mine, theirs] = [now.days(own), then.days(other)];
	return mine === theirs ? undefined : `${mine} days compared with ${theirs}`;
}

/** Returns value, baseline, delta, percent and the reason why there is no delta; undefined if neither side has a figure. */
function compareFigure(column: Column, sides: Pair<SideCell>, doubt: string | undefined): Row | undefined {
	const [value, baseline] = [numberOf(sides[0].cell), numberOf(sides[1].cell)];
	if (value === null && baseline === null) return undefined;
	if (value === null || baseline === null) {
		return [value, baseline, null, null, `no figure in the ${value === null ? 'range' : 'baseline'}`];
	}
	if (sides.some(({isOpen}) => isOpen)) return [value, baseline, null, null, 'losses are incomplete'];
	// Shares and averages do not depend on the number of days.
	if (doubt !== undefined && isTotal(column)) return [value, baseline, null, null, doubt];
	return [value, baseline, ...getOutcome(value, baseline)];
}

function getOutcome(value: number, baseline: number): Row {
	const delta = rounded(value - baseline);
	const percent = baseline === 0 ? null : toPercent(delta, Math.abs(baseline));
	return [delta, percent, percent === null ? 'the baseline is 0' : null];
}

/** Completes the row `sum` with the outcome of its own figures; without one if another row has none. */
export function completeSum(columns: readonly Column[], sum: Row, rows: readonly Row[]): Row {
	const [valueAt, baselineAt, deltaAt] = ['value', 'baseline', 'delta'].map(key =>
		columns.findIndex(column => column.key === key),
	) as [number, number, number];
	const [value, baseline] = [numberOf(sum[valueAt]), numberOf(sum[baselineAt])];
	if (deltaAt < 0 || value === null || baseline === null) return sum;
	const isWhole = rows.every(row => numberOf(row[deltaAt]) !== null);
	const reasons = new Set(rows.map(row => row[deltaAt + 2]));
	const [reason] = reasons.size === 1 ? reasons : ['some of these rows are not comparable'];
	const cells = isWhole ? getOutcome(value, baseline) : [null, null, reason ?? null];
	return sum.toSpliced(deltaAt, cells.length, ...cells);
}

const countRows = ({columns, rows}: Side, column: Column): ReadonlyMap<Row, Counts | null> => {
	const counts = getCounts(columns, rows, column);
	return new Map(rows.map((row, at) => [row, counts[at] ?? null]));
};

/** Returns the bases of two percentages, and whether their counts can tell them apart; null if these are not known. */
function compareBases(sides: Pair<SideCell>): Row {
	const [first, second] = [sides[0].counts, sides[1].counts];
	const canTell = isCounted(first) && isCounted(second) && !sides.some(({isOpen}) => isOpen);
	const difference = canTell ? (isWithinNoise(first, second) ? 'within noise' : 'beyond noise') : null;
	return [first?.total ?? null, second?.total ?? null, difference];
}

type Figure = {readonly column: Column; readonly index: number; readonly counts: ReadonlyMap<Row, Counts | null>};

const readCell = (side: Side, row: Row | undefined, {column, index, counts}: Figure): SideCell => ({
	cell: row?.[index],
	counts: (row && counts.get(row)) ?? null,
	isOpen: row !== undefined && (side.isOpen?.(row, column) ?? false),
});

/**
 * Returns one row for each unit and figure of either side: value, baseline, delta and percent, or the reason why they are
 * missing, because a missing figure is never shown as zero. Units keep the order of the range; those of the baseline only follow.
 */
export function compareRows(now: Side, then: Side, {keys}: Pick<Compared, 'keys'>): readonly Row[] {
	const [mine, theirs] = [keyRows(now), keyRows(then)];
	const all = now.columns.map((column, index) => ({column, index}));
	const about = all.filter(({column}) => !isFigure(column));
	const figures = all
		.filter(({column}) => keys.includes(column.key))
		.map(each => ({...each, counts: [countRows(now, each.column), countRows(then, each.column)] as const}));
	const hasBases = figures.some(({column}) => hasBase(column));
	const dated = about.some(({column}) => column.kind === 'date');
	return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap(key => {
		const [own, other] = [mine.get(key), theirs.get(key)];
		const unit = about.map(({column, index}) =>
			column.kind === 'date' ? (own?.date ?? null) : ((own ?? other)?.row[index] ?? null),
		);
		const front = dated ? [...unit, other?.date ?? null] : unit;
		const doubt = doubtOf([now, then], [own?.row, other?.row]);
		return figures.flatMap(({column, index, counts}): readonly Row[] => {
			const value = readCell(now, own?.row, {column, index, counts: counts[0]});
			const baseline = readCell(then, other?.row, {column, index, counts: counts[1]});
			const cells = compareFigure(column, [value, baseline], doubt);
			if (!cells) return [];
			const bases = hasBases ? compareBases([value, baseline]) : [];
			return [[...front, column.key, ...cells, ...bases]];
		});
	});
}
