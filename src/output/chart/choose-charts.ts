import {groupBy} from '../../text/group-by.ts';
import {type Cell, type Column, displayCell, numberOf, type Row} from '../dataset.ts';
import type {Bars, Chart, ChartRule, Heatmap, Lines, Series} from './chart.ts';
import {type Axis, createPlan, type Plan} from './chart-plan.ts';
import {createWaterfall} from './waterfall.ts';

const textOf = (cell: Cell | undefined): string =>
	cell === null || cell === undefined ? '–' : String(cell) || '(empty)';
const pathOf = (row: Row, axes: readonly Axis[]): string =>
	axes
		.filter(({index}) => row[index] !== null && row[index] !== undefined)
		.map(({column, index}) => `${column.key === 'product' ? 'product ' : ''}${textOf(displayCell(column, row[index]))}`)
		.join(' / ');
const unique = (labels: readonly string[]): readonly string[] => [...new Set(labels)];

/** Cells without a row are null. `along` chooses the line of a row, `across` its column. */
function toGrid(
	rows: readonly Row[],
	{
		along,
		across,
		figure,
		completeAt = -1,
		findIncomplete,
	}: {
		readonly along: readonly Axis[];
		readonly across: readonly Axis[];
		readonly figure: Axis;
		readonly completeAt?: number;
		readonly findIncomplete?: (row: Row) => string | null;
	},
) {
	const lines = unique(rows.map(row => pathOf(row, along)));
	const columns = unique(rows.map(row => pathOf(row, across)));
	const placed = new Map(rows.map(row => [`${pathOf(row, along)}\0${pathOf(row, across)}`, row]));
	const toCells = <T>(valueIn: (row: Row) => T | null) =>
		lines.map(line =>
			columns.map(column => {
				const row = placed.get(`${line}\0${column}`);
				return row ? valueIn(row) : null;
			}),
		);
	const {bases, intervalOf} = figure;
	return {
		lines,
		columns,
		cells: toCells(row => numberOf(row[figure.index])),
		bases: bases && toCells(row => bases.get(row) ?? null),
		intervals: intervalOf && toCells(intervalOf),
		incomplete: findIncomplete && toCells(findIncomplete),
		complete: completeAt < 0 ? undefined : toCells(row => (row[completeAt] === false ? 0 : 1)),
	};
}

function createHeatmap(
	rows: readonly Row[],
	{dimensions, figures, title}: Plan,
	{sizeAt, completeAt}: {readonly sizeAt: number; readonly completeAt: number},
): Heatmap {
	const across = dimensions.filter(({column}) => column.kind === 'period');
	const along = dimensions.filter(({column}) => column.kind !== 'period');
	const grid = toGrid(rows, {along, across, figure: figures[0] as Axis, completeAt});
	// The size of a cohort is that of its first period: a Map keeps the last of equal keys.
	const sizes = new Map(rows.toReversed().map(row => [pathOf(row, along), numberOf(row[sizeAt])]));
	const unit = across[0]?.column.unit;
	return {
		shape: 'heatmap',
		title: unit === undefined ? title : `${title}, by ${unit} after installation`,
		rows: grid.lines.map(name => name || 'all'),
		columns: grid.columns,
		cells: grid.cells,
		bases: grid.bases,
		complete: grid.complete,
		sizes: grid.lines.map(name => sizes.get(name) ?? null),
	};
}

/** Returns what is incomplete in a figure of a row: the first of the columns that say so. */
const createFindIncomplete =
	(columns: readonly Column[], {column: {key}}: Axis) =>
	(row: Row): string | null =>
		columns
			.find(
				({marksIncomplete}, at) =>
					marksIncomplete && (marksIncomplete === true || marksIncomplete.includes(key)) && row[at] === false,
			)
			?.title.toLowerCase() ?? null;

function createLines(columns: readonly Column[], rows: readonly Row[], along: Axis, plan: Plan): Lines {
	const {dimensions, figures, title} = plan;
	const others = dimensions.filter(axis => axis !== along);
	const grids = figures.map(figure => ({
		figure,
		grid: toGrid(rows, {along: others, across: [along], figure, findIncomplete: createFindIncomplete(columns, figure)}),
	}));
	const nameOf = (group: string, {column}: Axis) =>
		[group, ...(figures.length > 1 || group === '' ? [column.title] : [])].filter(Boolean).join(' / ');
	const groups = grids[0]?.grid.lines ?? [];
	return {
		shape: 'lines',
		title,
		dates: grids[0]?.grid.columns ?? [],
		series: groups.flatMap((group, index) =>
			grids.map(({figure, grid: {cells, bases, intervals, incomplete}}) => ({
				name: nameOf(group, figure),
				values: cells[index] ?? [],
				...(bases ? {bases: bases[index] ?? []} : {}),
				...(intervals ? {intervals: intervals[index] ?? []} : {}),
				...(incomplete?.[index]?.some(Boolean) ? {incomplete: incomplete[index]} : {}),
			})),
		),
		percent: isPercent(figures),
	};
}

const isPercent = (figures: readonly Axis[]) => figures[0]?.column.kind === 'percent';
const toSeries = (rows: readonly Row[], figures: readonly Axis[]): readonly Series[] =>
	figures.map(({column, index, bases, intervalOf}) => ({
		name: column.title,
		values: rows.map(row => numberOf(row[index])),
		...(bases ? {bases: rows.map(row => bases.get(row) ?? null)} : {}),
		...(intervalOf ? {intervals: rows.map(intervalOf)} : {}),
	}));

