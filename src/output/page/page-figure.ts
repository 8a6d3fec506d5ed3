import {
	type Chart,
	fewRemark,
	hasFew,
	hasIntervals,
	hasMark,
	incompleteRemark,
	intervalRemarks,
	keepLargest,
	maxCategories,
	openRemark,
	scaleRemarks,
} from '../chart/chart.ts';
import {printable} from '../printable.ts';
import {text} from './page-text.ts';

function toReadable(chart: Chart, rows: string): {readonly chart: Chart; readonly remarks: readonly string[]} {
	const few = [...(hasFew(chart) ? [fewRemark] : []), ...(hasIntervals(chart) ? [intervalRemarks[chart.shape]] : [])];
	if (chart.shape === 'heatmap')
		return {chart, remarks: [...few, ...(hasMark(chart.rows, 'incomplete') ? [incompleteRemark] : [])]};
	if (chart.shape === 'waterfall') return {chart, remarks: few};
	const scale = scaleRemarks(chart).map(remark => `${remark[0]?.toUpperCase()}${remark.slice(1)}.`);
	const cut = (kept: number, all: number, which: string) =>
		kept < all ? [`The ${which.replace('%', String(kept))} of ${all}; ${rows} contains all.`] : [];
	if (chart.shape === 'lines') {
		const shown = keepLargest(chart);
		const open = openRemark(shown);
		return {
			chart: shown,
			remarks: [
				...cut(shown.series.length, chart.series.length, '% largest'),
				...scale,
				...few,
				...(open === undefined ? [] : [`Dashed and hollow: ${open}.`]),
				...(chart.marks ? [`Marks: ${chart.marks.map(mark => mark.text).join('; ')}.`] : []),
			],
		};
	}
	const categories = chart.categories.slice(0, maxCategories);
	const series = chart.series.map(one => ({...one, values: one.values.slice(0, maxCategories)}));
	return {
		chart: {...chart, categories, series},
		remarks: [...cut(categories.length, chart.categories.length, 'first %'), ...scale, ...few],
	};
}

const remarksElement = (remarks: readonly string[]) =>
	remarks.length === 0 ? '' : `<p class="soft">${remarks.map(remark => text(printable(remark))).join(' ')}</p>`;

const figureElement = (
	{title}: Chart,
	{svg, remarks, rows}: {readonly svg: string; readonly remarks: readonly string[]; readonly rows: string},
) =>
	`<figure><figcaption>${text(printable(title))}</figcaption><div role="img" aria-label="${text(printable(title))}; ${rows} has the figures">${svg}</div>${remarksElement(remarks)}</figure>`;

/** Cuts a chart to a legible size and notes what is missing; `rows` says where all figures are. */
export function drawFigure(whole: Chart, draw: (chart: Chart) => string, rows = 'the table below'): string {
	const {chart, remarks} = toReadable(whole, rows);
	return figureElement(chart, {svg: draw(chart), remarks, rows});
}
