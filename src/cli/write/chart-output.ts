import type {Chart, ChartRule} from '../../output/chart/chart.ts';
import type {ColorDepth} from '../../output/chart/chart-colors.ts';
import {chooseCharts, chooseComparison} from '../../output/chart/choose-charts.ts';
import {drawCharts} from '../../output/chart/draw-charts.ts';
import {type About, type Column, createIsAdditive, type Dataset, gatherRows, type Row} from '../../output/dataset.ts';
import {createCsv} from '../../output/formats/csv-format.ts';
import {renderPage} from '../../output/page/html-page.ts';
import {drawSvg} from '../../output/page/svg-chart.ts';
import {plainOptions} from '../../output/renderer.ts';
import {findNeeded} from '../../output/select.ts';
import type {Clock, Sink} from '../../ports.ts';
import {withFileSink} from '../../terminal/file-sink.ts';

/** `--chart` and `--html`; loaded for these only. */

/** A dataset with all of its rows. */
export type WholeDataset = Omit<Dataset, 'blocks'> & {
	readonly about: About;
	readonly blocks: readonly [readonly Row[]];
};

export async function collect(data: Dataset): Promise<WholeDataset> {
	return {...data, about: data.about as About, blocks: [await gatherRows(data.blocks)]};
}

function createCharts(data: WholeDataset, rule: ChartRule): readonly Chart[] {
	const {columns, about} = data;
	const choose = about.isCompared ? chooseComparison : chooseCharts;
	const rows = getInnerRows(data);
	const levelAt = columns.findIndex(({key}) => key === 'level');
	if (levelAt < 0) return choose(columns, rows, rule);
	return choose(
		columns.toSpliced(levelAt, 1),
		rows.map(row => row.toSpliced(levelAt, 1)),
		rule,
	);
}

const depths: readonly number[] = [1, 4, 8, 24] satisfies readonly ColorDepth[];

/** The colours of the terminal; the sixteen where it has an unknown number, or colour is forced upon what is no terminal. */
function getColorDepth({sink, color}: {readonly sink: Sink; readonly color: boolean}): ColorDepth {
	if (!color) return 1;
	const depth = sink.isTTY ? (sink.colorDepth?.() ?? 8) : 8;
	return depths.includes(depth) ? (depth as ColorDepth) : 4;
}

/** Draws a dataset as text, as wide as the terminal. */
export async function writeChart(
	data: WholeDataset,
	rule: ChartRule,
	target: {readonly sink: Sink; readonly color: boolean},
): Promise<void> {
	const charts = createCharts(data, rule);
	if (charts.length === 0) return;
	await target.sink.write(drawCharts(charts, {width: target.sink.columns(), depth: getColorDepth(target)}));
}

function toCsv({columns, blocks: [rows]}: WholeDataset): string {
	const renderer = createCsv(columns, plainOptions);
	return renderer.head() + renderer.block(rows) + renderer.tail();
}

function getProductFacts({products = []}: About): readonly (readonly [string, string])[] {
	if (products.length === 0) return [];
	return [[products.length === 1 ? 'Product' : 'Products', products.join(', ')]];
}

type PageTarget = {
	readonly path: string;
	readonly clock: Clock;
	/** In place of what the rows are. */
	readonly title?: string | undefined;
	readonly isSynthetic?: boolean;
};

/** The page shows at most this many sums. */
const maxTotals = 4;

/** The rows without those of outer levels (`--totals`): those have no label in the column before `level`. */
function getInnerRows({columns, blocks: [rows]}: WholeDataset): readonly Row[] {
	const levelAt = columns.findIndex(({key}) => key === 'level');
	return levelAt < 0 ? rows : rows.filter(row => row[levelAt - 1] !== null);
}

/** Sums of the rows' figures; of cohorts those of their sizes, which stand in their first period. */
function getTotals(data: WholeDataset, {figures, size}: ChartRule): readonly (readonly [string, number])[] {
	const {columns} = data;
	const periodAt = columns.findIndex(({kind}) => kind === 'period');
	const rows = getInnerRows(data).filter(row => periodAt < 0 || String(row[periodAt]) === '0');
	const isAdditive = createIsAdditive(columns, rows);
	return columns
		.flatMap((column, place) => {
			const isWanted =
				periodAt < 0
					? !figures || figures.includes(column.key) || ['value', 'baseline'].includes(column.key)
					: column.key === size;
			if (!isWanted || !isAdditive(column)) return [];
			const sum = rows.reduce((total, row) => total + Number(row[place] ?? 0), 0);
			return [[periodAt < 0 ? column.title : 'Installations', Math.round(sum * 100) / 100] as const];
		})
		.slice(0, maxTotals);
}

/** Writes a dataset as a page of HTML, whole or not at all; returns how many charts it has. */
export async function writePage(
	data: WholeDataset,
	rule: ChartRule,
	{path, clock, title, isSynthetic = false}: PageTarget,
): Promise<{readonly charts: number}> {
	const {about, columns, blocks} = data;
	const [rows] = blocks;
	const {places, sentences} = findNeeded(columns, rows);
	const page = {
		title: title ?? about.title,
		isSynthetic,
		totals: getTotals(data, rule),
		facts: [...getProductFacts(about), ...(about.facts ?? [])],
		notes: [...(about.caveats ?? []), ...(about.notes ?? []), ...sentences],
		charts: createCharts(data, rule),
		columns: places.map(place => columns[place] as Column),
		rows: places.length === columns.length ? rows : rows.map(row => places.map(place => row[place] ?? null)),
		csv: toCsv(data),
		made: `Made ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`,
	};
	await withFileSink(path, file => file.write(renderPage(page, drawSvg)));
	return {charts: page.charts.length};
}
