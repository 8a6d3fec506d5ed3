import type {ChartRule} from '../../output/chart/chart.ts';
import {collectDataset, type Dataset, type WholeDataset} from '../../output/dataset.ts';
import {type Format, isFileFormat, isForPeople, loadRenderer} from '../../output/formats.ts';
import {writeDataset} from '../../output/renderer.ts';
import {describeLimit} from '../../output/rows/limit-rows.ts';
import {orderDataset} from '../../output/rows/order-rows.ts';
import {printRange, withRangeColumns} from '../../output/rows/range-columns.ts';
import {shapeRows} from '../../output/rows/shape-rows.ts';
import {objectToRows} from '../../output/rows/vertical-record.ts';
import {watchFigures} from '../../output/rows/watch-figures.ts';
import type {Sink} from '../../ports.ts';
import {counted} from '../../text/wording.ts';
import type {Context, InnerRun, Outcome} from '../definition/command.ts';
import type {WrittenRows} from './write-file-format.ts';
import {writeText} from './write-text.ts';

export type Presentation = Pick<Context, 'globals' | 'clock' | 'stateDir' | 'signal' | 'note'> & {
	readonly sink: Sink;
	readonly color: boolean;
	/** If set, rows go here instead of being formatted. */
	readonly onRows: InnerRun['onRows'];
	/** `-o` or `--out` requested the rows, so they are written in addition to a page. */
	readonly wantsRows: boolean;
	readonly bom: boolean;
	readonly rule: ChartRule | undefined;
};

/** Writes the notes after the rows. Returns the number of rows. */
async function writeRows(data: Dataset, presentation: Presentation): Promise<number> {
	const {globals, sink, note, onRows} = presentation;
	const {output: format, fields, limit} = globals;
	const {data: shaped, hiddenColumns, notes, limitNotes} = await shapeRows(data, {format, fields, limit});
	const {range} = data;
	const ranged = range && !fields && !isForPeople(format) ? withRangeColumns(shaped, range) : shaped;
	// Notes about the limit are left to the code that takes the rows.
	if (onRows) {
		const count = await onRows(ranged);
		for (const text of notes) await note(text);
		return count;
	}
	const headed = {...ranged, range, ...(data.heading ? {heading: data.heading} : {})};
	const written = isFileFormat(format)
		? await (await import('./write-file-format.ts')).writeFileFormat(ranged, format, presentation)
		: await writeFormat(headed, format, {...presentation, leftOut: sink.isTTY ? hiddenColumns : 0});
	if (range && fields && !isForPeople(format)) await note(`the range is ${printRange(range)}`);
	for (const text of [...notes, ...written.notes, ...limitNotes()]) await note(text);
	return written.rows;
}

type Target = Pick<Presentation, 'globals' | 'sink' | 'color' | 'bom'> & {readonly leftOut: number};

async function writeFormat(
	data: Dataset,
	format: Format,
	{globals, sink, color, bom, leftOut}: Target,
): Promise<WrittenRows> {
	const createRenderer = await loadRenderer[format]();
	const renderer = createRenderer(data.columns, {
		header: globals.header,
		heading: globals.header ? (data.heading ?? (data.range && printRange(data.range))) : undefined,
		width: sink.isTTY ? sink.columns() : undefined,
		color,
		delimiter: globals.delimiter ?? ',',
		bom,
		safe: globals.csvSafe,
		live: data.live ?? false,
		leftOut,
	});
	// A table's cells are escaped already, and it has colors.
	const write = format === 'table' ? sink.write : (chunk: string) => writeText(chunk, sink);
	return {rows: await writeDataset(data, renderer, write), notes: renderer.notes?.() ?? []};
}

async function writeHtml(
	data: WholeDataset,
	{rule, path}: {readonly rule: ChartRule; readonly path: string},
	{globals, clock, note}: Presentation,
): Promise<void> {
	const {writePage} = await import('./write-chart.ts');
	const {title, sandbox: isSynthetic, open, scale} = globals;
	const isOwnScale = scale === 'own';
	const charts = await writePage(data, rule, {path, now: clock.now(), title, isSynthetic, isOwnScale});
	await note(`wrote ${path}: ${counted(data.blocks[0].length, 'row')}, ${counted(charts, 'chart')}`);
	if (open) await (await import('../../terminal/open-page.ts')).openPage(path);
}

/** With `--html`, writes rows only if requested; with `--chart`, a chart instead of rows if there is anything to draw. */
async function writeOrDraw(data: Dataset, presentation: Presentation): Promise<number> {
	const {rule, globals, note, wantsRows} = presentation;
	const {chart, html, limit} = globals;
	if (!rule || (!chart && html === undefined)) return writeRows(data, presentation);
	const whole = await collectDataset(data);
	const [rows] = whole.blocks;
	if (html !== undefined) await writeHtml(whole, {rule, path: html}, presentation);
	if (!chart) return html === undefined || wantsRows ? writeRows(whole, presentation) : rows.length;
	const shown = limit || rows.length;
	const {writeChart} = await import('./write-chart.ts');
	const charts = await writeChart({...whole, blocks: [rows.slice(0, shown)]}, rule, {
		...presentation,
		isOwnScale: globals.scale === 'own',
	});
	if (charts === 0 && rows.length > 0) {
		await note('a chart needs dates or groups: the rows are shown instead');
		return writeRows(whole, presentation);
	}
	for (const text of describeLimit(shown, rows.length)) await note(text);
	return rows.length;
}

async function writeObject(object: object, presentation: Presentation): Promise<void> {
	const {output} = presentation.globals;
	if (output === 'json' || output === 'ndjson') {
		const {jsonText} = await import('../../output/formats/json-format.ts');
		await presentation.sink.write(`${jsonText(object)}\n`);
	} else await writeRows(objectToRows(object), presentation);
}

/** `isZero`: all figures of a report are 0 or missing. */
export type Written = {readonly rows: number; readonly isZero: boolean};

export async function present(outcome: Outcome, presentation: Presentation): Promise<Written | undefined> {
	const {chart, html, output} = presentation.globals;
	if ('one' in outcome) await writeObject(outcome.one, presentation);
	else if ('text' in outcome) await writeText(outcome.text, presentation.sink);
	else if (outcome.dataset) {
		const {data, hasFigure} = watchFigures(outcome.dataset);
		const ordered = await orderDataset(data, chart || html !== undefined || isForPeople(output));
		const rows = await writeOrDraw(ordered, presentation);
		return {rows, isZero: presentation.rule !== undefined && !hasFigure()};
	}
	return undefined;
}
