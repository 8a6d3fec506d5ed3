import type {Chart, ChartRule} from '../chart/chart.ts';
import {createCharts} from '../chart/dataset-charts.ts';
import type {About, Column, WholeDataset} from '../dataset.ts';
import {createCsv} from '../formats/csv-format.ts';
import {plainOptions} from '../renderer.ts';
import {findNeeded} from '../rows/select-columns.ts';
import {renderPage, syntheticText} from './html-page.ts';
import {findAnswer} from './page-answer.ts';
import {createDraw} from './svg-chart.ts';

/** Escapes formulas always: the file is saved from a page, where --csv-safe cannot be given. */
function toCsv({columns, blocks: [rows]}: WholeDataset): string {
	const renderer = createCsv(columns, {...plainOptions, safe: true});
	return renderer.head() + renderer.block(rows) + renderer.tail();
}

/** Returns what the title does not say. */
function getScope({title, products = [], facts = []}: About, isSynthetic: boolean): readonly string[] {
	const [days, filter] = ['Days', 'Filter'].map(name => facts.find(fact => fact[0] === name)?.[1]);
	return [
		...(days === undefined ? [] : [days]),
		...(filter === undefined || title.includes(' where ') ? [] : [`Filter: ${filter}`]),
		...(products.length === 0 ? [] : [`Product${products.length === 1 ? '' : 's'} ${products.join(', ')}`]),
		...(isSynthetic ? [syntheticText] : []),
	];
}

/** Bars on different scales have charts of their own. */
const separateFigures = (chart: Chart): readonly Chart[] =>
	chart.shape === 'bars' && chart.isOwnScale
		? chart.series.map(one => ({...chart, title: `${chart.title}: ${one.name}`, series: [one]}))
		: [chart];

export type PageOptions = {
	readonly title?: string | undefined;
	/** Footnotes, by weight. */
	readonly notes: readonly string[];
	readonly isSynthetic?: boolean;
	readonly isOwnScale?: boolean;
	readonly now: Date;
};

export function renderReportPage(
	data: WholeDataset,
	rule: ChartRule,
	{title, notes: footnotes, isSynthetic = false, isOwnScale, now}: PageOptions,
): {readonly html: string; readonly chartCount: number} {
	const {about, columns, blocks} = data;
	const [rows] = blocks;
	const {places, notes} = findNeeded(columns, rows);
	const charts = createCharts(data, rule, {isOwnScale}).flatMap(separateFigures);
	const answer = findAnswer(data, rule);
	const page = {
		title: title ?? about.title,
		scope: getScope(about, isSynthetic),
		answer,
		facts: about.facts ?? [],
		notes: [...(about.notes ?? []), ...footnotes, ...notes].filter(note => !answer?.text.endsWith(`; ${note}`)),
		charts,
		columns: places.map(place => columns[place] as Column),
		rows: places.length === columns.length ? rows : rows.map(row => places.map(place => row[place] ?? null)),
		csv: toCsv(data),
		made: `Created ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`,
	};
	return {html: renderPage(page, createDraw()), chartCount: charts.length};
}
