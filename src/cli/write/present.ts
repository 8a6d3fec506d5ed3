import type {ChartRule} from '../../output/chart/chart.ts';
import {
	type Cell,
	type Column,
	type Dataset,
	dataset,
	displayCell,
	gatherRows,
	isFigure,
} from '../../output/dataset.ts';
import {type Format, isFileFormat, loadRenderer} from '../../output/formats.ts';
import {arrangeRows} from '../../output/order-rows.ts';
import {toWide} from '../../output/pivot-rows.ts';
import {writeDataset} from '../../output/renderer.ts';
import {findNeeded, limitRows, selectFields} from '../../output/select.ts';
import type {Clock, Sink} from '../../ports.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {Outcome} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import type {WholeDataset} from './chart-output.ts';
import {writeText} from './write-text.ts';

export type Presentation = {
	readonly globals: Globals;
	readonly sink: Sink;
	readonly color: boolean;
	readonly clock: Clock;
	/** For files that another program helps to write. */
	readonly stateDir: string;
	readonly signal: AbortSignal;
	readonly note: (text: string) => Promise<void>;
	/** Takes the rows in place of a format. */
	readonly onRows?: (data: Dataset) => Promise<number>;
	/** A form of the rows was asked for, by `-o` or `--out`: they are written beside a page too. */
	readonly wantsRows: boolean;
	/** CSV begins with a byte order mark. */
	readonly bom: boolean;
	/** Shows a file in the browser. */
	readonly openPage: (path: string) => Promise<void>;
	/** How rows are drawn, by a command that can be. */
	readonly rule: ChartRule | undefined;
};

const namedValues: readonly Column[] = [
	{key: 'name', title: 'Name', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'value', title: 'Value', kind: 'text'},
];

const toCell = (value: unknown): Cell =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: value === null || value === undefined
			? null
			: JSON.stringify(value);

/** An object as rows of name and value; nested values are JSON. */
const toNamedValues = (object: object): Dataset =>
	dataset(
		namedValues,
		Object.entries(object).map(([name, value]) => [name, toCell(value)]),
	);

/** Rows of columns → a row of title and value for each cell. */
async function transpose({columns, blocks}: Dataset): Promise<Dataset> {
	const rows = await gatherRows(blocks);
	return dataset(
		namedValues,
		rows.flatMap(row => columns.map((column, place) => [column.title, displayCell(column, row[place])])),
	);
}

/** The rows in the order that was asked for, or where a person reads them in one that shows the largest first. */
async function inOrder(data: Dataset, {output, chart, html}: Globals): Promise<Dataset> {
	const isForPeople = chart || html !== undefined || output === 'table' || output === 'md';
	if (!data.sorting && !(data.order && isForPeople)) return data;
	const rows = arrangeRows(data, await gatherRows(data.blocks));
	return {...data, blocks: [rows], total: data.total ?? (() => rows.length)};
}

type ShapeNotes = {
	readonly onLimit: () => void;
	readonly onLeftOut: (count: number) => void;
	/** What is said in place of columns. */
	readonly onSaid: (sentences: readonly string[]) => void;
};

/** The columns that were asked for; for people without those that they have to ask for. */
function selectColumns(data: Dataset, fields: readonly string[] | undefined, {onLeftOut}: ShapeNotes): Dataset {
	if (fields) return selectFields(data, fields);
	const shown = data.columns.filter(({hiddenByDefault}) => !hiddenByDefault).map(({key}) => key);
	if (shown.length === data.columns.length) return data;
	onLeftOut(data.columns.length - shown.length);
	return selectFields(data, shown);
}

/** The rows with the columns that a person needs of them. */
async function withNeededColumns(data: Dataset, onSaid: ShapeNotes['onSaid']): Promise<Dataset> {
	if (!data.columns.some(({hiddenWhenEmpty, noteWhenConstant}) => hiddenWhenEmpty || noteWhenConstant !== undefined))
		return data;
	const rows = await gatherRows(data.blocks);
	const {places, sentences} = findNeeded(data.columns, rows);
	onSaid(sentences);
	return selectFields(
		{...data, blocks: [rows]},
		places.map(place => (data.columns[place] as Column).key),
	);
}

/** The rows and columns that were asked for, in the form that was asked for. */
async function shape(data: Dataset, {fields, limit, output}: Globals, notes: ShapeNotes): Promise<Dataset> {
	const isForPeople = output === 'table' || output === 'md';
	const wide = data.pivot ? await toWide(data, data.pivot) : data;
	const pivoted = isForPeople && !fields ? await withNeededColumns(wide, notes.onSaid) : wide;
	const selected = isForPeople || fields ? selectColumns(pivoted, fields, notes) : pivoted;
	const limited = limit ? limitRows(selected, limit, notes.onLimit) : selected;
	return limited.isVertical && isForPeople ? transpose(limited) : limited;
}

/** What is left out by `--limit`: nothing to say where there are no more rows. */
function describeLimit(limit: number, total: number | undefined): readonly string[] {
	if (total === undefined) return [`there may be more rows: this is --limit ${limit}`];
	return total > limit ? [`${printCount(limit)} of ${printCount(total)} rows: this is --limit ${limit}`] : [];
}

