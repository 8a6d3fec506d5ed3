import type {ChartRule} from '../../output/chart/chart.ts';
import {collectDataset, type Dataset, type WholeDataset} from '../../output/dataset.ts';
import {chooseFootnotes, drawFootnotes} from '../../output/footnotes.ts';
import {type Format, isFileFormat, isForPeople, loadRenderer} from '../../output/formats.ts';
import {writeDataset} from '../../output/renderer.ts';
import {describeLimit} from '../../output/rows/limit-rows.ts';
import {orderDataset} from '../../output/rows/order-rows.ts';
import {printRange, withRangeColumns} from '../../output/rows/range-columns.ts';
import {shapeRows} from '../../output/rows/shape-rows.ts';
import {objectToRows} from '../../output/rows/vertical-record.ts';
import {watchFigures} from '../../output/rows/watch-figures.ts';
import {counted} from '../../text/wording.ts';
import type {Messages} from '../context/messages.ts';
import {describeSandboxData} from '../context/open-sandbox.ts';
import type {Context, InnerRun, Outcome} from '../definition/command.ts';
import {type PagerParts, withPager} from './with-pager.ts';
import type {WrittenRows} from './write-file-format.ts';
import {writeText} from './write-text.ts';

export type Presentation = Pick<
	Context,
	'globals' | 'clock' | 'stateDir' | 'signal' | 'note' | 'footnote' | 'servedData'
> &
	Pick<Messages, 'footnotes' | 'takeFootnotes' | 'takeSource' | 'release'> &
	PagerParts & {
		readonly color: boolean;
		/** If set, rows go here instead of being formatted. */
		readonly onRows: InnerRun['onRows'];
		/** `-o` or `--out` requested the rows, so they are written in addition to a page. */
		readonly wantsRows: boolean;
		readonly bom: boolean;
		readonly rule: ChartRule | undefined;
	};

/** Returns the end of a title, which says that the data is not the service's. */
async function takeTitleEnd({globals, stateDir, takeSource}: Presentation): Promise<string> {
	takeSource();
	if (!globals.sandbox) return '';
	const {isSynthetic} = await describeSandboxData(stateDir);
	return `, ${isSynthetic ? 'sandbox' : 'imported'} data`;
}

const getTitle = async ({about, heading}: Dataset, presentation: Presentation): Promise<string | undefined> =>
	heading !== undefined || about === undefined ? heading : `${about.title}${await takeTitleEnd(presentation)}`;

/** Writes the footnotes below what has been written. */
async function writeFootnotes(format: 'table' | 'md', isMarked: boolean, presentation: Presentation): Promise<void> {
	const {globals, sink, takeFootnotes} = presentation;
	const footnotes = takeFootnotes().filter(({kind}) => kind === 'partial' || !globals.quiet);
	const texts = chooseFootnotes(footnotes, {isMarked, all: globals.notes});
	const width = sink.isTTY ? sink.columns() : undefined;
	if (texts.length > 0) await sink.write(drawFootnotes(texts, {format, width}));
}

/** Returns undefined if there are no rows. */
async function findRows(data: Dataset): Promise<Dataset | undefined> {
	const blocks = (async function* () {
		yield* data.blocks;
	})();
	for (;;) {
		const {done, value} = await blocks.next();
		if (done) return undefined;
		if (value.length === 0) continue;
		const all = async function* () {
			yield value;
			yield* blocks;
		};
		return {...data, blocks: all()};
	}
}

/** Says in place of an empty table why it is empty, and what casts doubt on that. */
async function writeNothing(title: string | undefined, {globals, sink, takeFootnotes}: Presentation): Promise<void> {
	const footnotes = takeFootnotes();
	const reasons = footnotes.flatMap(({kind, text}) => (kind === 'partial' || kind === 'empty' ? [text] : []));
	const texts = reasons.length > 0 ? reasons : (title?.split('\n') ?? ['there are no rows']);
	const doubts = globals.quiet ? [] : footnotes.filter(({kind}) => kind === 'incomplete' || kind === 'caveat');
	const told = [...texts, ...chooseFootnotes(doubts, {isMarked: false, all: globals.notes})];
	const width = sink.isTTY ? sink.columns() : undefined;
	await sink.write(drawFootnotes(told, {format: globals.output === 'md' ? 'md' : 'table', width, indent: ''}));
}

type Shaped = Awaited<ReturnType<typeof shapeRows>>;

/** Writes a table with its title and footnotes, or why it has no rows. */
async function writeScreen(
	data: Dataset,
	{format, ...shaped}: Shaped & {readonly format: 'table' | 'md'},
	presentation: Presentation,
): Promise<number> {
	const {footnote} = presentation;
	const filled = await findRows(shaped.data);
	const title = await getTitle(data, presentation);
	if (filled === undefined) {
		await writeNothing(data.heading ?? (title === undefined ? title : `${title}: none`), presentation);
		return 0;
	}
	const written = await writeFormat(filled, format, {...presentation, title, leftOut: shaped.hiddenColumns});
	for (const text of [...shaped.limitNotes(), ...shaped.notes, ...written.notes]) await footnote(text);
	await writeFootnotes(format, shaped.isMarked, presentation);
	return written.rows;
}

