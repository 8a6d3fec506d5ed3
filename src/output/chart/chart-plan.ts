import {type Column, isFigure, numberOf, type Row} from '../dataset.ts';
import {intervalKeys} from '../rows/interval-columns.ts';
import {getCounts} from '../rows/proportions.ts';
import type {ChartRule} from './chart.ts';

export type Axis = {
	readonly column: Column;
	readonly index: number;
	/** The bases of percentages by row. */
	readonly bases?: ReadonlyMap<Row, number | null>;
	/** Returns the ends of the interval of a percentage (`--interval`). */
	readonly intervalOf?: (row: Row) => readonly [number, number] | null;
};
export type Plan = Pick<ChartRule, 'title' | 'size'> & {
	readonly dimensions: readonly Axis[];
	readonly figures: readonly Axis[];
};

const dimensionKinds: ReadonlySet<Column['kind']> = new Set(['text', 'label', 'date', 'bin', 'period']);

function findBases(columns: readonly Column[], rows: readonly Row[], column: Column): Pick<Axis, 'bases'> {
	if (column.kind !== 'percent' || !column.proportion) return {};
	const counts = getCounts(columns, rows, column);
	return {bases: new Map(rows.map((row, at) => [row, counts[at]?.total ?? null]))};
}

function findInterval(columns: readonly Column[], column: Column): Pick<Axis, 'intervalOf'> {
	const {low, high} = intervalKeys(column);
	const [lowAt, highAt] = [low, high].map(key => columns.findIndex(each => each.key === key)) as [number, number];
	if (lowAt < 0 || highAt < 0) return {};
	return {
		intervalOf: row => {
			const [start, end] = [numberOf(row[lowAt]), numberOf(row[highAt])];
			return start === null || end === null ? null : [start, end];
		},
	};
}

/** With intervals, draws a percentage instead of its count. */
function chooseFigures(figures: readonly Axis[], keys: readonly string[] | undefined): readonly Axis[] {
	const isNamed = (key: string | undefined) => keys === undefined || (key !== undefined && keys.includes(key));
	const counted = figures.filter(
		({column, intervalOf}) => intervalOf && (isNamed(column.key) || isNamed(column.proportion?.part)),
	);
	if (counted.length > 0) return counted;
	const named = figures.filter(({column}) => keys?.includes(column.key));
	return named.length > 0 ? named : figures;
}

/** Figures are of one kind, because counts and percentages cannot share an axis. */
export function createPlan(
	columns: readonly Column[],
	rows: readonly Row[],
	{
		title,
		binsTitle = title,
		figures: keys,
		size,
		labels,
		omitted,
	}: ChartRule & {readonly omitted?: ReadonlySet<string>},
): Plan {
	const all = columns.flatMap((column, index) =>
		omitted?.has(column.key)
			? []
			: [{column, index, ...findBases(columns, rows, column), ...findInterval(columns, column)}],
	);
	const figures = all.filter(({column}) => isFigure(column));
	// Shares were asked for, and their counts may differ from date to date.
	const isShared = columns.some(({key}) => key === 'shareBase');
	const chosen = chooseFigures(figures, isShared ? ['share'] : keys);
	const dimensions = labels
		? labels.flatMap(key => all.filter(({column}) => column.key === key))
		: all.filter(({column}) => dimensionKinds.has(column.kind));
	return {
		dimensions,
		figures: chosen.filter(({column}) => column.kind === chosen[0]?.column.kind),
		title: dimensions.some(({column}) => column.kind === 'bin') ? binsTitle : title,
		...(size === undefined ? {} : {size}),
	};
}
