import {isSmallGroup, smallGroup} from '../small-group.ts';

/** Charts as data, for a terminal or a page: labels and figures in order, without colors or sizes. */

export type ChartRule = {
	readonly title: string;
	readonly binsTitle?: string;
	/** Keys of the figures to draw (default: all). */
	readonly figures?: readonly string[];
	/** Key of the figure whose first value is the size of a cohort. */
	readonly size?: string;
	/** Keys of the columns that name a bar (default: all that are not figures). */
	readonly labels?: readonly string[];
	/** Draws the parts of a change. */
	readonly waterfall?: WaterfallRule;
};

/**
 * Keys of the columns with the change of a part, its name and what divides the whole into parts. Of several divisions, the first is drawn;
 * rows with a mark belong to none.
 */
type WaterfallRule = {
	readonly change: string;
	readonly name: string;
	readonly division: string;
	readonly isOutside: (division: string) => boolean;
};

export type Series = {
	readonly name: string;
	readonly values: readonly (number | null)[];
	/** The number of installations behind each percentage. */
	readonly bases?: readonly (number | null)[];
	/** The lower and upper end of the interval of each percentage. */
	readonly intervals?: readonly (readonly [number, number] | null)[];
	/** Says why each figure is open, such as `incomplete period` or `predicted`; null if it is not. */
	readonly incomplete?: readonly (string | null)[];
};

export type Heatmap = {
	readonly shape: 'heatmap';
	readonly title: string;
	readonly columns: readonly string[];
	readonly rows: readonly Cohort[];
};

/** Percentages by period, null if all installations are too young; their bases are less than the size if some are. */
export type Cohort = Series & {readonly size: number | null};

export type FigureMark = 'few' | 'incomplete';

/** Returns why a figure is drawn hollow or without a shade; nothing if it is not. */
export function getMarks({values, bases, incomplete}: Series, at: number): readonly FigureMark[] {
	if (!isDrawn(values[at])) return [];
	return [
		...(isSmallGroup(bases?.[at]) ? (['few'] as const) : []),
		...(isDrawn(incomplete?.[at]) ? (['incomplete'] as const) : []),
	];
}

export const hasMark = (series: readonly Series[], mark: FigureMark): boolean =>
	series.some(one => one.values.some((_, at) => getMarks(one, at).includes(mark)));

/** One bar per category and series: histograms, and counts by segment. */
export type Bars = {
	readonly shape: 'bars';
	readonly title: string;
	readonly categories: readonly string[];
	readonly series: readonly Series[];
	readonly percent: boolean;
	readonly isOwnScale?: boolean | undefined;
};

/** `at` is the index of a date; `text` is the label with its day. */
type DateMark = {readonly at: number; readonly label: string; readonly text: string};

export type LineChart = {
	readonly shape: 'lines';
	readonly title: string;
	readonly dates: readonly string[];
	readonly series: readonly Series[];
	readonly percent: boolean;
	/** The series are pairs of a range and its baseline. */
	readonly isPaired?: boolean | undefined;
	/** Each series, or pair, is as high as its largest figure. */
	readonly isOwnScale?: boolean | undefined;
	/** Releases and other events, in the order of their dates. */
	readonly marks?: readonly DateMark[];
};

/** The parts of a change, each from the sum of those before it, and the whole change. */
export type Waterfall = {
	readonly shape: 'waterfall';
	readonly title: string;
	readonly steps: readonly Step[];
};

export type Step = {readonly name: string; readonly from: number; readonly to: number; readonly isTotal?: true};

export type Chart = Heatmap | Bars | LineChart | Waterfall;
type SeriesChart = Bars | LineChart;

export const hasSeries = (chart: Chart): chart is SeriesChart => 'series' in chart;

/** A percentage of a small group is drawn in gray, with the number of installations. */
export const fewRemark = `Gray: fewer than ${smallGroup} installations.`;
export const incompleteRemark = 'Dashed: losses are incomplete, so engaged is too high.';
const isDrawn = (value: unknown) => value !== null && value !== undefined;

/** Tests for a figure of a line that is incomplete, or of few installations. */
export const isOpen = (series: Series, at: number): boolean => getMarks(series, at).length > 0;

