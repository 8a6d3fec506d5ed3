import type {Chart, ChartRule} from '../chart/chart.ts';
import {createCharts, getInnerRows} from '../chart/dataset-charts.ts';
import {type About, type Column, createIsAdditive, type WholeDataset} from '../dataset.ts';
import {createCsv} from '../formats/csv-format.ts';
import {plainOptions} from '../renderer.ts';
import {findNeeded} from '../rows/select-columns.ts';
import {renderPage} from './html-page.ts';
import {drawSvg} from './svg-chart.ts';

/** Escapes formulas always: the file is saved from a page, where --csv-safe cannot be given. */
function toCsv({columns, blocks: [rows]}: WholeDataset): string {
	const renderer = createCsv(columns, {...plainOptions, safe: true});
	return renderer.head() + renderer.block(rows) + renderer.tail();
}

function getProductFacts({products = []}: About): readonly (readonly [string, string])[] {
	if (products.length === 0) return [];
	return [[products.length === 1 ? 'Product' : 'Products', products.join(', ')]];
}

const maxTotals = 4;

/** Sums the figures of the rows; for cohorts, the sizes in their first period. */
function getTotals(data: WholeDataset, {figures, size}: ChartRule): readonly (readonly [string, number])[] {
	const {columns} = data;
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	const all = getInnerRows(data).filter(row => periodAt < 0 || String(row[periodAt]) === '0');
	const unit = columns.find(({key}) => key === 'date')?.unit;
	// The size of a cohort is a count, even while it grows.
	const completeAt = data.totalsComplete && unit !== undefined ? columns.findIndex(({key}) => key === 'complete') : -1;
	const rows = all.filter(row => completeAt < 0 || row[completeAt] !== false);
	if (rows.length === 0) return [];
	const which = rows.length < all.length ? `, complete ${unit}s` : '';
	const isAdditive = createIsAdditive(columns, rows);
	return columns
		.flatMap((column, place) => {
			const isWanted =
				periodAt < 0
					? !figures || figures.includes(column.key) || ['value', 'baseline'].includes(column.key)
					: column.key === size;
			if (!isWanted || !isAdditive(column)) return [];
			const sum = rows.reduce((total, row) => total + Number(row[place] ?? 0), 0);
			return [[(periodAt < 0 ? column.title : 'Installations') + which, Math.round(sum * 100) / 100] as const];
		})
		.slice(0, maxTotals);
}

/** Bars on different scales have charts of their own. */
const separateFigures = (chart: Chart): readonly Chart[] =>
	chart.shape === 'bars' && chart.isOwnScale
		? chart.series.map(one => ({...chart, title: `${chart.title}: ${one.name}`, series: [one]}))
		: [chart];

export type PageOptions = {
	readonly title?: string | undefined;
	readonly isSynthetic?: boolean;
	readonly isOwnScale?: boolean;
	readonly now: Date;
};

export function renderReportPage(
	data: WholeDataset,
	rule: ChartRule,
	{title, isSynthetic = false, isOwnScale, now}: PageOptions,
): {readonly html: string; readonly chartCount: number} {
	const {about, columns, blocks} = data;
	const [rows] = blocks;
	const {places, notes} = findNeeded(columns, rows);
	const charts = createCharts(data, rule, {isOwnScale}).flatMap(separateFigures);
	const page = {
		title: title ?? about.title,
		isSynthetic,
		totals: getTotals(data, rule),
		facts: [...getProductFacts(about), ...(about.facts ?? [])],
		notes: [...(about.caveats ?? []), ...(about.notes ?? []), ...notes],
		charts,
		columns: places.map(place => columns[place] as Column),
		rows: places.length === columns.length ? rows : rows.map(row => places.map(place => row[place] ?? null)),
		csv: toCsv(data),
		made: `Created ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`,
	};
	return {html: renderPage(page, drawSvg), chartCount: charts.length};
}
