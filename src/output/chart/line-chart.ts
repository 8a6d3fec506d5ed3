import {padEnd, padStart} from '../display-width.ts';
import {figure, type Lines, maxSeries, type Series, scaleOf} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Ink} from './terminal-colors.ts';

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** With more series, each is a sparkline instead of an area of several lines. */
const maxTallSeries = 3;
const tall = 6;

const minPlotWidth = 24;

/** Resamples values to at most `width` columns: means of neighbours, or several columns for each of few values. */
function resample(values: readonly (number | null)[], width: number): readonly (number | null)[] {
	if (values.length <= width) {
		const count = Math.max(1, values.length);
		const times = Math.max(1, Math.min(Math.max(4, Math.ceil(minPlotWidth / count)), Math.floor(width / count)));
		return values.flatMap(value => Array.from({length: times}, () => value));
	}
	return Array.from({length: width}, (_, at) => {
		const from = Math.floor((at * values.length) / width);
		const part = values
			.slice(from, Math.max(from + 1, Math.floor(((at + 1) * values.length) / width)))
			.filter(value => value !== null);
		return part.length === 0 ? null : part.reduce((sum, value) => sum + value, 0) / part.length;
	});
}

const areaRow = (shares: readonly (number | null)[], row: number, height: number) =>
	shares
		.map(share =>
			share === null ? ' ' : eighths[Math.max(0, Math.min(8, Math.round(share * height * 8) - (height - 1 - row) * 8))],
		)
		.join('');

function drawSeries(
	{name, values}: Series,
	{
		share,
		plotWidth,
		nameWidth,
		height,
	}: {share: (value: number) => number; plotWidth: number; nameWidth: number; height: number},
) {
	const shares = resample(values, plotWidth).map(value =>
		value === null ? null : Math.max(share(value), value > 0 ? 1 / (height * 8) : 0),
	);
	return Array.from({length: height}, (_, row) => ({
		front: padEnd(row === 0 ? pathText(name, nameWidth) : '', nameWidth),
		area: padEnd(areaRow(shares, row, height), plotWidth),
	}));
}

/** Draws all series on one scale: areas for few, sparklines for many. */
export function drawLines({dates, series, percent, isPaired}: Lines, width: number, ink: Ink): readonly string[] {
	const shown = series.slice(0, maxSeries);
	const withoutNulls = (values: readonly (number | null)[]) => values.filter(value => value !== null);
	const sign = percent ? ' %' : '';
	const summary = shown.map(({values}) => {
		const numbers = withoutNulls(values);
		const extent = (choose: (a: number, b: number) => number) =>
			numbers.length === 0 ? null : numbers.reduce((a, b) => choose(a, b));
		return `${figure(extent(Math.min))}–${figure(extent(Math.max))} last ${figure(numbers.at(-1) ?? null)}${sign}`;
	});
	const summaryWidth = widest(summary, Math.floor(width * 0.4));
	const nameWidth = widest(
		shown.map(({name}) => name),
		Math.max(1, Math.floor(width * 0.3)),
	);
	const plotWidth = Math.max(1, width - nameWidth - summaryWidth - 2);
	const {log, share} = scaleOf(shown);
	const height = shown.length <= maxTallSeries ? tall : 1;
	const lines = shown.flatMap((one, index) =>
		drawSeries(one, {share, plotWidth, nameWidth, height}).map(({front, area}, row) => {
			const end = row === 0 ? padStart(labelText(summary[index] as string, summaryWidth), summaryWidth) : '';
			return `${front} ${ink.series(isPaired ? Math.floor(index / 2) : index, area)} ${end}`.trimEnd();
		}),
	);
	const used = Math.min(
		plotWidth,
		resample(
			dates.map(() => 0),
			plotWidth,
		).length,
	);
	const [first = '', last = ''] = [dates[0], dates.at(-1)];
	const both = first === last ? first : `${first} … ${last}`;
	const span = used >= first.length + last.length + 1 ? first + padStart(last, used - first.length) : both;
	lines.push(ink.faint(labelText(`${' '.repeat(nameWidth)} ${span}`, width)));
	if (shown.length < series.length)
		lines.push(ink.faint(labelText(`… ${series.length - shown.length} more series; -o csv shows all`, width)));
	if (log) lines.push(ink.faint(labelText('logarithmic scale', width)));
	return lines;
}
