import {displayWidth, padEnd, padStart} from '../display-width.ts';
import {isSmallGroup} from '../small-group.ts';
import {
	figure,
	groupSeries,
	isOpen,
	keepLargest,
	type LineChart,
	maxColors,
	openRemark,
	type Scale,
	type Series,
	scaleRemarks,
	scalesOf,
} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Drawn, Ink} from './terminal-colors.ts';

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** With more series, each is a sparkline instead of an area of several lines. */
const maxTallSeries = 3;
const tall = 6;

/** Fits values to `width` columns: means of neighbors, or several columns for each of few values. */
const stretch = (values: readonly (number | null)[], width: number): readonly (number | null)[] =>
	Array.from({length: values.length === 0 ? 0 : width}, (_, at) => {
		const from = Math.floor((at * values.length) / width);
		const part = values
			.slice(from, Math.max(from + 1, Math.floor(((at + 1) * values.length) / width)))
			.filter(value => value !== null);
		return part.length === 0 ? null : part.reduce((sum, value) => sum + value, 0) / part.length;
	});

/** The least number of columns between two dates. */
const gap = 3;

/** Writes `count` of the labels at equal distances, each below its value. Returns undefined if they do not fit. */
function placeLabels(labels: readonly string[], count: number, width: number): string | undefined {
	let line = '';
	for (let nth = 0; nth < count; nth++) {
		const at = Math.round((nth * (labels.length - 1)) / (count - 1));
		const label = labels[at] as string;
		const size = displayWidth(label);
		const centered = Math.floor(((at + 0.5) * width) / labels.length - size / 2);
		const start = Math.max(0, Math.min(width - size, centered));
		if (nth > 0 && start < displayWidth(line) + gap) return undefined;
		line = padEnd(line, start) + label;
	}
	return line;
}

/** Writes the first and the last date, and as many between them as fit. */
function drawDates(dates: readonly string[], width: number): string {
	const labels = dates.map(date => labelText(date, width));
	for (let count = Math.min(labels.length, Math.floor(width / 3)); count >= 2; count--) {
		const line = placeLabels(labels, count, width);
		if (line !== undefined) return line;
	}
	const [first = '', last = ''] = [labels[0], labels.at(-1)];
	return first === last ? first : `${first} … ${last}`;
}

const hollowGlyph = '░';
const gapGlyph = '·';

type AreaColumn = {readonly share: number | null; readonly isHollow: boolean};

/** Draws a row of an area, 0 being the highest. The lowest row also shows gaps, and hollow places whose figure is 0. */
const areaRow = (places: readonly AreaColumn[], row: number, height: number) =>
	places
		.map(({share, isHollow}) => {
			const isLowest = row === height - 1;
			if (share === null) return isLowest ? gapGlyph : ' ';
			const filled = Math.round(share * height * 8) - (height - 1 - row) * 8;
			if (isHollow) return isLowest || filled > 0 ? hollowGlyph : ' ';
			return eighths[Math.max(0, Math.min(8, filled))];
		})
		.join('');

type Size = {readonly plotWidth: number; readonly nameWidth: number; readonly height: number};

function drawSeries(series: Series, {share}: Scale, {plotWidth, nameWidth, height}: Size) {
	const {name, values} = series;
	const solid = stretch(
		values.map((_, at) => (isOpen(series, at) ? 0 : 1)),
		plotWidth,
	);
	const places = stretch(values, plotWidth).map((value, at) => ({
		share: value === null ? null : Math.max(share(value), value > 0 ? 1 / (height * 8) : 0),
		isHollow: solid[at] !== 1,
	}));
	return Array.from({length: height}, (_, row) => ({
		front: padEnd(row === 0 ? pathText(name, nameWidth) : '', nameWidth),
		area: padEnd(areaRow(places, row, height), plotWidth),
	}));
}

/**
 * Sums up a series: its range and its last figure, of those that are complete and not of few installations if there are any. The
 * last figure has its date if others follow.
 */
