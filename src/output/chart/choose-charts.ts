import {groupBy} from '../../text/group-by.ts';
import {type Cell, type Column, displayCell, numberOf, type Row} from '../dataset.ts';
import type {Bars, Chart, ChartRule, Heatmap, LineChart, Series} from './chart.ts';
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

/** Returns what is incomplete in a figure of a row; null if nothing is. */
type FindIncomplete = (row: Row, key: string) => string | null;

/** Returns a figure for each row; null for a missing row. */
function createSeries(
	rows: readonly (Row | undefined)[],
	{column, index, bases, intervalOf}: Axis,
	findIncomplete: FindIncomplete = () => null,
): Series {
	const toCells = <T>(valueIn: (row: Row) => T | null) => rows.map(row => (row ? valueIn(row) : null));
	const incomplete = toCells(row => findIncomplete(row, column.key));
	return {
		name: column.title,
		values: toCells(row => numberOf(row[index])),
		...(bases ? {bases: toCells(row => bases.get(row) ?? null)} : {}),
		...(intervalOf ? {intervals: toCells(intervalOf)} : {}),
		...(incomplete.some(Boolean) ? {incomplete} : {}),
	};
}

/** Arranges rows in lines and columns. Each line has a series for every figure. */
function toGrid(rows: readonly Row[], across: Axis, {dimensions, figures}: Plan, findIncomplete: FindIncomplete) {
	const along = dimensions.filter(axis => axis !== across);
	const columns = unique(rows.map(row => pathOf(row, [across])));
	const placed = new Map(rows.map(row => [`${pathOf(row, along)}\0${pathOf(row, [across])}`, row]));
	const lines = unique(rows.map(row => pathOf(row, along))).map(name => {
		const own = columns.map(column => placed.get(`${name}\0${column}`));
		return {name, series: figures.map(figure => createSeries(own, figure, findIncomplete))};
	});
	return {along, columns, lines};
}

function createHeatmap(columns: readonly Column[], rows: readonly Row[], period: Axis, plan: Plan): Heatmap {
	const lossesAt = columns.findIndex(({marksIncomplete}) => Array.isArray(marksIncomplete));
	const grid = toGrid(rows, period, plan, row => (row[lossesAt] === false ? 'incomplete losses' : null));
	const sizeAt = columns.findIndex(({key}) => key === plan.size);
	// The size of a cohort is that of its first period: a Map keeps the last of equal keys.
	const sizes = new Map(rows.toReversed().map(row => [pathOf(row, grid.along), numberOf(row[sizeAt])]));
	const {unit} = period.column;
	return {
		shape: 'heatmap',
		title: unit === undefined ? plan.title : `${plan.title}, by ${unit} after installation`,
		columns: grid.columns,
		rows: grid.lines.map(({name, series: [first]}) => ({
			...(first as Series),
			name: name || 'all',
			size: sizes.get(name) ?? null,
		})),
	};
}

/** Finds the first of the columns that say that a figure is incomplete. */
const createFindIncomplete =
	(columns: readonly Column[]): FindIncomplete =>
	(row, key) => {
		const marking = columns.find(
			({marksIncomplete}, at) =>
				marksIncomplete && (marksIncomplete === true || marksIncomplete.includes(key)) && row[at] === false,
		);
		return marking ? (marking.words?.false ?? `incomplete ${marking.title.toLowerCase()}`) : null;
	};

function createLines(columns: readonly Column[], rows: readonly Row[], across: Axis, plan: Plan): LineChart {
	const grid = toGrid(rows, across, plan, createFindIncomplete(columns));
	const nameOf = (group: string, title: string) =>
		[group, ...(plan.figures.length > 1 || group === '' ? [title] : [])].filter(Boolean).join(' / ');
	return {
		shape: 'lines',
		title: plan.title,
		dates: grid.columns,
		series: grid.lines.flatMap(({name, series}) => series.map(one => ({...one, name: nameOf(name, one.name)}))),
		percent: isPercent(plan.figures),
	};
}

const isPercent = (figures: readonly Axis[]) => figures[0]?.column.kind === 'percent';
const toSeries = (rows: readonly Row[], figures: readonly Axis[]) => figures.map(figure => createSeries(rows, figure));

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
	return [createBars(rows, isPercent(plan.figures) ? withFigure(plan) : plan)];
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
		return [createHeatmap(columns, rows, period, plan)];
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
	const sides = withConstants(createPlan(columns, rows, {...sidesRule, omitted: notDrawn}), rows);
	// In a pair, the range comes before its baseline.
	const plan = {...sides, figures: sides.figures.toReversed()};
	const titled = {...plan, title: `${plan.title}, compared`};
	const along = findAxis(plan, 'period') ?? findAxis(plan, 'date');
	const ownRows = rows.filter(row => !along || row[along.index] !== null);
	if (ownRows.length === 0) return [];
	return along ? [{...createLines(columns, ownRows, along, titled), isPaired: true}] : createBarCharts(ownRows, titled);
}
