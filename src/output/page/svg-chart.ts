import {BarChart, CustomChart, HeatmapChart, LineChart} from 'echarts/charts';
import {GridComponent, LegendComponent, VisualMapPiecewiseComponent} from 'echarts/components';
import {type EChartsCoreOption, init, use} from 'echarts/core';
import {SVGRenderer} from 'echarts/renderers';
import {chartName} from '../../text/html-text.ts';
import type {Bars, Chart, Heatmap, Lines, Series} from '../chart/chart.ts';
import {figure, getMark, needsLogScale} from '../chart/chart.ts';
import {pathText} from '../chart/chart-labels.ts';
import {displayWidth} from '../display-width.ts';
import {fewOf, fewText, incomplete, withFew} from './svg-marks.ts';
import {drawWhiskers} from './svg-whiskers.ts';

/** Loaded only for `--html`, because the chart library is larger than the rest of the program. */

use([
	BarChart,
	LineChart,
	HeatmapChart,
	CustomChart,
	GridComponent,
	LegendComponent,
	VisualMapPiecewiseComponent,
	SVGRenderer,
]);

const width = 960;
/** Estimated width of a character, on the safe side because the reader chooses the font. */
const perCharacter = 7.5;
/** The share of the width for labels: as much as the longest one needs, up to one half. */
const leftOf = (texts: readonly string[]) =>
	Math.min(0.5 * width, Math.max(60, 20 + perCharacter * Math.max(0, ...texts.map(displayWidth))));
const fitting = (texts: readonly string[], left: number) =>
	texts.map(text => chartName(pathText(text, Math.floor((left - 20) / perCharacter))));

/** The page's style defines colors as variables, with a light and a dark set. */
const ink = 'var(--ink)';
const line = 'var(--line)';
const seriesColor = (index: number) => `var(--s${index % 6})`;
const shades = 8;

const common = {animation: false, textStyle: {fontFamily: 'inherit', color: ink}, silent: true} as const;
const axisLine = {lineStyle: {color: line}};
const labels = {color: ink} as const;
const legendGap = 16;
const legend = (names: readonly string[]) =>
	names.length > 1
		? {legend: {data: names, textStyle: {color: ink}, top: 0, type: 'plain', left: 0, itemGap: legendGap}}
		: {};
function legendHeight(names: readonly string[]): number {
	if (names.length < 2) return 0;
	let lines = 1;
	let used = 0;
	for (const name of names) {
		const size = 30 + 8 * displayWidth(name) + legendGap;
		if (used > 0 && used + size > width) lines++;
		used = used > 0 && used + size <= width ? used + size : size;
	}
	return lines * (14 + legendGap);
}
const names = (texts: readonly string[]) => texts.map(text => chartName(pathText(text, 28)));

/** Makes names distinct, because the library identifies series by them. */
const unique = (texts: readonly string[]) =>
	names(texts).map((text, index, all) => (all.indexOf(text) === index ? text : `${text} (${index + 1})`));

const valueAxis = (log: boolean) =>
	({
		type: log ? 'log' : 'value',
		axisLabel: {color: ink},
		splitLine: axisLine,
		axisLine,
		...(log ? {} : {min: 0}),
	}) as const;
/** Omits zeros on a logarithmic axis. */
const points = (values: readonly (number | null)[], log: boolean) =>
	values.map(value => (log && value !== null && value <= 0 ? null : value));

type Drawing = {readonly height: number; readonly option: EChartsCoreOption};

/** Adds the figure to the name of its bar, where a whisker does not cross it. */
const withFigures = (categories: readonly string[], [only, ...others]: readonly Series[]) =>
	only?.intervals && others.length === 0
		? categories.map((name, at) => `${name}  ${figure(only.values[at] ?? null)}${fewText(only.bases?.[at])}`)
		: categories;

function barsOption({categories: plain, series}: Bars): Drawing {
	const categories = withFigures(plain, series);
	const log = needsLogScale(series);
	const titles = unique(series.map(({name}) => name));
	const top = legendHeight(titles) + 8;
	const room = leftOf(categories);
	return {
		height: top + 40 + categories.length * (series.length * 14 + 10),
		option: {
			...common,
			...legend(titles),
			grid: {left: room, right: 70, top, bottom: 30},
			xAxis: valueAxis(log),
			yAxis: {
				type: 'category',
				data: fitting(categories, room),
				inverse: true,
				axisLabel: {...labels, interval: 0},
				axisLine,
				axisTick: {show: false},
			},
			series: [
				...series.map(({values, bases, intervals}, index) => ({
					type: 'bar',
					name: titles[index],
					data: points(values, log).map((value, at) => withFew(value, bases?.[at])),
					itemStyle: {color: seriesColor(index)},
					label: {
						show: !intervals,
						position: 'right',
						color: ink,
						formatter: ({value, data}: {value: number | null; data: {base?: number} | number | null}) =>
							`${figure(value)}${typeof data === 'object' ? fewText(data?.base) : ''}`,
					},
				})),
				...series.flatMap(each => drawWhiskers(each, {isUpright: false, color: ink})),
			],
		},
	};
}

