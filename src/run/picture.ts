import type {Chart, ChartRule} from '../output/chart/chart.ts';
import {chooseCharts, chooseComparison} from '../output/chart/choose.ts';
import {drawCharts} from '../output/chart/draw.ts';
import type {ColorDepth} from '../output/chart/ink.ts';
import {createCsv} from '../output/csv.ts';
import type {About, Dataset, Row} from '../output/dataset.ts';
import {renderPage} from '../output/page/page.ts';
import {drawSvg} from '../output/page/svg.ts';
import type {Clock, Sink} from '../ports.ts';
import {withFileSink} from '../terminal/file-sink.ts';

/** `--chart` and `--html`; loaded for these only. */

/** A dataset with all of its rows. */
export type WholeDataset = Omit<Dataset, 'blocks'> & {
	readonly about: About;
	readonly blocks: readonly [readonly Row[]];
};

export async function collect(data: Dataset): Promise<WholeDataset> {
	const rows: Row[] = [];
	for await (const block of data.blocks) for (const row of block) rows.push(row);
	return {...data, about: data.about as About, blocks: [rows]};
}

/** The charts of a dataset, without the rows of outer levels (`--totals`): those have no label in the column before `level`. */
function createCharts({columns, blocks: [rows], about}: WholeDataset, rule: ChartRule): readonly Chart[] {
	const choose = about.isCompared ? chooseComparison : chooseCharts;
	const levelAt = columns.findIndex(({key}) => key === 'level');
	if (levelAt < 0) return choose(columns, rows, rule);
	const innerRows = rows.filter(row => row[levelAt - 1] !== null).map(row => row.toSpliced(levelAt, 1));
	return choose(columns.toSpliced(levelAt, 1), innerRows, rule);
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

const csvOptions = {
	header: true,
	width: undefined,
	color: false,
	delimiter: ',',
	bom: false,
	safe: false,
	live: false,
	note: () => {},
};

function toCsv({columns, blocks: [rows]}: WholeDataset): string {
	const renderer = createCsv(columns, csvOptions);
	return renderer.head() + renderer.block(rows) + renderer.tail();
}

function getProductFacts({products = []}: About): readonly (readonly [string, string])[] {
	if (products.length === 0) return [];
	return [[products.length === 1 ? 'Product' : 'Products', products.join(', ')]];
}

/** Writes a dataset as a page of HTML, whole or not at all. */
export async function writePage(
	data: WholeDataset,
	rule: ChartRule,
	{path, clock}: {readonly path: string; readonly clock: Clock},
): Promise<void> {
	const {about, columns, blocks} = data;
	const page = {
		title: about.title,
		facts: [...getProductFacts(about), ...(about.facts ?? [])],
		notes: [...(about.caveats ?? []), ...(about.notes ?? [])],
		charts: createCharts(data, rule),
		columns,
		rows: blocks[0],
		csv: toCsv(data),
		made: `Made ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`,
	};
	await withFileSink(path, file => file.write(renderPage(page, drawSvg)));
}
