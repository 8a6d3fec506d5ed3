import {chartName} from '../../text/html-text.ts';
import {groupSeries, isOpen, type LineChart, maxColors, needsLogScale, type Series} from '../chart/chart.ts';
import {labelText} from '../chart/chart-labels.ts';
import {dashedPart} from './svg-marks.ts';
import {
	axisLine,
	common,
	type Drawing,
	ink,
	labels,
	legend,
	legendHeight,
	names,
	points,
	seriesColor,
	unique,
	valueAxis,
	width,
} from './svg-parts.ts';
import {drawWhiskers} from './svg-whiskers.ts';

/** Shows a figure between two gaps, which no line reaches. */
const isAlone = (data: readonly (number | null)[], at: number) =>
	typeof data[at] === 'number' && typeof data[at - 1] !== 'number' && typeof data[at + 1] !== 'number';

/** Of a pair, the baseline is dotted and has the color of its range. */
function drawLine(
	series: Series,
	{log, color, place, chart}: {log: boolean; color: number; place: number; chart: LineChart},
) {
	const isShort = chart.dates.length < 32;
	const data = points(series.values, log).map((value, at) => (isOpen(series, at) ? null : value));
	return {
		type: 'line',
		data: data.map((value, at) => (isShort || isAlone(data, at) ? value : {value, symbol: 'none'})),
		showSymbol: true,
		symbol: 'circle',
		connectNulls: false,
		lineStyle: {color: seriesColor(color), type: place === 0 ? 'solid' : 'dotted', width: 2},
		itemStyle: {color: seriesColor(color)},
	};
}

const drawDashed = (line: ReturnType<typeof drawLine>, series: Series, log: boolean) =>
	series.values.some((_, at) => isOpen(series, at))
		? [
				{
					...line,
					...dashedPart(series, points(series.values, log), line.lineStyle.color),
					lineStyle: {...line.lineStyle, type: 'dashed'},
				},
			]
		: [];

const longestMark = 24;

/** Vertical lines at the dates of marks, with their labels along them. */
const drawMarks = ({marks = []}: LineChart, hasLabels: boolean) =>
	marks.length === 0
		? {}
		: {
				markLine: {
					symbol: 'none',
					lineStyle: {color: 'var(--soft)', type: 'dashed', width: 1},
					data: marks.map(({at, label}) => ({
						xAxis: at,
						label: {
							show: hasLabels,
							position: 'insideEndTop',
							color: 'var(--soft)',
							fontSize: 11,
							formatter: () => chartName(labelText(label, longestMark)),
						},
					})),
				},
			};

function drawTogether(chart: LineChart): Drawing {
	const {dates, series} = chart;
	const log = needsLogScale(series);
	const titles = unique(series.map(({name}) => name));
	const top = legendHeight(titles) + 12;
	const drawn = groupSeries(chart).flatMap((group, color) =>
		group.map((one, place) => drawLine(one, {log, color, place, chart})),
	);
	return {
		height: top + 320,
		option: {
			...common,
			...legend(titles),
			grid: {left: 70, right: 30, top, bottom: 40},
			xAxis: {type: 'category', data: [...dates], axisLabel: labels, axisLine},
			yAxis: valueAxis(log, series),
			series: [
				...drawn.map((one, index) => ({
					...one,
					name: titles[index],
					...(index === 0 ? drawMarks(chart, true) : {}),
				})),
				...drawn.flatMap((one, index) => drawDashed(one, series[index] as Series, log)),
				...series.flatMap((one, index) =>
					drawWhiskers(one, {
						shift: 5 * (index - (series.length - 1) / 2),
						isUpright: true,
						color: drawn[index]?.itemStyle.color ?? ink,
					}),
				),
			],
		},
	};
}

const panelHeight = 150;
const [before, after, above, below] = [55, 20, 26, 28];

/** Rounds up to one digit, so that the axis ends at a round figure. */
function roundUp(value: number): number {
	const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
	return Math.ceil(value / unit) * unit;
}

/** Small charts side by side, one for each series or pair, in one color: more colors than a legend has cannot be told apart. */
function drawPanels(chart: LineChart): Drawing {
	const {dates, isOwnScale} = chart;
	const groups = groupSeries(chart);
	const perRow = Math.min(3, groups.length);
	const panelWidth = width / perRow;
	const largest = roundUp(Math.max(0, ...chart.series.flatMap(({values}) => values.map(value => value ?? 0))));
	const isLog = !isOwnScale && needsLogScale(chart.series);
	const logs = groups.map(group => (isOwnScale ? needsLogScale(group) : isLog));
	const places = groups.map((_, at) => ({
		left: (at % perRow) * panelWidth,
		top: Math.floor(at / perRow) * panelHeight,
	}));
	const dateAxis = {
		type: 'category',
		data: [...dates],
		axisLine,
		axisTick: {show: false},
		axisLabel: {
			...labels,
			fontSize: 10,
			alignMinLabel: 'left',
			alignMaxLabel: 'right',
			interval: (at: number) => at === 0 || at === dates.length - 1,
		},
	};
	return {
		height: Math.ceil(groups.length / perRow) * panelHeight,
		option: {
			...common,
			title: groups.map((group, at) => ({
				text: names(group.map(({name}) => name)).join(', dotted: '),
				left: places[at]?.left,
				top: places[at]?.top,
				textStyle: {color: ink, fontSize: 12, width: panelWidth - after, overflow: 'truncate'},
			})),
			grid: places.map(({left, top}) => ({
				left: left + before,
				width: panelWidth - before - after,
				top: top + above,
				height: panelHeight - above - below,
			})),
			xAxis: groups.map((_, gridIndex) => ({...dateAxis, gridIndex})),
			yAxis: groups.map((_, gridIndex) => ({
				...valueAxis(logs[gridIndex] === true, chart.series),
				gridIndex,
				splitNumber: 2,
				axisLabel: {color: ink, fontSize: 10},
				...(isOwnScale ? {} : {max: largest, ...(isLog ? {} : {interval: largest / 2})}),
			})),
			series: groups.flatMap((group, at) =>
				group
					.flatMap((one, place) => {
						const log = logs[at] === true;
						const line = drawLine(one, {log, color: 0, place, chart});
						return [
							place === 0 ? {...line, ...drawMarks(chart, false)} : line,
							...drawDashed(line, one, log),
							...drawWhiskers(one, {shift: 5 * place, isUpright: true, color: seriesColor(0)}),
						];
					})
					.map(one => ({...one, xAxisIndex: at, yAxisIndex: at})),
			),
		},
	};
}

export function linesOption(chart: LineChart): Drawing {
	const count = groupSeries(chart).length;
	return count > maxColors || (chart.isOwnScale && count > 1) ? drawPanels(chart) : drawTogether(chart);
}
