import type {EChartsCoreOption} from 'echarts/core';
import {chartName} from '../../text/html-text.ts';
import {maxColors, type Series} from '../chart/chart.ts';
import {pathText} from '../chart/chart-labels.ts';
import {displayWidth} from '../display-width.ts';

/** The parts that all charts of a page share: sizes, colors, axes and legends. */

/** The space for a chart, and the colors of the page that it is on. */
export type Canvas = {
	/** In pixels. */
	readonly width: number;
	/** Returns the color of a name, the same one wherever the name appears on the page. */
	readonly colorOf: (name: string) => string;
};

/** A chart for a screen or paper, and one for a narrow window, in pixels. */
export const widths = {wide: 960, narrow: 440} as const;

/** Estimated width of a character, on the safe side because the reader chooses the font. */
export const perCharacter = 7.5;
/** The share of the width for labels: as much as the longest one needs, up to one half. */
export const leftOf = (texts: readonly string[], {width}: Canvas) =>
	Math.min(0.5 * width, Math.max(60, 20 + perCharacter * Math.max(0, ...texts.map(displayWidth))));

/** The page's style defines colors as variables, with a light and a dark set. */
export const ink = 'var(--ink)';
const line = 'var(--line)';
const seriesColor = (index: number) => `var(--s${index % maxColors})`;
export const firstColor = seriesColor(0);
export const secondColor = seriesColor(1);

/** Colors names in the order in which they appear. */
export function createColors(): Canvas['colorOf'] {
	const places = new Map<string, number>();
	return name => {
		const place = places.get(name) ?? places.size;
		places.set(name, place);
		return seriesColor(place);
	};
}

export const shades = 8;

export const common = {animation: false, textStyle: {fontFamily: 'inherit', color: ink}, silent: true} as const;
export const axisLine = {lineStyle: {color: line}};
export const labels = {color: ink} as const;
/** A vertical axis of names, the first one at the top, in the space that leftOf returns. */
export const nameAxis = (texts: readonly string[], left: number) => ({
	type: 'category',
	data: texts.map(text => chartName(pathText(text, Math.floor((left - 20) / perCharacter)))),
	inverse: true,
	axisLabel: {...labels, interval: 0},
	axisLine,
	axisTick: {show: false},
});

const legendGap = 16;
export const legend = (names: readonly string[]) =>
	names.length > 1
		? {legend: {data: names, textStyle: {color: ink}, top: 0, type: 'plain', left: 0, itemGap: legendGap}}
		: {};
export function legendHeight(names: readonly string[], {width}: Canvas): number {
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
export const names = (texts: readonly string[]) => texts.map(text => chartName(pathText(text, 28)));

/** Makes names distinct, because the library identifies series by them. */
export const unique = (texts: readonly string[]) =>
	names(texts).map((text, index, all) => (all.indexOf(text) === index ? text : `${text} (${index + 1})`));

/** Counts have no fractions on their axis. */
const isCounts = (series: readonly Series[]) =>
	series.every(({values}) => values.every(value => value === null || Number.isInteger(value)));

export const valueAxis = (log: boolean, series: readonly Series[]) =>
	({
		type: log ? 'log' : 'value',
		axisLabel: {color: ink},
		splitLine: axisLine,
		axisLine,
		...(log ? {} : {min: 0, ...(isCounts(series) ? {minInterval: 1} : {})}),
	}) as const;
/** Omits zeros on a logarithmic axis. */
export const points = (values: readonly (number | null)[], log: boolean) =>
	values.map(value => (log && value !== null && value <= 0 ? null : value));

/** The parts of the chart library's drawing interface that are used here. */
export type DrawingApi = {
	readonly value: (dimension: number) => number;
	readonly coord: (point: readonly number[]) => number[];
};

export type Drawing = {readonly height: number; readonly option: EChartsCoreOption};
