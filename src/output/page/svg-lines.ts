import {chartName} from '../../text/html-text.ts';
import {groupSeries, isOpen, type LineChart, maxColors, needsLogScale, type Series} from '../chart/chart.ts';
import {labelText} from '../chart/chart-labels.ts';
import {displayWidth} from '../display-width.ts';
import {dashedPart} from './svg-marks.ts';
import {
	axisLine,
	type Canvas,
	common,
	type Drawing,
	firstColor,
	ink,
	labels,
	legend,
	legendHeight,
	names,
	perCharacter,
	points,
	unique,
	valueAxis,
} from './svg-parts.ts';
import {drawBand} from './svg-whiskers.ts';

type Item = number | null | {readonly value: number | null};
/** The parts of a series of the chart library that names are added to. */
type Line = {readonly data: readonly Item[]; readonly [option: string]: unknown};

/** Shows a figure between two gaps, which no line reaches. */
const isAlone = (data: readonly (number | null)[], at: number) =>
	typeof data[at] === 'number' && typeof data[at - 1] !== 'number' && typeof data[at + 1] !== 'number';

/** Of a pair, the baseline is dotted and has the color of its range. */
function drawLine(
	series: Series,
	{log, color, place, chart}: {log: boolean; color: string; place: number; chart: LineChart},
) {
	const isShort = chart.dates.length < 32;
	const data = points(series.values, log).map((value, at) => (isOpen(series, at) ? null : value));
	return {
		type: 'line',
		data: data.map((value, at) => (isShort || isAlone(data, at) ? value : {value, symbol: 'none'})),
		showSymbol: true,
		symbol: 'circle',
		connectNulls: false,
		lineStyle: {color, type: place === 0 ? 'solid' : 'dotted', width: 2},
		itemStyle: {color},
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

/** More lines have a legend, since their names would not fit beside them. */
const maxNamed = 5;

/** Returns the space for names beside the last points; 0 if the chart needs a legend or no names. */
function getNameRoom(titles: readonly string[], {width}: Canvas): number {
	if (titles.length < 2 || titles.length > maxNamed) return 0;
	const room = 16 + perCharacter * Math.max(...titles.map(displayWidth));
	return room <= width / 4 ? room : 0;
}

/** Writes the name of a series at its last point, in its color. */
function nameLast<T extends Line>(lines: readonly T[], {name, color}: {name: string; color: string}): readonly T[] {
	const isPoint = (item: Item) => (typeof item === 'object' && item !== null ? item.value : item) !== null;
	const ends = lines.map(({data}) => data.findLastIndex(isPoint));
	const owner = ends.indexOf(Math.max(...ends));
	const label = {show: true, position: 'right', formatter: chartName(name), color, fontSize: 12};
	return lines.map((line, at) =>
		at === owner
			? {
					...line,
					data: line.data.map((item, place) =>
						place === ends[at] ? {...(typeof item === 'object' ? item : {value: item}), symbol: 'circle', label} : item,
					),
					labelLayout: {moveOverlap: 'shiftY'},
				}
			: line,
	);
}

function drawTogether(chart: LineChart, canvas: Canvas): Drawing {
	const {dates, series} = chart;
	const log = needsLogScale(series);
	const titles = unique(series.map(({name}) => name));
	const room = getNameRoom(titles, canvas);
	const top = (room > 0 ? 0 : legendHeight(titles, canvas)) + 12;
	const groups = groupSeries(chart).flatMap(group => {
		const color = canvas.colorOf(group[0]?.name ?? '');
		return group.map((one, place) => ({one, color, place}));
	});
	const drawn = groups.map(({one, color, place}, at) => {
		const line = drawLine(one, {log, color, place, chart});
		const lines: readonly Line[] = [{...line, name: titles[at]}, ...drawDashed(line, one, log)];
		return room > 0 ? nameLast(lines, {name: titles[at] ?? '', color}) : lines;
	});
	const [first, ...others] = drawn.flat();
	return {
		height: top + 320,
		option: {
			...common,
			...(room > 0 ? {} : legend(titles)),
			grid: {left: 70, right: Math.max(30, room), top, bottom: 40},
			xAxis: {type: 'category', data: [...dates], axisLabel: labels, axisLine},
			yAxis: valueAxis(log, series),
			series: [{...first, ...drawMarks(chart, true)}, ...others, ...series.flatMap(drawBand)],
		},
	};
}

const panelHeight = 150;
const panelWidthAtMost = 320;
const [before, after, above, below] = [55, 20, 26, 28];

/** Rounds up to one digit, so that the axis ends at a round figure. */
function roundUp(value: number): number {
	const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
	return Math.ceil(value / unit) * unit;
}

/** Small charts side by side, one for each series or pair, in one color: more colors than a legend has cannot be told apart. */
function drawPanels(chart: LineChart, {width}: Canvas): Drawing {
	const {dates, isOwnScale} = chart;
	const groups = groupSeries(chart);
	const perRow = Math.min(Math.ceil(width / panelWidthAtMost), groups.length);
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
						const line = drawLine(one, {log, color: firstColor, place, chart});
						return [
							place === 0 ? {...line, ...drawMarks(chart, false)} : line,
							...drawDashed(line, one, log),
							...drawBand(one),
						];
					})
					.map(one => ({...one, xAxisIndex: at, yAxisIndex: at})),
			),
		},
	};
}

export function linesOption(chart: LineChart, canvas: Canvas): Drawing {
	const count = groupSeries(chart).length;
	const draw = count > maxColors || (chart.isOwnScale && count > 1) ? drawPanels : drawTogether;
	return draw(chart, canvas);
}