const dashes = ['solid', 'dashed', 'dotted'] as const;

/** After six series the colors repeat with other dashes; a baseline has the color of its range. */
const lineStyle = (index: number, isPaired: boolean | undefined) => ({
	color: seriesColor(isPaired ? Math.floor(index / 2) : index),
	type: dashes[isPaired ? index % 2 : Math.floor(index / 6) % 3] as (typeof dashes)[number],
});

function linesOption({dates, series, isPaired}: Lines): Drawing {
	const log = needsLogScale(series);
	const titles = unique(series.map(({name}) => name));
	const top = legendHeight(titles) + 12;
	return {
		height: top + 320,
		option: {
			...common,
			...legend(titles),
			grid: {left: 70, right: 30, top, bottom: 40},
			xAxis: {type: 'category', data: [...dates], axisLabel: labels, axisLine},
			yAxis: valueAxis(log),
			series: [
				...series.map(({values, bases}, index) => ({
					type: 'line',
					name: titles[index],
					data: points(values, log).map((value, at) => withFew(value, bases?.[at])),
					showSymbol: dates.length < 32,
					symbol: 'circle',
					connectNulls: false,
					lineStyle: {...lineStyle(index, isPaired), width: 2},
					itemStyle: {color: lineStyle(index, isPaired).color},
				})),
				...series.flatMap((each, index) =>
					drawWhiskers(each, {
						shift: 5 * (index - (series.length - 1) / 2),
						isUpright: true,
						color: lineStyle(index, isPaired).color,
					}),
				),
			],
		},
	};
}

/** Of a percentage with its base, in pixels. */
const widestCell = 65;

/** The library requires equal steps for a heat map. */
const pieces = Array.from({length: shades}, (_, step) => ({
	gte: (step * 100) / shades,
	...(step < shades - 1 ? {lt: ((step + 1) * 100) / shades} : {}),
	color: `var(--h${step})`,
}));

const cohortNames = ({rows, sizes}: Heatmap) =>
	rows.map((name, index) => `${pathText(name, 40)}  n = ${figure(sizes[index] ?? null)}`);

function heatmapOption(chart: Heatmap): Drawing {
	const {rows, columns, cells, bases} = chart;
	const cohorts = cohortNames(chart);
	const room = leftOf(cohorts);
	const hasRoom = (width - room) / columns.length > widestCell;
	const styleOf = (percent: number, y: number, x: number) => {
		const mark = getMark(chart, y, x);
		if (mark === 'incomplete') return incomplete;
		if (mark === 'few') return fewOf(percent, hasRoom ? bases?.[y]?.[x] : undefined);
		const shade = Math.min(shades - 1, Math.floor((percent / 100) * shades));
		return {itemStyle: {color: `var(--h${shade})`}, label: {color: `var(--t${shade})`}};
	};
	const data = cells.flatMap((row, y) =>
		row.flatMap((value, x) => {
			if (value === null) return [];
			const percent = Math.round(value);
			return [{value: [x, y, percent], ...styleOf(percent, y, x)}];
		}),
	);
	const axis = {axisLine, axisTick: {show: false}, splitLine: {show: false}} as const;
	return {
		height: 50 + rows.length * 26,
		option: {
			...common,
			grid: {left: room, right: 20, top: 10, bottom: 30},
			xAxis: {type: 'category', data: names(columns), axisLabel: labels, ...axis},
			yAxis: {
				type: 'category',
				data: fitting(cohorts, room),
				inverse: true,
				axisLabel: {...labels, interval: 0},
				...axis,
			},
			visualMap: {type: 'piecewise', show: false, dimension: 2, pieces},
			series: [{type: 'heatmap', data, label: {show: columns.length <= 30, fontSize: 11}}],
		},
	};
}

function drawingOf(chart: Chart): Drawing {
	if (chart.shape === 'heatmap') return heatmapOption(chart);
	return chart.shape === 'lines' ? linesOption(chart) : barsOption(chart);
}

export function drawSvg(chart: Chart): string {
	const {height, option} = drawingOf(chart);
	const drawing = init(null, null, {renderer: 'svg', ssr: true, width, height});
	try {
		drawing.setOption(option);
		return drawing
			.renderToSVGString()
			.replace(/^<svg width="\d+" height="\d+"/, '<svg aria-hidden="true" focusable="false"');
	} finally {
		drawing.dispose();
	}
}
