import type {ChartModel} from './chart-model.ts';
import {escapeHtml} from './page.ts';

/** Charts as SVG that stands for itself: no script, no font, nothing loaded. */
export const chartTypes = ['pie', 'bar', 'column', 'line'] as const;
export type ChartType = (typeof chartTypes)[number];

const width = 860;
const plot = {left: 70, top: 20, width: 760, height: 330} as const;
const colors = ['#3366cc', '#dc8a00', '#109618', '#990099', '#0099c6', '#dd4477', '#66aa00', '#b82e2e'];
const colorOf = (index: number) => colors[index % colors.length] as string;
const round = (value: number) => Math.round(value * 100) / 100;

type Scale = {readonly top: number; readonly ticks: readonly number[]};

/** A scale from 0 to a round number at or above the greatest value. */
export function createScale(values: readonly (number | null)[]): Scale {
	const most = Math.max(1e-9, ...values.map(value => value ?? 0));
	const power = 10 ** Math.floor(Math.log10(most / 4));
	const step = [1, 2, 2.5, 5, 10].map(factor => factor * power).find(size => size * 5 >= most) ?? most;
	const count = Math.ceil(round((most / step) * 1000) / 1000);
	return {top: step * count, ticks: Array.from({length: count + 1}, (_, index) => round(index * step))};
}

const text = (x: number, y: number, content: string, anchor = 'middle') =>
	`<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;
const rect = (x: number, y: number, size: {width: number; height: number}, fill: string, title: string) =>
	`<rect x="${round(x)}" y="${round(y)}" width="${round(size.width)}" height="${round(size.height)}" fill="${fill}"><title>${escapeHtml(title)}</title></rect>`;

/** At most some twenty labels along an axis; the rest would lie upon one another. */
const labelEvery = (count: number) => Math.max(1, Math.ceil(count / 20));
const shown = (label: string) => (label.length > 14 ? `${label.slice(0, 13)}…` : label);

const titleOf = ({categories, series}: ChartModel, at: {category: number; series: number}) => {
	const {name, values} = series[at.series] as ChartModel['series'][0];
	return `${categories[at.category]}, ${name}: ${values[at.category] ?? 'no data'}`;
};

type Axis = {readonly scale: Scale; readonly upright: boolean};

/** Lines across the plot, with the values they stand for. */
const gridOf = ({scale, upright}: Axis): string =>
	scale.ticks
		.map(tick => {
			const share = tick / scale.top;
			const [x, y] = [plot.left + plot.width * share, plot.top + plot.height * (1 - share)];
			return upright
				? `<line x1="${plot.left}" x2="${plot.left + plot.width}" y1="${round(y)}" y2="${round(y)}"/>${text(plot.left - 6, y + 4, String(tick), 'end')}`
				: `<line x1="${round(x)}" x2="${round(x)}" y1="${plot.top}" y2="${plot.top + plot.height}"/>${text(x, plot.top + plot.height + 16, String(tick))}`;
		})
		.join('');

const categoryLabels = ({categories}: ChartModel, upright: boolean): string =>
	categories
		.map((label, index) => {
			if (index % labelEvery(categories.length) > 0) return '';
			const along = (index + 0.5) / categories.length;
			return upright
				? text(plot.left + plot.width * along, plot.top + plot.height + 18, shown(label))
				: text(plot.left - 6, plot.top + plot.height * along + 4, shown(label), 'end');
		})
		.join('');

const allValues = ({series}: ChartModel) => series.flatMap(({values}) => values);

/** Bars beside one another: upright ones are columns. */
function drawBars(model: ChartModel, upright: boolean): string {
	const scale = createScale(allValues(model));
	const slot = (upright ? plot.width : plot.height) / Math.max(1, model.categories.length);
	const thickness = (slot * 0.8) / Math.max(1, model.series.length);
	const bars = model.series.flatMap(({values}, series) =>
		values.map((value, category) => {
			const along = slot * (category + 0.1) + thickness * series;
			const length = ((upright ? plot.height : plot.width) * (value ?? 0)) / scale.top;
			const title = titleOf(model, {category, series});
			return upright
				? rect(
						plot.left + along,
						plot.top + plot.height - length,
						{width: thickness, height: length},
						colorOf(series),
						title,
					)
				: rect(plot.left, plot.top + along, {width: length, height: thickness}, colorOf(series), title);
		}),
	);
	return gridOf({scale, upright}) + bars.join('') + categoryLabels(model, upright);
}

/** Points joined by lines; a gap where there is no value. */
function drawLines(model: ChartModel): string {
	const scale = createScale(allValues(model));
	const x = (category: number) => plot.left + (plot.width * (category + 0.5)) / Math.max(1, model.categories.length);
	const y = (value: number) => plot.top + plot.height * (1 - value / scale.top);
	const lines = model.series.map(({values}, series) => {
		let pen = 'M';
		const steps = values.map((value, category) => {
			if (value === null) {
				pen = 'M';
				return '';
			}
			const step = `${pen}${round(x(category))} ${round(y(value))}`;
			pen = 'L';
			return step;
		});
		return `<path d="${steps.join('')}" fill="none" stroke="${colorOf(series)}" stroke-width="2"><title>${escapeHtml(model.series[series]?.name ?? '')}</title></path>`;
	});
	return gridOf({scale, upright: true}) + lines.join('') + categoryLabels(model, true);
}

/** Slices of the first series. */
function drawPie(model: ChartModel): string {
	const values = (model.series[0]?.values ?? []).map(value => Math.max(0, value ?? 0));
	const total = values.reduce((sum, value) => sum + value, 0);
	const center = {x: plot.left + 180, y: plot.top + plot.height / 2};
	const radius = 150;
	const at = (share: number) =>
		`${round(center.x + radius * Math.sin(2 * Math.PI * share))} ${round(center.y - radius * Math.cos(2 * Math.PI * share))}`;
	let before = 0;
	const slices = values.map((value, category) => {
		const share = total === 0 ? 0 : value / total;
		const title = `<title>${escapeHtml(titleOf(model, {category, series: 0}))}</title>`;
		const fill = colorOf(category);
		const from = before;
		before += share;
		if (share >= 1) return `<circle cx="${center.x}" cy="${center.y}" r="${radius}" fill="${fill}">${title}</circle>`;
		const arc = `M${center.x} ${center.y}L${at(from)}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${at(before)}Z`;
		return share === 0 ? '' : `<path d="${arc}" fill="${fill}">${title}</path>`;
	});
	return slices.join('');
}

const drawings: Readonly<Record<ChartType, (model: ChartModel) => string>> = {
	pie: drawPie,
	bar: model => drawBars(model, false),
	column: model => drawBars(model, true),
	line: drawLines,
};

/** Which color is what: categories of a pie, series of the others. */
function legend(names: readonly string[], top: number): string {
	return names
		.map((name, index) => {
			const [x, y] = [plot.left + (index % 4) * 190, top + Math.floor(index / 4) * 20];
			return `${rect(x, y - 10, {width: 12, height: 12}, colorOf(index), name)}${text(x + 18, y, shown(name), 'start')}`;
		})
		.join('');
}

/** The chart as an `svg` element. */
export function drawChart(model: ChartModel, type: ChartType): string {
	const names = type === 'pie' ? model.categories : model.series.map(({name}) => name);
	const top = plot.top + plot.height + 50;
	const height = top + Math.ceil(names.length / 4) * 20;
	return `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>text{font:12px system-ui,sans-serif}line{stroke:#ddd}</style>${drawings[type](model)}<g>${legend(names, top)}</g></svg>`;
}
