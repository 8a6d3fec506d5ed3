import {type Cell, type Column, isFigure as isMeasure, type Row} from '../dataset.ts';
import type {Bars, Chart, Heatmap, Lines, Series} from './chart.ts';

/**
 * What is drawn where a report has many figures (`keys`), what names its bars where it has many texts (`by`), and its title;
 * a report that is not named draws all its counts.
 */
type Drawn = {
	readonly title: string;
	readonly keys?: readonly string[];
	readonly by?: readonly string[];
	readonly ofBins?: string;
};
const drawn: Readonly<Record<string, Drawn>> = {
	'report current': {title: 'Installations'},
	'report churn retention': {title: 'Engaged, percent of those who installed', keys: ['engagedPercent']},
	'report churn days': {title: 'Lost installations by active days'},
	'report churn sessions': {title: 'Lost installations by sessions'},
	'report churn runtime': {title: 'Lost installations by runtime in hours'},
	'report churn event': {title: 'Lost installations by uses of the event'},
	'report churn events': {title: 'Lost installations that used an event at least once', keys: ['usersUsedAtLeastOnce']},
	'report events table': {title: 'Uses', keys: ['cumulativeUsageCount']},
	'report events timeline': {title: 'Events over time'},
	'exceptions top': {title: 'Lines of each crash', keys: ['count'], by: ['method', 'class']},
	'events top': {title: 'Lines of each event', keys: ['count'], by: ['category', 'name']},
	'report events frequency': {
		title: 'Installations that used an event at least once',
		keys: ['uniqueUsersUsedAtLeastOnce'],
		ofBins: 'Installations by uses of the event',
	},
};

type Axis = {readonly column: Column; readonly index: number};
type Shape = {readonly dimensions: readonly Axis[]; readonly measures: readonly Axis[]; readonly title: string};

const isDimension = ({kind}: Column) =>
	kind === 'text' || kind === 'label' || kind === 'date' || kind === 'bin' || kind === 'period';

const textOf = (cell: Cell | undefined): string =>
	cell === null || cell === undefined ? '–' : String(cell) || '(empty)';
const pathOf = (row: Row, axes: readonly Axis[]): string =>
	axes
		.filter(({index}) => row[index] !== null && row[index] !== undefined)
		.map(({column, index}) => `${column.key === 'product' ? 'product ' : ''}${textOf(row[index])}`)
		.join(' / ');
const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);

/** Distinct labels in the order they come. */
const distinct = (labels: readonly string[]): readonly string[] => [...new Set(labels)];

/** Puts rows on a grid: `across` names a row's column, `along` its line; a cell that no row fills stays null. */
function gridOf(
	rows: readonly Row[],
	{along, across, measure}: {readonly along: readonly Axis[]; readonly across: readonly Axis[]; readonly measure: Axis},
) {
	const lines = distinct(rows.map(row => pathOf(row, along)));
	const columns = distinct(rows.map(row => pathOf(row, across)));
	const lineAt = new Map(lines.map((name, index) => [name, index]));
	const columnAt = new Map(columns.map((name, index) => [name, index]));
	const cells: (number | null)[][] = lines.map(() => columns.map(() => null));
	for (const row of rows) {
		const line = cells[lineAt.get(pathOf(row, along)) as number] as (number | null)[];
		line[columnAt.get(pathOf(row, across)) as number] = numberOf(row[measure.index]);
	}
	return {lines, columns, cells};
}

function heatmap(rows: readonly Row[], {dimensions, measures, title}: Shape, columns: readonly Column[]): Heatmap {
	const across = dimensions.filter(({column}) => column.kind === 'period');
	const along = dimensions.filter(({column}) => column.kind !== 'period');
	const grid = gridOf(rows, {along, across, measure: measures[0] as Axis});
	const engaged = columns.findIndex(({key}) => key === 'engaged');
	const sizes = new Map<string, number | null>();
	for (const row of rows) if (!sizes.has(pathOf(row, along))) sizes.set(pathOf(row, along), numberOf(row[engaged]));
	const unit = across[0]?.column.unit;
	return {
		shape: 'heatmap',
		title: unit === undefined ? title : `${title}, by ${unit}`,
		rows: grid.lines.map(name => name || 'all'),
		columns: grid.columns,
		cells: grid.cells,
		sizes: grid.lines.map(name => sizes.get(name) ?? null),
	};
}

/** Series by the other dimensions and by measure, along one axis. */
function seriesOf(
	rows: readonly Row[],
	along: Axis,
	{dimensions, measures}: Shape,
): {readonly points: readonly string[]; readonly series: readonly Series[]} {
	const others = dimensions.filter(axis => axis !== along);
	const grids = measures.map(measure => ({measure, grid: gridOf(rows, {along: others, across: [along], measure})}));
	const nameOf = (line: string, measure: Axis) =>
		[line, ...(measures.length > 1 || line === '' ? [measure.column.title] : [])].filter(Boolean).join(' / ');
	return {
		points: grids[0]?.grid.columns ?? [],
		// What is about one thing stands together: its new and its active, its range and its baseline.
		series: (grids[0]?.grid.lines ?? []).flatMap((line, index) =>
			grids.map(({measure, grid}) => ({
				name: nameOf(line, measure),
				values: grid.cells[index] as (number | null)[],
			})),
		),
	};
}

const isPercent = ({measures}: Shape) => measures[0]?.column.kind === 'percent';