/** Writes the rows. Returns their number. */
async function writeRows(data: Dataset, presentation: Presentation): Promise<number> {
	const {globals, footnote, release, onRows} = presentation;
	const {output: format, fields, limit, header} = globals;
	const shaped = await shapeRows(data, {format, fields, limit});
	const {range} = data;
	const ranged = range && !fields && !isForPeople(format) ? withRangeColumns(shaped.data, range) : shaped.data;
	// Notes about the limit are left to the code that takes the rows.
	if (onRows) {
		const count = await onRows(ranged);
		for (const text of shaped.notes) await footnote(text);
		return count;
	}
	if (data.live) await release();
	else if (isForPeople(format) && header) return writeScreen(data, {...shaped, format}, presentation);
	const written = isFileFormat(format)
		? await (await import('./write-file-format.ts')).writeFileFormat(ranged, format, presentation)
		: await writeFormat(ranged, format, {...presentation, title: undefined, leftOut: shaped.hiddenColumns});
	if (range && fields && !isForPeople(format)) await footnote(`the range is ${printRange(range)}`);
	for (const text of [...shaped.limitNotes(), ...shaped.notes, ...written.notes]) await footnote(text);
	return written.rows;
}

type Target = Pick<Presentation, 'globals' | 'sink' | 'color' | 'bom'> & {
	readonly title: string | undefined;
	readonly leftOut: number;
};

async function writeFormat(
	data: Dataset,
	format: Format,
	{globals, sink, color, bom, title, leftOut}: Target,
): Promise<WrittenRows> {
	const createRenderer = await loadRenderer[format]();
	const renderer = createRenderer(data.columns, {
		header: globals.header,
		title,
		width: sink.isTTY ? sink.columns() : undefined,
		color,
		delimiter: globals.delimiter ?? ',',
		bom,
		safe: globals.csvSafe,
		live: data.live ?? false,
		leftOut: sink.isTTY ? leftOut : 0,
	});
	// A table's cells are escaped already, and it has colors.
	const write = format === 'table' ? sink.write : (chunk: string) => writeText(chunk, sink);
	return {rows: await writeDataset(data, renderer, write), notes: renderer.notes?.() ?? []};
}

async function writeHtml(
	data: WholeDataset,
	{rule, path}: {readonly rule: ChartRule; readonly path: string},
	{globals, clock, note, wantsRows, footnotes, takeFootnotes, takeSource, servedData}: Presentation,
): Promise<void> {
	const {writePage} = await import('./write-chart.ts');
	const {title, open, scale} = globals;
	const isSynthetic = globals.sandbox || servedData() !== undefined;
	const isOwnScale = scale === 'own';
	const notes = chooseFootnotes(wantsRows ? footnotes() : takeFootnotes(), {isMarked: false, all: true});
	if (!wantsRows) takeSource();
	const charts = await writePage(data, rule, {path, now: clock.now(), title, notes, isSynthetic, isOwnScale});
	await note(`wrote ${path}: ${counted(data.blocks[0].length, 'row')}, ${counted(charts, 'chart')}`);
	if (open) await (await import('../../terminal/open-page.ts')).openPage(path);
}

/** With `--html`, writes rows only if requested; with `--chart`, a chart instead of rows if there is anything to draw. */
async function writeOrDraw(data: Dataset, presentation: Presentation): Promise<number> {
	const {rule, globals, footnote, wantsRows} = presentation;
	const {chart, html, limit} = globals;
	if (!rule || (!chart && html === undefined)) return writeRows(data, presentation);
	const whole = await collectDataset(data);
	const [rows] = whole.blocks;
	if (html !== undefined) await writeHtml(whole, {rule, path: html}, presentation);
	if (!chart) return html === undefined || wantsRows ? writeRows(whole, presentation) : rows.length;
	const shown = limit || rows.length;
	const {writeChart} = await import('./write-chart.ts');
	const drawn = await writeChart({...whole, blocks: [rows.slice(0, shown)]}, rule, {
		...presentation,
		title: await getTitle(data, presentation),
		isOwnScale: globals.scale === 'own',
	});
	if (drawn.charts === 0 && rows.length > 0) {
		await footnote('a chart needs dates or groups: the rows are shown instead');
		return writeRows(whole, presentation);
	}
	for (const text of describeLimit(shown, {total: rows.length})) await footnote(text);
	await writeFootnotes('table', drawn.isMarked, presentation);
	return rows.length;
}

const withoutNulls = (object: object) =>
	Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

/** Data has all members, people read those with a value. */
async function writeObject(object: object, presentation: Presentation): Promise<void> {
	const {output} = presentation.globals;
	if (output === 'json' || output === 'ndjson') {
		const {jsonText} = await import('../../output/formats/json-format.ts');
		await presentation.sink.write(`${jsonText(object)}\n`);
	} else await writeRows(objectToRows(isForPeople(output) ? withoutNulls(object) : object), presentation);
}

/** `isZero`: all figures of a report are 0 or missing. */
export type Written = {readonly rows: number; readonly isZero: boolean};

export async function present(outcome: Outcome, presentation: Presentation): Promise<Written | undefined> {
	const {chart, html, output} = presentation.globals;
	if ('one' in outcome) await writeObject(outcome.one, presentation);
	else if ('text' in outcome) {
		const text = typeof outcome.text === 'function' ? outcome.text(await takeTitleEnd(presentation)) : outcome.text;
		await presentation.release();
		await writeText(text, presentation.sink);
	} else if (outcome.dataset) {
		const {data, hasFigure} = watchFigures(outcome.dataset);
		const ordered = await orderDataset(data, chart || html !== undefined || isForPeople(output));
		const isPaged = output === 'table' && !chart && !ordered.live;
		const rows = isPaged
			? await withPager(presentation, sink => writeOrDraw(ordered, {...presentation, sink}))
			: await writeOrDraw(ordered, presentation);
		return {rows, isZero: presentation.rule !== undefined && !hasFigure()};
	}
	return undefined;
}