function summarize(series: Series, {percent, dates}: Pick<LineChart, 'percent' | 'dates'>) {
	const places = series.values.flatMap((value, at) => (value === null ? [] : [{value, at}]));
	const firm = places.filter(({at}) => !isOpen(series, at));
	const summed = firm.length > 0 ? firm : places;
	const numbers = summed.map(({value}) => value);
	const [least, most] = numbers.length === 0 ? [null, null] : [Math.min(...numbers), Math.max(...numbers)];
	const last = summed.at(-1);
	const base = last && series.bases?.[last.at];
	const sign = percent ? ' %' : '';
	const when = last && last !== places.at(-1) ? `${dates[last.at]}:` : 'last';
	const few = isSmallGroup(base) ? ` n = ${base}` : '';
	const range = least === most ? `${figure(least)}${sign}` : `${figure(least)}–${figure(most)}${sign}`;
	return {
		range,
		withLast: `${least === most ? range : `${range}, ${when} ${figure(last?.value ?? null)}${sign}`}${few}`,
	};
}

const markGlyph = '▲';

/** Draws the marks below their dates, and names them in a second line. */
function drawMarks({marks = [], dates}: LineChart, nameWidth: number, plotWidth: number): readonly string[] {
	if (marks.length === 0) return [];
	const places = new Set(marks.map(({at}) => Math.floor(((at + 0.5) * plotWidth) / dates.length)));
	const line = Array.from({length: plotWidth}, (_, at) => (places.has(at) ? markGlyph : ' ')).join('');
	const list = marks.map(({text}) => text).join('; ');
	return [`${' '.repeat(nameWidth)} ${line}`.trimEnd(), `${markGlyph} ${list}`];
}

/** Draws areas for few series, sparklines for many. Each has its name beside it, so that many need no colors. */
export function drawLines(chart: LineChart, width: number, ink: Ink): Drawn {
	const {dates, series, isPaired} = chart;
	const scaled = keepLargest(chart);
	const shown = scaled.series;
	const mostSummary = Math.floor(width * 0.4);
	const ranges = shown.map(one => summarize(one, chart));
	// A figure must not be cut.
	const isNarrow = ranges.some(({withLast}) => displayWidth(withLast) > mostSummary);
	const summary = ranges.map(({range, withLast}) => (isNarrow ? range : withLast));
	const summaryWidth = widest(summary, mostSummary);
	const nameWidth = widest(
		shown.map(({name}) => name),
		Math.max(1, Math.floor(width * 0.3)),
	);
	const plotWidth = Math.max(1, width - nameWidth - summaryWidth - 2);
	const scales = scalesOf(scaled);
	const isColored = groupSeries(scaled).length <= maxColors;
	const colorOf = (index: number) => (isColored ? Math.floor(index / (isPaired ? 2 : 1)) : 0);
	const height = shown.length <= maxTallSeries ? tall : 1;
	const lines = shown.flatMap((one, index) =>
		drawSeries(one, scales[index] as Scale, {plotWidth, nameWidth, height}).map(({front, area}, row) => {
			const end = row === 0 ? padStart(labelText(summary[index] as string, summaryWidth), summaryWidth) : '';
			return `${front} ${ink.series(colorOf(index), area)} ${end}`.trimEnd();
		}),
	);
	const hidden = series.length - shown.length;
	const open = openRemark(scaled);
	return {
		lines,
		footer: [
			`${' '.repeat(nameWidth)} ${drawDates(dates, plotWidth)}`,
			...drawMarks(chart, nameWidth, plotWidth),
			...(hidden > 0 ? [`… ${hidden} smaller series; -o csv shows all`] : []),
			...(open === undefined ? [] : [`${hollowGlyph} ${open}`]),
			...(shown.some(({values}) => values.includes(null)) ? [`${gapGlyph} no figure`] : []),
			...scaleRemarks(scaled),
		],
	};
}