function lines(rows: readonly Row[], date: Axis, shape: Shape): Lines {
	const {points, series} = seriesOf(rows, date, shape);
	return {shape: 'lines', title: shape.title, dates: points, series, percent: isPercent(shape)};
}

/** One histogram for each group of the other dimensions: bins vary from one to the next. */
function histograms(rows: readonly Row[], bin: Axis, shape: Shape): readonly Bars[] {
	const others = shape.dimensions.filter(axis => axis !== bin);
	return distinct(rows.map(row => pathOf(row, others))).map(group => {
		const members = rows.filter(row => pathOf(row, others) === group);
		return {
			shape: 'bars',
			title: [shape.title, group].filter(Boolean).join(': '),
			categories: members.map(row => textOf(row[bin.index])),
			series: shape.measures.map(({column, index}) => ({
				name: column.title,
				values: members.map(row => numberOf(row[index])),
			})),
			percent: isPercent(shape),
		};
	});
}

const grouped = (rows: readonly Row[], shape: Shape): Bars => ({
	shape: 'bars',
	title: shape.title,
	categories: rows.map(row => pathOf(row, shape.dimensions) || 'all'),
	series: shape.measures.map(({column, index}) => ({
		name: column.title,
		values: rows.map(row => numberOf(row[index])),
	})),
	percent: isPercent(shape),
});

/** Figures of one kind only: counts and percentages share no axis. */
function measuresOf(columns: readonly Column[], report: string): readonly Axis[] {
	const all = columns.map((column, index) => ({column, index})).filter(({column}) => isMeasure(column));
	const chosen = all.filter(({column}) => drawn[report]?.keys?.includes(column.key));
	const first = (chosen.length > 0 ? chosen : all)[0];
	return (chosen.length > 0 ? chosen : all).filter(({column}) => column.kind === first?.column.kind);
}

function shapeOf(columns: readonly Column[], report: string): Shape {
	const measures = measuresOf(columns, report);
	const {title, ofBins, by} = drawn[report] ?? {};
	const all = columns.map((column, index) => ({column, index}));
	const dimensions = by
		? by.flatMap(key => all.filter(({column}) => column.key === key))
		: all.filter(({column}) => isDimension(column));
	const own = dimensions.some(({column}) => column.kind === 'bin') ? (ofBins ?? title) : title;
	return {dimensions, measures, title: own ?? measures.map(({column}) => column.title).join(', ')};
}

/** `Events over time: Uses per user`: one title serves all the figures that a timeline may have. */
const withMeasure = (shape: Shape): Shape =>
	shape.measures.length === 1 ? {...shape, title: `${shape.title}: ${shape.measures[0]?.column.title}`} : shape;

const axisOf = ({dimensions}: Shape, kind: Column['kind']) => dimensions.find(({column}) => column.kind === kind);

/**
 * The charts of a report: a heat map for cohorts by period, lines for dates, bars for bins and for everything else.
 * Labels keep the service's order. Takes the rows in long form, without totals.
 */
export function chooseCharts(columns: readonly Column[], rows: readonly Row[], report: string): readonly Chart[] {
	const shape = shapeOf(columns, report);
	if (rows.length === 0 || shape.measures.length === 0) return [];
	const [date, bin] = [axisOf(shape, 'date'), axisOf(shape, 'bin')];
	if (axisOf(shape, 'period')) return [heatmap(rows, shape, columns)];
	if (date) return [lines(rows, date, withMeasure(shape))];
	return bin ? histograms(rows, bin, shape) : [grouped(rows, shape)];
}

/**
 * The charts of a comparison (`--compare`): the figure that the report draws, as it is in the range and in the baseline.
 * Cohorts by period are lines here: a heat map has one figure in a cell. A date of the baseline alone has no place.
 */
export function chooseComparison(columns: readonly Column[], rows: readonly Row[], report: string): readonly Chart[] {
	const figureAt = columns.findIndex(({key}) => key === 'figure');
	const key = drawn[report]?.keys?.find(each => rows.some(row => row[figureAt] === each)) ?? rows[0]?.[figureAt];
	const kept = columns.flatMap((column, index) => (sides[column.key] !== null ? [index] : []));
	const kind = /percent/i.test(String(key)) ? 'percent' : 'number';
	const own = kept.map(index => {
		const column = columns[index] as Column;
		const title = sides[column.key];
		return title ? ({...column, title, kind} as const) : column;
	});
	const plain = shapeOf(own, report);
	const shape = {...plain, title: `${plain.title}, range and baseline`};
	const along = axisOf(shape, 'period') ?? axisOf(shape, 'date');
	const ownRows = rows
		.filter(row => row[figureAt] === key)
		.map(row => kept.map(index => row[index] ?? null))
		.filter(row => !along || row[along.index] !== null);
	if (ownRows.length === 0) return [];
	const bin = axisOf(shape, 'bin');
	if (along) return [{...lines(ownRows, along, shape), isPaired: true}];
	return bin ? histograms(ownRows, bin, shape) : [grouped(ownRows, shape)];
}

/** Columns of a comparison that are drawn under another name; null for those that are not drawn. */
const sides: Readonly<Record<string, string | null>> = {
	value: 'range',
	baseline: 'baseline',
	figure: null,
	baselineDate: null,
	delta: null,
	deltaPercent: null,
	reason: null,
};
