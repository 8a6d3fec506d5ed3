import {chooseCharts, chooseComparison} from '../output/chart/choose.ts';
import {drawCharts} from '../output/chart/draw.ts';
import type {ColorDepth} from '../output/chart/ink.ts';
import {createCsv} from '../output/csv.ts';
import type {About, Dataset, Row} from '../output/dataset.ts';
import {renderPage} from '../output/page/page.ts';
import {drawSvg} from '../output/page/svg.ts';
import type {Clock, Sink} from '../ports.ts';
import {createFileSink} from '../terminal/file-sink.ts';

/** Loaded for `--chart` and `--html` only. */

/** A report all of whose rows are there: a picture needs them all, and the rows may be wanted besides. */
export type KnownReport = Omit<Dataset, 'blocks'> & {readonly about: About; readonly blocks: readonly [readonly Row[]]};

/** Reads a report to its end. */
export async function collect(data: Dataset): Promise<KnownReport> {
	const rows: Row[] = [];
	for await (const block of data.blocks) rows.push(...block);
	return {...data, about: data.about as About, blocks: [rows]};
}

/** The charts of a report; rows that add others up (`--totals`) are not drawn. */
function chartsOf({columns, blocks: [rows], about: {report, innermost}}: KnownReport) {
	const level = columns.findIndex(({key}) => key === 'level');
	const isInner = (row: Row) => innermost === undefined || level < 0 || row[level] === innermost;
	const inner = rows.filter(isInner).map(row => (level < 0 ? row : row.toSpliced(level, 1)));
	const chosen = level < 0 ? columns : columns.toSpliced(level, 1);
	const compared = report.replace(/ --compare$/, '');
	return compared === report ? chooseCharts(chosen, inner, report) : chooseComparison(chosen, inner, compared);
}

const depths: readonly number[] = [1, 4, 8, 24] satisfies readonly ColorDepth[];

/** Bits of colour to draw with: none where colour is not wanted, and 8 where it is forced upon what is no terminal. */
function depthOf({sink, color}: {readonly sink: Sink; readonly color: boolean}): ColorDepth {
	const depth = sink.isTTY ? (sink.colorDepth?.() ?? 8) : 8;
	return color && depths.includes(depth) ? (depth as ColorDepth) : color ? 4 : 1;
}

/** Draws a report as text, as wide as the terminal; 80 columns off one. */
export async function writeChart(
	report: KnownReport,
	place: {readonly sink: Sink; readonly color: boolean},
): Promise<void> {
	const charts = chartsOf(report);
	if (charts.length > 0)
		await place.sink.write(drawCharts(charts, {width: place.sink.columns(), depth: depthOf(place)}));
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

function csvOf({columns, blocks: [rows]}: KnownReport): string {
	const renderer = createCsv(columns, csvOptions);
	return renderer.head() + renderer.block(rows) + renderer.tail();
}

const productFact = ({products = []}: About): readonly (readonly [string, string])[] =>
	products.length === 0 ? [] : [[products.length === 1 ? 'Product' : 'Products', products.join(', ')]];

/** Writes a report as one page, whole or not at all. */
export async function writePage(report: KnownReport, path: string, clock: Clock): Promise<void> {
	const {about, columns, blocks} = report;
	const file = await createFileSink(path);
	try {
		const page = {
			title: about.report,
			facts: [...productFact(about), ...(about.facts ?? [])],
			notes: [...(about.caveats ?? []), ...(about.notes ?? [])],
			charts: chartsOf(report),
			columns,
			rows: blocks[0],
			csv: csvOf(report),
			made: `Made ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`,
		};
		await file.write(renderPage(page, drawSvg));
		await file.commit();
	} catch (error) {
		await file.discard();
		throw error;
	}
}
