import {countDays, isComparable} from '../../calendar.ts';
import {getDifferenceInterval, isWithinNoise} from '../../statistics/intervals.ts';
import {type Cell, type Column, isTotal, numberOf, type Range, type Row, rounded, toPercent} from '../dataset.ts';
import {type Compared, comparisonColumns, isAbout, marksIncomplete} from './comparison-columns.ts';
import {getEnds, toEnds} from './interval-columns.ts';
import {type Counts, getCounts, hasCount} from './proportions.ts';

export type Side = {
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly range: (row: Row) => Range;
	/** Returns the reason why a count of a row is incomplete; undefined if it is complete. */
	readonly doubt: (row: Row, column: Column) => string | undefined;
	/** Tests for a figure of a row that will still change, as a percentage too. */
	readonly isOpen?: (row: Row, column: Column) => boolean;
};

type Keyed = {readonly row: Row; readonly at: number; readonly date: Cell};

/** Keys rows by their labels. Dates count from the first one, so that the n-th day is compared with the n-th day. */
function keyRows({columns, rows}: Side): ReadonlyMap<string, Keyed> {
	const about = columns.map((column, index) => ({column, index})).filter(({column}) => isAbout(column));
	const dates = new Map<Cell, number>();
	const keyed = new Map<string, Keyed>();
	for (const [at, row] of rows.entries()) {
		let date: Cell = null;
		const parts = about.map(({column, index}) => {
			const cell = row[index] ?? null;
			if (column.kind !== 'date') return cell;
			date = cell;
			if (!dates.has(cell)) dates.set(cell, dates.size);
			return dates.get(cell) ?? null;
		});
		keyed.set(JSON.stringify(parts), {row, at, date});
	}
	return keyed;
}

type Pair<T> = readonly [T, T];

/** A figure of one side of a comparison. */
type SideFigure = {readonly value: number | null; readonly counts: Counts | null; readonly isOpen: boolean};

/** Returns the reason why a total of two rows cannot be compared; undefined if it can. */
function doubtOf([now, then]: Pair<Side>, [own, other]: Pair<Row | undefined>, column: Column): string | undefined {
	if (!own || !other) return undefined;
	const doubt = now.doubt(own, column) ?? then.doubt(other, column);
	if (doubt !== undefined) return doubt;
	const [mine, theirs] = [now.range(own), then.range(other)];
	if (isComparable(mine, theirs)) return undefined;
	return `${countDays(mine)} days compared with ${countDays(theirs)}`;
}

/** Returns the difference, its percentage and the reason why one of them is missing. */
function getChange(value: number, baseline: number): Row {
	const delta = rounded(value - baseline);
	const percent = baseline === 0 ? null : toPercent(delta, Math.abs(baseline));
	return [delta, percent, percent === null ? 'the baseline is 0' : null];
}

function getOutcome(column: Column, [now, then]: Pair<SideFigure>, doubt: string | undefined): Row {
	const [value, baseline] = [now.value, then.value];
	if (value === null || baseline === null)
		return [null, null, `no figure in the ${value === null ? 'range' : 'baseline'}`];
	if (now.isOpen || then.isOpen) return [null, null, 'losses are incomplete'];
	// Shares and averages do not depend on the number of days.
	return doubt !== undefined && isTotal(column) ? [null, null, doubt] : getChange(value, baseline);
}

/** Cells by the keys of their columns. */
type Cells = Readonly<Record<string, Cell | undefined>>;

/** Returns whether the counts of two percentages can tell them apart, and the ends of their difference; nothing if these are not known. */
function compareCounts([now, then]: Pair<SideFigure>): Cells {
	if (!hasCount(now.counts) || !hasCount(then.counts) || now.isOpen || then.isOpen) return {};
	const [deltaLow, deltaHigh] = toEnds(getDifferenceInterval(now.counts, then.counts));
	return {
		difference: isWithinNoise(now.counts, then.counts) ? 'within noise' : 'beyond noise',
		deltaLow,
		deltaHigh,
	};
}

/** Returns undefined if neither side has a figure. */
function compareFigure(column: Column, sides: Pair<SideFigure>, doubt: string | undefined): Cells | undefined {
	const [now, then] = sides;
	if (now.value === null && then.value === null) return undefined;
	const [delta, deltaPercent, reason] = getOutcome(column, sides, doubt);
	const [valueLow, valueHigh] = getEnds(now.value, now.counts);
	const [baselineLow, baselineHigh] = getEnds(then.value, then.counts);
	return {
		figure: column.key,
		value: now.value,
		baseline: then.value,
		delta,
		deltaPercent,
		reason,
		valueBase: now.counts?.total,
		baselineBase: then.counts?.total,
		valueLow,
		valueHigh,
		baselineLow,
		baselineHigh,
		...compareCounts(sides),
	};
}

/**
 * Returns one row for each unit and figure of either side: value, baseline, delta and percent, or the reason why they are
 * missing, because a missing figure is never shown as zero. Units keep the order of the range;
 * units that only the baseline has come last.
 */
export function compareRows(now: Side, then: Side, compared: Compared): readonly Row[] {
	const [mine, theirs] = [keyRows(now), keyRows(then)];
	const all = now.columns.map((column, index) => ({column, index}));
	const about = all.filter(({column}) => isAbout(column));
	const marks = all.filter(({column}) => marksIncomplete(column));
	const figures = all
		.filter(({column}) => compared.keys.includes(column.key))
		.map(each => ({...each, counts: [now, then].map(({columns, rows}) => getCounts(columns, rows, each.column))}));
	const dated = about.some(({column}) => column.kind === 'date');
	const columns = comparisonColumns(now.columns, compared).slice(about.length + Number(dated));
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
		return figures.flatMap(({column, index, counts: [ownCounts, otherCounts]}): readonly Row[] => {
			const read = (side: Side, keyed: Keyed | undefined, counts: readonly (Counts | null)[] = []): SideFigure => ({
				value: numberOf(keyed?.row[index]),
				counts: (keyed && counts[keyed.at]) ?? null,
				isOpen: keyed !== undefined && (side.isOpen?.(keyed.row, column) ?? false),
			});
			const doubt = doubtOf([now, then], [own?.row, other?.row], column);
			const found = compareFigure(column, [read(now, own, ownCounts), read(then, other, otherCounts)], doubt);
			if (!found) return [];
			const cells: Cells = {...found, complete: isComplete(column.key, [own?.row, other?.row])};
			return [[...front, ...columns.map(column => cells[column.key] ?? null)]];
		});
	});
}
