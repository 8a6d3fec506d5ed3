import type {ChartRule} from '../../output/chart/chart.ts';
import {createCharts} from '../../output/chart/dataset-charts.ts';
import {drawCharts} from '../../output/chart/draw-charts.ts';
import {getColorDepth} from '../../output/chart/terminal-colors.ts';
import type {WholeDataset} from '../../output/dataset.ts';
import {displayWidth} from '../../output/display-width.ts';
import {type PageOptions, renderReportPage} from '../../output/page/report-page.ts';
import {printable} from '../../output/printable.ts';
import {printRange} from '../../output/rows/range-columns.ts';
import type {Sink} from '../../ports.ts';
import {withFileSink} from '../../terminal/file-sink.ts';
import {wordsOf, wrapWords} from '../../text/wrap-words.ts';

/** Loaded only for `--chart` and `--html`. */

/** Draws charts in a terminal and returns their number. */
export async function writeChart(
	data: WholeDataset,
	rule: ChartRule,
	{sink, color, isOwnScale}: {readonly sink: Sink; readonly color: boolean; readonly isOwnScale: boolean},
): Promise<number> {
	const charts = createCharts(data, rule, {isOwnScale});
	if (charts.length === 0) return 0;
	const depth = getColorDepth(color, sink);
	const heading = printable(data.heading ?? (data.range ? printRange(data.range) : ''));
	const width = sink.columns();
	const lead =
		heading === ''
			? ''
			: `${sink.isTTY ? wrapWords(wordsOf(heading), {width, measure: displayWidth}).join('\n') : heading}\n\n`;
	await sink.write(lead + drawCharts(charts, {width, depth}));
	return charts.length;
}

/** Writes an HTML page atomically and returns its number of charts. */
export async function writePage(
	data: WholeDataset,
	rule: ChartRule,
	{path, ...options}: PageOptions & {readonly path: string},
): Promise<number> {
	const {html, chartCount} = renderReportPage(data, rule, options);
	await withFileSink(path, file => file.write(html));
	return chartCount;
}
