import {getDifferenceInterval, isWithinNoise} from '../../statistics/newcombe.ts';
import {getWilsonInterval} from '../../statistics/wilson.ts';
import {type Cell, type Column, isTotal, numberOf, type Row, rounded, toPercent} from '../dataset.ts';
import {type Compared, hasBase, isAbout, marksIncomplete} from './comparison-columns.ts';
import {type Counts, getCounts, hasCount} from './proportions.ts';

export type Side = {
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly days: (row: Row) => number;
	/** Returns the reason why a count of a row is incomplete; undefined if it is complete. */
	readonly doubt: (row: Row, column: Column) => string | undefined;
	/** Tests for a figure of a row that will still change, as a percentage too. */
	readonly isOpen?: (row: Row, column: Column) => boolean;
};

type Keyed = {readonly row: Row; readonly date: Cell};

/** Keys rows by their labels. Dates count from the first one, so that the n-th day is compared with the n-th day. */
function keyRows({columns, rows}: Side): ReadonlyMap<string, Keyed> {
	const about = columns.map((column, index) => ({column, index})).filter(({column}) => isAbout(column));
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

/** Returns the reason why a total of two rows cannot be compared; undefined if it can. */
function doubtOf([now, then]: Pair<Side>, [own, other]: Pair<Row | undefined>, column: Column): string | undefined {
	if (!own || !other) return undefined;
	const doubt = now.doubt(own, column) ?? then.doubt(other, column);
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

/** Completes the row `sum` with its outcome or, if one of the rows has none, with the reason. */
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
	const canTell = hasCount(first) && hasCount(second) && !sides.some(({isOpen}) => isOpen);
	const difference = canTell ? (isWithinNoise(first, second) ? 'within noise' : 'beyond noise') : null;
	return [first?.total ?? null, second?.total ?? null, difference];
}

const toEnds = (interval: {readonly low: number; readonly high: number} | undefined): Row =>
	interval ? [toPercent(interval.low, 1), toPercent(interval.high, 1)] : [null, null];

const getEnds = ({cell, counts}: SideCell): Row =>
	toEnds(numberOf(cell) !== null && hasCount(counts) ? getWilsonInterval(counts.count, counts.total) : undefined);

/** Returns the interval of the difference of two percentages; nulls if they cannot be compared. */
function getDeltaEnds([now, then]: Pair<SideCell>): Row {
	const canTell = hasCount(now.counts) && hasCount(then.counts) && !now.isOpen && !then.isOpen;
	return toEnds(canTell ? getDifferenceInterval(now.counts, then.counts) : undefined);
}

type Figure = {readonly column: Column; readonly index: number; readonly counts: ReadonlyMap<Row, Counts | null>};

const readCell = (side: Side, row: Row | undefined, {column, index, counts}: Figure): SideCell => ({
	cell: row?.[index],
	counts: (row && counts.get(row)) ?? null,
	isOpen: row !== undefined && (side.isOpen?.(row, column) ?? false),
});

type Parts = {readonly hasBases: boolean; readonly hasIntervals: boolean};

/** Returns the cells of a figure in the order of comparisonColumns; undefined if neither side has one. */
function toCells(column: Column, sides: Pair<SideCell>, doubt: string | undefined, parts: Parts): Row | undefined {
	const compared = compareFigure(column, sides, doubt);
	if (!compared) return undefined;
	const [value = null, baseline = null, ...outcome] = compared;
	const bases = parts.hasBases ? compareBases(sides) : [];
	if (!parts.hasBases || !parts.hasIntervals) return [value, baseline, ...outcome, ...bases];
	const [mine, theirs] = sides.map(getEnds) as [Row, Row];
	return [value, ...mine, baseline, ...theirs, ...outcome, ...bases, ...getDeltaEnds(sides)];
}

/**
 * Returns one row for each unit and figure of either side: value, baseline, delta and percent, or the reason why they are
 * missing, because a missing figure is never shown as zero. Units keep the order of the range;
 * units that only the baseline has come last.
 */
export function compareRows(
	now: Side,
	then: Side,
	{keys, hasIntervals = false}: Pick<Compared, 'keys' | 'hasIntervals'>,
): readonly Row[] {
	const [mine, theirs] = [keyRows(now), keyRows(then)];
	const all = now.columns.map((column, index) => ({column, index}));
	const about = all.filter(({column}) => isAbout(column));
	const marks = all.filter(({column}) => marksIncomplete(column));
	const figures = all
		.filter(({column}) => keys.includes(column.key))
		.map(each => ({...each, counts: [countRows(now, each.column), countRows(then, each.column)] as const}));
	const parts = {hasBases: figures.some(({column}) => hasBase(column)), hasIntervals};
	const dated = about.some(({column}) => column.kind === 'date');
	const getFront = (own: Keyed | undefined, other: Keyed | undefined): Row => {
		const unit = about.map(({column, index}) =>
			column.kind === 'date' ? (own?.date ?? null) : ((own ?? other)?.row[index] ?? null),
		);
		return dated ? [...unit, other?.date ?? null] : unit;
	};
	const isComplete = (key: string, rows: readonly (Row | undefined)[]) =>
		marks
			.filter(({column: {marksIncomplete: about}}) => about === true || about?.includes(key))
			.every(({index}) => rows.every(row => row?.[index] !== false));
	return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap(key => {
		const [own, other] = [mine.get(key), theirs.get(key)];
		const front = getFront(own, other);
		return figures.flatMap(({column, index, counts}): readonly Row[] => {
			const value = readCell(now, own?.row, {column, index, counts: counts[0]});
			const baseline = readCell(then, other?.row, {column, index, counts: counts[1]});
			const doubt = doubtOf([now, then], [own?.row, other?.row], column);
			const cells = toCells(column, [value, baseline], doubt, parts);
			const back = marks.length > 0 ? [isComplete(column.key, [own?.row, other?.row])] : [];
			return cells ? [[...front, column.key, ...cells, ...back]] : [];
		});
	});
}