async function writeRows(data: Dataset, presentation: Presentation): Promise<number> {
	const {globals, sink, note, onRows} = presentation;
	// Written after the rows.
	const notes: string[] = [];
	let leftOut = 0;
	let isLimited = false;
	const shaped = await shape(data, globals, {
		onLimit: () => {
			isLimited = true;
		},
		onLeftOut: count => {
			if (sink.isTTY) leftOut = count;
		},
		onSaid: sentences => {
			notes.push(...sentences);
		},
	});
	const {output} = globals;
	const written = {...presentation, leftOut, note: (text: string) => void notes.push(text)};
	const rows = onRows
		? await onRows(shaped)
		: isFileFormat(output)
			? await (await import('./file-format.ts')).writeFileFormat(shaped, output, written)
			: await writeFormat(shaped, output, written);
	const {total = data.total} = shaped;
	// Who takes the rows knows the limit, and asks the rows for their number.
	if (isLimited && !onRows) notes.push(...describeLimit(globals.limit ?? 0, total?.()));
	for (const text of notes) await note(text);
	return rows;
}

type Parts = Pick<Presentation, 'globals' | 'sink' | 'color' | 'bom'> & {
	/** Columns that have to be asked for, where a person reads. */
	readonly leftOut: number;
	readonly note: (text: string) => void;
};

/** Writes rows as text; returns how many. */
async function writeFormat(
	data: Dataset,
	format: Format,
	{globals, sink, color, bom, leftOut, note}: Parts,
): Promise<number> {
	const createRenderer = await loadRenderer[format]();
	const renderer = createRenderer(data.columns, {
		header: globals.header,
		width: sink.isTTY ? sink.columns() : undefined,
		color,
		delimiter: globals.delimiter ?? ',',
		bom,
		safe: globals.csvSafe,
		live: data.live ?? false,
		leftOut,
		note,
	});
	// A table's cells are escaped already, and it has colours.
	const write = format === 'table' ? sink.write : (chunk: string) => writeText(chunk, sink);
	return writeDataset(data, renderer, write);
}

/** Writes the page of `--html`, says so, and shows it with `--open`. */
async function writeHtml(
	data: WholeDataset,
	{rule, path}: {readonly rule: ChartRule; readonly path: string},
	{globals, clock, note, openPage}: Presentation,
): Promise<void> {
	const {writePage} = await import('./chart-output.ts');
	const {title, sandbox: isSynthetic, open} = globals;
	const {charts} = await writePage(data, rule, {path, clock, title, isSynthetic});
	await note(`wrote the page ${path}: ${counted(data.blocks[0].length, 'row')}, ${counted(charts, 'chart')}`);
	if (open) await openPage(path);
}

/** Writes rows; with `--html` a page, beside which rows are written if asked for, and with `--chart` a chart instead. */
async function writeOrDraw(data: Dataset, presentation: Presentation): Promise<number> {
	const {rule, globals, note, wantsRows} = presentation;
	const {chart, html, limit = 0} = globals;
	if (!rule || (!chart && html === undefined)) return writeRows(data, presentation);
	const {collect, writeChart} = await import('./chart-output.ts');
	const whole = await collect(data);
	const [rows] = whole.blocks;
	if (html !== undefined) await writeHtml(whole, {rule, path: html}, presentation);
	if (!chart) return html === undefined || wantsRows ? writeRows(whole, presentation) : rows.length;
	const isCut = limit > 0 && rows.length > limit;
	await writeChart(isCut ? {...whole, blocks: [rows.slice(0, limit)]} : whole, rule, presentation);
	if (isCut) await note(`there are ${printCount(rows.length)} rows: this is --limit ${limit}`);
	return rows.length;
}

async function writeObject(object: object, presentation: Presentation): Promise<void> {
	const {output} = presentation.globals;
	if (output === 'json' || output === 'ndjson') {
		const {jsonText} = await import('../../output/formats/json-format.ts');
		await presentation.sink.write(`${jsonText(object)}\n`);
	} else await writeRows(toNamedValues(object), presentation);
}

/** Watches the rows of a report as they pass: whether any figure is other than 0. */
function watchFigures(data: Dataset): {readonly data: Dataset; readonly hasFigure: () => boolean} {
	const places = data.columns.flatMap((column, place) => (isFigure(column) ? [place] : []));
	let hasFigure = places.length === 0;
	async function* watched() {
		for await (const rows of data.blocks) {
			hasFigure ||= rows.some(row => places.some(place => row[place]));
			yield rows;
		}
	}
	return {data: {...data, blocks: watched()}, hasFigure: () => hasFigure};
}

/** What was written: how many rows, and whether all figures of a report are 0 or absent. */
export type Written = {readonly rows: number; readonly isZero: boolean};

/** Writes what a command found; undefined for what is no rows. */
export async function present(outcome: Outcome, presentation: Presentation): Promise<Written | undefined> {
	if ('one' in outcome) await writeObject(outcome.one, presentation);
	else if ('text' in outcome) await writeText(outcome.text, presentation.sink);
	else if (outcome.dataset) {
		const {data, hasFigure} = watchFigures(outcome.dataset);
		const rows = await writeOrDraw(await inOrder(data, presentation.globals), presentation);
		return {rows, isZero: presentation.rule !== undefined && !hasFigure()};
	}
	return undefined;
}
