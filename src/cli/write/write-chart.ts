import {type ChartRule, hasMark} from '../../output/chart/chart.ts';
import {createCharts} from '../../output/chart/dataset-charts.ts';
import {drawCharts} from '../../output/chart/draw-charts.ts';
import {getColorDepth} from '../../output/chart/terminal-colors.ts';
import type {WholeDataset} from '../../output/dataset.ts';
import {displayWidth} from '../../output/display-width.ts';
import {type PageOptions, renderReportPage} from '../../output/page/report-page.ts';
import {printable} from '../../output/printable.ts';
import type {Sink} from '../../ports.ts';
import {withFileSink} from '../../terminal/file-sink.ts';
import {wordsOf, wrapWords} from '../../text/wrap-words.ts';

/** Loaded only for `--chart` and `--html`. */

type ChartTarget = {
	readonly sink: Sink;
	readonly color: boolean;
	readonly isOwnScale: boolean;
	readonly title: string | undefined;
};

/** Draws charts in a terminal. Returns their number, and whether a mark stands in one. */
export async function writeChart(
	data: WholeDataset,
	rule: ChartRule,
	{sink, color, isOwnScale, title}: ChartTarget,
): Promise<{readonly charts: number; readonly isMarked: boolean}> {
	const charts = createCharts(data, rule, {isOwnScale});
	if (charts.length === 0) return {charts: 0, isMarked: false};
	const depth = getColorDepth(color, sink);
	const heading = printable(title ?? '');
	const width = sink.columns();
	const lead = sink.isTTY ? wrapWords(wordsOf(heading), {width, measure: displayWidth}).join('\n') : heading;
	await sink.write(`${lead === '' ? '' : `${lead}\n\n`}${drawCharts(charts, {width, depth})}`);
	return {
		charts: charts.length,
		isMarked: charts.some(chart => chart.shape === 'heatmap' && hasMark(chart.rows, 'incomplete')),
	};
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