/** Says why parts of lines are hollow; undefined if none is. */
export function openRemark({series}: LineChart): string | undefined {
	const open = series.flatMap(one => one.values.flatMap((_, at) => (isOpen(one, at) ? [{one, at}] : [])));
	const whats = new Set(open.flatMap(({one, at}) => one.incomplete?.[at] ?? []));
	const bases = open.map(({one, at}) => one.bases?.[at]).filter(isSmallGroup);
	const [least, most] = [Math.min(...bases), Math.max(...bases)];
	const reasons = [
		...(whats.size > 0 ? [[...whats].join(' or ').replaceAll(' or incomplete ', ' or ')] : []),
		...(bases.length > 0
			? [`fewer than ${smallGroup} installations (n = ${least === most ? least : `${least} to ${most}`})`]
			: []),
	];
	return reasons.length === 0 ? undefined : reasons.join(', or ');
}

/** Tests whether a chart draws percentages of few installations. */
export const hasFew = (chart: Chart): boolean =>
	(chart.shape === 'heatmap' && hasMark(chart.rows, 'few')) || (chart.shape === 'bars' && hasMark(chart.series, 'few'));

/** Intervals are drawn as whiskers of bars, and as bands along lines. */
export const intervalRemarks: Readonly<Record<SeriesChart['shape'], string>> = {
	bars: 'Whiskers: 95 % intervals.',
	lines: 'Bands: 95 % intervals.',
};
export const hasIntervals = (chart: Chart): chart is SeriesChart =>
	hasSeries(chart) && chart.series.some(({intervals}) => intervals?.some(isDrawn));

export const maxCategories = 60;
const maxSeries = 24;
/** The number of colors that can be told apart. */
export const maxColors = 8;

/** Formats as `1,234`, `12.5`, or `–` if there is no figure. */
export const figure = (value: number | null): string =>
	value === null ? '–' : value.toLocaleString('en-US', {maximumFractionDigits: decimals(Math.abs(value))});

const decimals = (size: number) => (size < 10 ? 2 : size < 1000 ? 1 : 0);

/**
 * True if the largest figure is more than a thousand times the median, so that most others would be invisible. Renderers then use
 * a logarithmic scale and say so.
 */
export function needsLogScale(series: readonly Series[]): boolean {
	const figures = series
		.flatMap(({values}) => values.filter((value): value is number => value !== null && value > 0))
		.sort((a, b) => a - b);
	const middle = figures[Math.floor((figures.length - 1) / 2)];
	return middle !== undefined && (figures.at(-1) as number) > 1000 * middle;
}

/** `share` is the part of the full length for a figure, 0 to 1. */
export type Scale = {readonly log: boolean; readonly share: (value: number) => number};

function createScale(series: readonly Series[]): Scale {
	const log = needsLogScale(series);
	let top = 0;
	for (const {values} of series) for (const value of values) top = Math.max(top, value ?? 0);
	const size = (value: number) => (log ? Math.log1p(Math.max(0, value)) : Math.max(0, value));
	return {log, share: value => (top === 0 ? 0 : size(value) / size(top))};
}

type Scaled = Pick<LineChart, 'series' | 'isPaired' | 'isOwnScale'>;

/** Splits series into those that belong together: a range and its baseline, or one alone. */
export function groupSeries({series, isPaired}: Scaled): readonly (readonly Series[])[] {
	const size = isPaired ? 2 : 1;
	return Array.from({length: Math.ceil(series.length / size)}, (_, group) =>
		series.slice(group * size, (group + 1) * size),
	);
}

const sumOf = (group: readonly Series[]) =>
	group.reduce((sum, {values}) => sum + values.reduce<number>((total, value) => total + (value ?? 0), 0), 0);

/** Keeps the largest series if there are too many to read, in their order. */
export function keepLargest(chart: LineChart): LineChart {
	const groups = groupSeries(chart);
	const most = maxSeries / (chart.isPaired ? 2 : 1);
	if (groups.length <= most) return chart;
	const kept = new Set(groups.toSorted((left, right) => sumOf(right) - sumOf(left)).slice(0, most));
	return {...chart, series: groups.filter(group => kept.has(group)).flat()};
}

/** Returns the scale of each series, in order. */
export function scalesOf(chart: Scaled): readonly Scale[] {
	const groups = chart.isOwnScale ? groupSeries(chart) : [chart.series];
	return groups.flatMap(group => {
		const scale = createScale(group);
		return group.map(() => scale);
	});
}

/** Describes the scale if a reader could take it for another one. */
export const scaleRemarks = (chart: Scaled): readonly string[] => [
	...(chart.isOwnScale && groupSeries(chart).length > 1 ? ['each series on its own scale'] : []),
	...(scalesOf(chart).some(({log}) => log) ? ['logarithmic scale'] : []),
];
