import type {Outcome} from '../commands/command.ts';
import type {Globals} from '../commands/globals.ts';
import type {ChartRule} from '../output/chart/chart.ts';
import {type Column, type Dataset, dataset, type Row} from '../output/dataset.ts';
import {loadRenderer} from '../output/formats.ts';
import {toWide} from '../output/pivot.ts';
import {writeDataset} from '../output/renderer.ts';
import {limitRows, selectFields} from '../output/select.ts';
import type {Clock, Sink} from '../ports.ts';

export type Presentation = {
	readonly globals: Globals;
	readonly sink: Sink;
	readonly color: boolean;
	readonly clock: Clock;
	readonly note: (text: string) => Promise<void>;
	/** How rows are drawn, by a command that can be. */
	readonly rule: ChartRule | undefined;
};

const namedValues: readonly Column[] = [
	{key: 'name', title: 'Name', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
];

const toCell = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: JSON.stringify(value ?? null);

/** An object as rows of name and value; nested values are JSON. */
const toNamedValues = (object: object): Dataset =>
	dataset(
		namedValues,
		Object.entries(object).map(([name, value]) => [name, toCell(value)]),
	);

/** Rows of columns → a row of title and value for each cell. */
async function transpose({columns, blocks}: Dataset): Promise<Dataset> {
	const cells: Row[] = [];
	for await (const rows of blocks) {
		for (const row of rows) cells.push(...columns.map(({title}, place) => [title, row[place] ?? null]));
	}
	return dataset(namedValues, cells);
}

/** The rows and columns that were asked for, in the form that was asked for. */
async function shape(data: Dataset, {fields, limit, output}: Globals, onLimit: () => void): Promise<Dataset> {
	const pivoted = data.pivot ? await toWide(data, data.pivot) : data;
	const selected = fields ? selectFields(pivoted, fields) : pivoted;
	const limited = limit ? limitRows(selected, limit, onLimit) : selected;
	return limited.isTransposed && (output === 'table' || output === 'md') ? transpose(limited) : limited;
}

async function writeRows(data: Dataset, {globals, sink, color, note}: Presentation): Promise<number> {
	// Written after the rows.
	const notes: string[] = [];
	const shaped = await shape(data, globals, () =>
		notes.push(`there may be more rows: this is --limit ${globals.limit}`),
	);
	const createRenderer = await loadRenderer[globals.output]();
	const renderer = createRenderer(shaped.columns, {
		header: globals.header,
		width: sink.isTTY ? sink.columns() : undefined,
		color,
		delimiter: globals.delimiter ?? ',',
		bom: globals.csvBom,
		safe: globals.csvSafe,
		live: shaped.live ?? false,
		note: text => notes.push(text),
	});
	const rows = await writeDataset(shaped, renderer, sink.write);
	for (const text of notes) await note(text);
	return rows;
}

/** Writes rows; with `--html` a page as well, and with `--chart` a chart instead. */
async function writeOrDraw(data: Dataset, presentation: Presentation): Promise<number> {
	const {rule, globals, clock, note} = presentation;
	const {chart, html, limit = 0} = globals;
	if (!rule || (!chart && html === undefined)) return writeRows(data, presentation);
	const {collect, writeChart, writePage} = await import('./picture.ts');
	const whole = await collect(data);
	if (html !== undefined) await writePage(whole, rule, {path: html, clock});
	if (!chart) return writeRows(whole, presentation);
	const [rows] = whole.blocks;
	const isCut = limit > 0 && rows.length > limit;
	await writeChart(isCut ? {...whole, blocks: [rows.slice(0, limit)]} : whole, rule, presentation);
	if (isCut) await note(`there are ${rows.length} rows: this is --limit ${limit}`);
	return rows.length;
}

async function writeObject(object: object, presentation: Presentation): Promise<void> {
	const {output} = presentation.globals;
	if (output === 'json' || output === 'ndjson') {
		const {jsonText} = await import('../output/json.ts');
		await presentation.sink.write(`${jsonText(object)}\n`);
	} else await writeRows(toNamedValues(object), presentation);
}

async function writeText(text: string | AsyncIterable<string | Uint8Array>, sink: Sink): Promise<void> {
	if (typeof text === 'string') return sink.write(text);
	for await (const chunk of text) await sink.write(chunk);
}

/** Writes what a command found; returns the number of rows, undefined for what is no rows. */
export async function present(outcome: Outcome, presentation: Presentation): Promise<number | undefined> {
	if ('one' in outcome) await writeObject(outcome.one, presentation);
	else if ('text' in outcome) await writeText(outcome.text, presentation.sink);
	else if (outcome.dataset) return writeOrDraw(outcome.dataset, presentation);
	return undefined;
}
