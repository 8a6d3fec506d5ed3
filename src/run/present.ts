import type {Outcome} from '../commands/command.ts';
import type {Globals} from '../commands/globals.ts';
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
};

const namedValues: readonly Column[] = [
	{key: 'name', title: 'Name', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
];

/** One thing as rows of name and value; what is nested stands as JSON. */
const describe = (one: object): Dataset =>
	dataset(
		namedValues,
		Object.entries(one).map(([name, value]) => [
			name,
			value === undefined || value === null || typeof value === 'object' ? JSON.stringify(value ?? null) : value,
		]),
	);

/** A row with each cell below the other, beside the title of its column. */
async function setUpright({columns, blocks}: Dataset): Promise<Dataset> {
	const lines: Row[] = [];
	for await (const rows of blocks) {
		for (const row of rows) lines.push(...columns.map(({title}, place) => [title, row[place] ?? null]));
	}
	return dataset(namedValues, lines);
}

const isForPeople = ({output}: Globals) => output === 'table' || output === 'md';

async function writeRows(data: Dataset, {globals, sink, color, note}: Presentation): Promise<number> {
	const shown = data.pivot ? await toWide(data, data.pivot) : data;
	const chosen = globals.fields ? selectFields(shown, globals.fields) : shown;
	const {limit} = globals;
	const notes: string[] = [];
	const onLimit = () => notes.push(`there may be more rows: this is --limit ${limit}`);
	const asked = limit ? limitRows(chosen, limit, onLimit) : chosen;
	const limited = asked.upright && isForPeople(globals) ? await setUpright(asked) : asked;
	const createRenderer = await loadRenderer[globals.output]();
	const renderer = createRenderer(limited.columns, {
		header: globals.header,
		width: sink.isTTY ? sink.columns() : undefined,
		color,
		delimiter: globals.delimiter ?? ',',
		bom: globals.csvBom,
		safe: globals.csvSafe,
		live: limited.live ?? false,
		note: text => notes.push(text),
	});
	const rows = await writeDataset(limited, renderer, sink.write);
	for (const text of notes) await note(text);
	return rows;
}

/** Rows, and with `--html` or `--chart` what is drawn of them. */
async function writeDatasetOrPicture(data: Dataset, presentation: Presentation): Promise<number> {
	const {chart, html, limit = 0} = presentation.globals;
	if (!data.about || (!chart && html === undefined)) return writeRows(data, presentation);
	const {collect, writeChart, writePage} = await import('./picture.ts');
	const known = await collect(data);
	if (html !== undefined) await writePage(known, html, presentation.clock);
	if (!chart) return writeRows(known, presentation);
	const [rows] = known.blocks;
	const isCut = limit > 0 && rows.length > limit;
	await writeChart(isCut ? {...known, blocks: [rows.slice(0, limit)]} : known, presentation);
	if (isCut) await presentation.note(`there are ${rows.length} rows: this is --limit ${limit}`);
	return rows.length;
}

/** One thing: a line of JSON, or names and values for people. */
async function writeOne(one: object, presentation: Presentation): Promise<void> {
	const {output} = presentation.globals;
	if (output === 'json' || output === 'ndjson') {
		const {jsonText} = await import('../output/json.ts');
		await presentation.sink.write(`${jsonText(one)}\n`);
	} else await writeRows(describe(one), presentation);
}

async function writeText(text: string | AsyncIterable<string | Uint8Array>, sink: Sink): Promise<void> {
	if (typeof text === 'string') return sink.write(text);
	for await (const chunk of text) await sink.write(chunk);
}

/** Writes what a command found; returns the number of rows, undefined where there are none to count. */
export async function present(outcome: Outcome, presentation: Presentation): Promise<number | undefined> {
	if ('one' in outcome) await writeOne(outcome.one, presentation);
	else if ('text' in outcome) await writeText(outcome.text, presentation.sink);
	else if (outcome.dataset) return writeDatasetOrPicture(outcome.dataset, presentation);
	return undefined;
}
