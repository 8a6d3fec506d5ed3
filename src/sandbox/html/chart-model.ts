import type {chartTypes} from '../../contract/service-words.ts';
import type {ResultRow} from './result-rows.ts';

export type ChartType = (typeof chartTypes)[number];

/** The data of a chart: values by category, in one series or several. */
export type ChartModel = {
	readonly categories: readonly string[];
	readonly series: readonly {readonly name: string; readonly values: readonly (number | null)[]}[];
};

/** How the rows of a report become a chart. */
export type ChartRule = {
	/** Which labels name the categories: the date, the last one, or all of them joined. */
	readonly axis: 'date' | 'last' | 'all';
	/** The figure to draw; default: every figure. */
	readonly measure?: string;
};

const date = /^\d{4}-\d\d-\d\d$/;
const separator = ' / ';

/** Index of the label that names the category; -1: all labels. */
function axisPlace(labels: readonly string[], {axis}: ChartRule): number {
	if (axis === 'last') return labels.length - 1;
	return axis === 'date' ? labels.findIndex(label => date.test(label)) : -1;
}

type Point = {readonly category: string; readonly series: string; readonly value: number | null};

/** In a histogram, the names of the figures are the categories. */
const getHistogramPoints = ({figures}: ResultRow): readonly Point[] =>
	Array.from(figures, ([category, figure]) => ({category, series: 'installations', value: toNumber(figure)}));

const toNumber = (figure: unknown) => (typeof figure === 'number' ? figure : null);

function getPoints({labels, figures}: ResultRow, rule: ChartRule): readonly Point[] {
	const {measure} = rule;
	const place = axisPlace(labels, rule);
	const category = place < 0 ? labels.join(separator) : (labels[place] ?? '');
	const others = place < 0 ? [] : labels.filter((_, index) => index !== place);
	return [...figures]
		.filter(([name]) => measure === undefined || name === measure)
		.map(([name, figure]) => ({
			category,
			series: (measure === undefined ? [...others, name] : others).join(separator) || name,
			value: toNumber(figure),
		}));
}

/** The chart of a report's rows; categories and series in the order of the answer. */
export function createChart(rows: readonly ResultRow[], rule: ChartRule): ChartModel {
	const alone = rows.length === 1 && rows[0]?.labels.length === 0;
	const points = rows.flatMap(row => (alone ? getHistogramPoints(row) : getPoints(row, rule)));
	const categories = [...new Set(points.map(point => point.category))];
	const series = new Map<string, Map<string, number | null>>();
	for (const {series: name, category, value} of points) {
		const values = series.get(name) ?? new Map<string, number | null>();
		series.set(name, values.set(category, value));
	}
	return {
		categories,
		series: Array.from(series, ([name, values]) => ({
			name,
			values: categories.map(category => values.get(category) ?? null),
		})),
	};
}