/** One histogram per group of the other dimensions, because each group has its own bins. */
function createHistograms(rows: readonly Row[], bin: Axis, {dimensions, figures, title}: Plan): readonly Bars[] {
	const others = dimensions.filter(axis => axis !== bin);
	return unique(rows.map(row => pathOf(row, others))).map(group => {
		const own = rows.filter(row => pathOf(row, others) === group);
		return {
			shape: 'bars',
			title: [title, group].filter(Boolean).join(': '),
			categories: own.map(row => textOf(row[bin.index])),
			series: toSeries(own, figures),
			percent: isPercent(figures),
		};
	});
}

const createBars = (rows: readonly Row[], {dimensions, figures, title}: Plan): Bars => ({
	shape: 'bars',
	title,
	categories: rows.map(row => pathOf(row, dimensions) || 'all'),
	series: toSeries(rows, figures),
	percent: isPercent(figures),
});

/** Moves into the title what all labels would repeat, such as the only event of a report by country. */
function withConstants(plan: Plan, rows: readonly Row[]): Plan {
	const names = plan.dimensions.filter(({column: {kind}}) => kind === 'text' || kind === 'label');
	const isConstant = ({index}: Axis) => rows.every(row => row[index] === rows[0]?.[index]);
	// The texts name an event together.
	const areTextsConstant = names.every(axis => axis.column.kind === 'label' || isConstant(axis));
	const constant = names.filter(axis => (axis.column.kind === 'label' ? isConstant(axis) : areTextsConstant));
	if (constant.length === 0 || constant.length === names.length) return plan;
	const path = pathOf(rows[0] ?? [], constant);
	return {
		...plan,
		dimensions: plan.dimensions.filter(axis => !constant.includes(axis)),
		title: path === '' ? plan.title : `${plan.title} (${path})`,
	};
}

/** Adds the figure to the title if there is only one: `Events over time: Uses per user`. */
function withFigure(plan: Plan): Plan {
	const [figure, ...others] = plan.figures;
	return figure && others.length === 0 ? {...plan, title: `${plan.title}: ${figure.column.title}`} : plan;
}

/** More lines with whiskers than that cover each other; a heat map stays, and the table has the intervals. */
const maxWhiskered = 6;

const findAxis = ({dimensions}: Plan, kind: Column['kind']) => dimensions.find(({column}) => column.kind === kind);

function createBarCharts(rows: readonly Row[], plan: Plan): readonly Bars[] {
	const bin = findAxis(plan, 'bin');
	if (bin) return createHistograms(rows, bin, plan);
	return [createBars(rows, plan.figures[0]?.intervalOf ? withFigure(plan) : plan)];
}

/**
 * Chooses a heat map for percentages of cohorts by period, lines for their counts and for dates, bars for everything else. Labels keep the service's order. Takes the
 * rows in long form, without totals.
 */
export function chooseCharts(columns: readonly Column[], rows: readonly Row[], rule: ChartRule): readonly Chart[] {
	if (rule.waterfall) return createWaterfall(columns, rows, rule);
	const plan = withConstants(createPlan(columns, rows, rule), rows);
	if (rows.length === 0 || plan.figures.length === 0 || plan.dimensions.length === 0) return [];
	const period = findAxis(plan, 'period');
	if (period) {
		const hasIntervals = plan.figures[0]?.intervalOf !== undefined;
		const lines =
			hasIntervals || !isPercent(plan.figures) ? createLines(columns, rows, period, withFigure(plan)) : undefined;
		if (lines && (!hasIntervals || lines.series.length <= maxWhiskered)) return [lines];
		const sizeAt = columns.findIndex(({key}) => key === rule.size);
		const completeAt = columns.findIndex(({marksIncomplete}) => Array.isArray(marksIncomplete));
		return [createHeatmap(rows, plan, {sizeAt, completeAt})];
	}
	const date = findAxis(plan, 'date');
	return date ? [createLines(columns, rows, date, withFigure(plan))] : createBarCharts(rows, plan);
}

const notDrawn: ReadonlySet<string> = new Set([
	'figure',
	'baselineDate',
	'delta',
	'deltaPercent',
	'reason',
	'share',
	'valueBase',
	'baselineBase',
	'difference',
]);

/**
 * Draws a chart for each figure of a comparison (`--compare`), in the range and in the baseline. Cohorts by period become lines,
 * since a heat map has one figure per cell. Dates that only the baseline has are omitted.
 */
export function chooseComparison(columns: readonly Column[], rows: readonly Row[], rule: ChartRule): readonly Chart[] {
	const figureAt = columns.findIndex(({key}) => key === 'figure');
	const figures = [...groupBy(rows, row => String(row[figureAt] ?? '')).entries()];
	return figures.flatMap(([figure, own]) =>
		compareFigure(columns, own, {...rule, title: figures.length > 1 ? `${rule.title}: ${figure}` : rule.title}),
	);
}

function compareFigure(columns: readonly Column[], rows: readonly Row[], rule: ChartRule): readonly Chart[] {
	const {figures: _, ...sidesRule} = rule;
	const plan = withConstants(createPlan(columns, rows, {...sidesRule, omitted: notDrawn}), rows);
	const titled = {...plan, title: `${plan.title}, compared`};
	const along = findAxis(plan, 'period') ?? findAxis(plan, 'date');
	const ownRows = rows.filter(row => !along || row[along.index] !== null);
	if (ownRows.length === 0) return [];
	return along ? [{...createLines(columns, ownRows, along, titled), isPaired: true}] : createBarCharts(ownRows, titled);
}
