import type {Cell, Column, Row} from '../dataset.ts';
import type {Bars, Chart, Heatmap, Lines, Series} from './chart.ts';

/** What is drawn where a report has many figures, and its title; a report that is not named draws all its counts. */
const drawn: Readonly<Record<string, {readonly title: string; readonly keys?: readonly string[]}>> = {
	'report current': {title: 'Installations'},
	'report churn retention': {title: 'Engaged installations, percent of those who installed', keys: ['engagedPercent']},
	'report churn days': {title: 'Lost installations by active days'},
	'report churn sessions': {title: 'Lost installations by sessions'},
	'report churn runtime': {title: 'Lost installations by runtime in hours'},
	'report churn event': {title: 'Lost installations by uses of the event'},
	'report churn events': {title: 'Lost installations that used an event at least once', keys: ['usersUsedAtLeastOnce']},
	'report events table': {title: 'Uses', keys: ['cumulativeUsageCount']},
	'report events timeline': {title: 'Events over time'},
	'report events frequency': {
		title: 'Installations that used an event at least once',
		keys: ['uniqueUsersUsedAtLeastOnce'],
	},
};

type Axis = {readonly column: Column; readonly index: number};
type Shape = {readonly dimensions: readonly Axis[]; readonly measures: readonly Axis[]; readonly title: string};

const isDimension = ({kind}: Column) =>
	kind === 'text' || kind === 'label' || kind === 'date' || kind === 'bin' || kind === 'period';
const isMeasure = ({kind}: Column) => kind === 'count' || kind === 'number' || kind === 'percent';

const textOf = (cell: Cell | undefined): string =>
	cell === null || cell === undefined ? '–' : String(cell) || '(empty)';
const pathOf = (row: Row, axes: readonly Axis[]): string =>
	axes
		.map(({index}) => row[index])
		.filter(cell => cell !== null && cell !== undefined)
		.map(textOf)
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
	return {
		shape: 'heatmap',
		title,
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
		series: grids.flatMap(({measure, grid}) =>
			grid.lines.map((line, index) => ({name: nameOf(line, measure), values: grid.cells[index] as (number | null)[]})),
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

/**
 * The charts of a report: a heat map for cohorts by period, lines for dates, bars for bins and for everything else.
 * Labels keep the service's order. Takes the rows in long form, without totals.
 */
export function chooseCharts(columns: readonly Column[], rows: readonly Row[], report: string): readonly Chart[] {
	const dimensions = columns.map((column, index) => ({column, index})).filter(({column}) => isDimension(column));
	const measures = measuresOf(columns, report);
	const shape = {
		dimensions,
		measures,
		title: drawn[report]?.title ?? measures.map(({column}) => column.title).join(', '),
	};
	if (rows.length === 0 || measures.length === 0) return [];
	const axis = (kind: Column['kind']) => dimensions.find(({column}) => column.kind === kind);
	const [period, date, bin] = [axis('period'), axis('date'), axis('bin')];
	if (period) return [heatmap(rows, shape, columns)];
	if (date) return [lines(rows, date, shape)];
	return bin ? histograms(rows, bin, shape) : [grouped(rows, shape)];
}
