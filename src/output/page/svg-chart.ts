import {BarChart, CustomChart, HeatmapChart, LineChart} from 'echarts/charts';
import {
	GridComponent,
	LegendComponent,
	MarkLineComponent,
	TitleComponent,
	VisualMapPiecewiseComponent,
} from 'echarts/components';
import {init, use} from 'echarts/core';
import {LabelLayout} from 'echarts/features';
import {SVGRenderer} from 'echarts/renderers';
import type {Bars, Chart, Cohort, Heatmap, Series} from '../chart/chart.ts';
import {figure, getMarks, needsLogScale} from '../chart/chart.ts';
import {pathText} from '../chart/chart-labels.ts';
import {linesOption} from './svg-lines.ts';
import {fewText, markedCell, withFew} from './svg-marks.ts';
import {
	axisLine,
	type Canvas,
	common,
	createColors,
	type Drawing,
	ink,
	labels,
	leftOf,
	legend,
	legendHeight,
	nameAxis,
	names,
	points,
	shades,
	unique,
	valueAxis,
	widths,
} from './svg-parts.ts';
import {waterfallOption} from './svg-waterfall.ts';
import {drawWhiskers} from './svg-whiskers.ts';

/** Loaded only for `--html`, because the chart library is larger than the rest of the program. */

use([
	BarChart,
	LineChart,
	HeatmapChart,
	CustomChart,
	GridComponent,
	LegendComponent,
	MarkLineComponent,
	TitleComponent,
	VisualMapPiecewiseComponent,
	LabelLayout,
	SVGRenderer,
]);

/** Adds the figure to the name of its bar, so that no whisker crosses it. */
const withFigures = (categories: readonly string[], [only, ...others]: readonly Series[]) =>
	only?.intervals && others.length === 0
		? categories.map((name, at) => `${name}  ${figure(only.values[at] ?? null)}${fewText(only.bases?.[at])}`)
		: categories;

function barsOption({categories: plain, series}: Bars, canvas: Canvas): Drawing {
	const categories = withFigures(plain, series);
	const log = needsLogScale(series);
	const titles = unique(series.map(({name}) => name));
	const top = legendHeight(titles, canvas) + 8;
	const room = leftOf(categories, canvas);
	return {
		height: top + 40 + categories.length * (series.length * 14 + 10),
		option: {
			...common,
			...legend(titles),
			grid: {left: room, right: 70, top, bottom: 30},
			xAxis: valueAxis(log, series),
			yAxis: nameAxis(categories, room),
			series: [
				...series.map(({values, bases, intervals}, index) => ({
					type: 'bar',
					name: titles[index],
					data: points(values, log).map((value, at) => withFew(value, bases?.[at])),
					itemStyle: {color: canvas.colorOf(titles[index] ?? '')},
					label: {
						show: !intervals,
						position: 'right',
						color: ink,
						formatter: ({value, data}: {value: number | null; data: {base?: number} | number | null}) =>
							`${figure(value)}${typeof data === 'object' ? fewText(data?.base) : ''}`,
					},
				})),
				...series.flatMap(each => drawWhiskers(each, ink)),
			],
		},
	};
}

/** Of a percentage with its base, in pixels. */
const widestCell = 65;
/** Of a percentage alone. */
const narrowestCell = 18;

/** The library requires equal steps for a heat map. */
const pieces = Array.from({length: shades}, (_, step) => ({
	gte: (step * 100) / shades,
	...(step < shades - 1 ? {lt: ((step + 1) * 100) / shades} : {}),
	color: `var(--h${step})`,
}));

function heatmapOption({rows, columns}: Heatmap, canvas: Canvas): Drawing {
	const cohorts = rows.map(({name, size}) => `${pathText(name, 40)}  n = ${figure(size)}`);
	const room = leftOf(cohorts, canvas);
	const cellWidth = (canvas.width - room) / columns.length;
	const hasRoom = cellWidth > widestCell;
	const styleOf = (percent: number, row: Cohort, at: number) => {
		const marks = getMarks(row, at);
		const base = hasRoom ? row.bases?.[at] : undefined;
		if (marks.length > 0) return markedCell(percent, {marks, base});
		const shade = Math.min(shades - 1, Math.floor((percent / 100) * shades));
		return {itemStyle: {color: `var(--h${shade})`}, label: {color: `var(--t${shade})`}};
	};
	const data = rows.flatMap((row, y) =>
		row.values.flatMap((value, x) => {
			if (value === null) return [];
			const percent = Math.round(value);
			return [{value: [x, y, percent], ...styleOf(percent, row, x)}];
		}),
	);
	const hidden = {show: false} as const;
	return {
		height: 50 + rows.length * 26,
		option: {
			...common,
			grid: {left: room, right: 20, top: 10, bottom: 30},
			xAxis: {type: 'category', data: names(columns), axisLabel: labels, axisLine, axisTick: hidden, splitLine: hidden},
			yAxis: {...nameAxis(cohorts, room), splitLine: hidden},
			visualMap: {type: 'piecewise', show: false, dimension: 2, pieces},
			series: [{type: 'heatmap', data, label: {show: cellWidth > narrowestCell, fontSize: 11}}],
		},
	};
}

function drawingOf(chart: Chart, canvas: Canvas): Drawing {
	if (chart.shape === 'heatmap') return heatmapOption(chart, canvas);
	if (chart.shape === 'waterfall') return waterfallOption(chart, canvas);
	return chart.shape === 'lines' ? linesOption(chart, canvas) : barsOption(chart, canvas);
}

export function drawSvg(chart: Chart, canvas: Canvas = {width: widths.wide, colorOf: createColors()}): string {
	const {height, option} = drawingOf(chart, canvas);
	const drawing = init(null, null, {renderer: 'svg', ssr: true, width: canvas.width, height});
	try {
		drawing.setOption(option);
		return drawing
			.renderToSVGString()
			.replace(/^<svg width="\d+" height="\d+"/, '<svg aria-hidden="true" focusable="false"');
	} finally {
		drawing.dispose();
	}
}

/**
 * Returns a function that draws the charts of one page, each for a wide and for a narrow window (page-style.ts shows one of them),
 * with one color for a name on all of them.
 */
export function createDraw(): (chart: Chart) => string {
	const colorOf = createColors();
	return chart =>
		Object.entries(widths)
			.map(([name, width]) => `<div class="${name}">${drawSvg(chart, {width, colorOf})}</div>`)
			.join('');
}
