import type {KeyUpdate} from '../contract/license-keys.ts';
import type {FileShape, LineReading} from './check-options.ts';
import type {Column} from './columns.ts';
import {toChecked} from './csv-check.ts';
import {type Layout, layoutOfOurs} from './header.ts';
import type {CheckedRow} from './row.ts';
import {parseLines, readLines} from './spool.ts';

/**
 * Rows on disk, a line each: JSON, or the line of the file itself behind its number. Of a row that is told by its bytes to be
 * good no JSON is made, which took a quarter of the time a check takes.
 */

/** Makes rows of lines. */
export type ParseRows<Row> = (lines: readonly string[]) => readonly Row[];

const isJson = (line: string) => line.startsWith('{');

/** @returns what reads the rows of a file of that shape. */
export function createParseRows<Row extends CheckedRow>({reading}: Pick<FileShape, 'reading'>): ParseRows<Row> {
	if (!reading) return parseLines;
	const parseLine = createParseLine(reading);
	return lines =>
		lines.every(isJson)
			? parseLines(lines)
			: lines.map(line => (isJson(line) ? JSON.parse(line) : parseLine(line)) as Row);
}

/** The rows of such a file, a block at a time. Throws CliError `disk`. */
export async function* readRows<Row extends CheckedRow>(
	path: string,
	shape: Pick<FileShape, 'reading'>,
): AsyncGenerator<readonly Row[]> {
	const parseRows = createParseRows<Row>(shape);
	for await (const lines of readLines(path)) yield parseRows(lines);
}

/** What a cell that is not empty says, by the kind of its column: it was told by its bytes to be good (plain-cells.ts). */
const values: Readonly<Record<Column['kind'], (text: string) => string | number | boolean | null>> = {
	text: text => text,
	flag: text => text.length === 'true'.length,
	day: text => (text === 'null' ? null : text),
	quota: Number,
};

function readUpdate(cells: readonly string[], {columns}: Layout, emptyClearsNotes: boolean): KeyUpdate {
	const fields: Record<string, unknown> = {};
	const flags: Record<string, unknown> = {};
	let flagged = false;
	for (let cell = 0; cell < cells.length; cell++) {
		const column = columns[cell];
		const text = cells[cell] as string;
		if (column === undefined || (text === '' && !(emptyClearsNotes && column.name === 'notes'))) continue;
		if (column.kind !== 'flag') fields[column.name] = values[column.kind](text);
		else {
			flags[column.name] = values.flag(text);
			flagged = true;
		}
	}
	if (flagged) fields.licenseStatus = flags;
	return fields as KeyUpdate;
}

/** Reads `17 AAAA-1,purchased,…`. */
function createParseLine({delimiter, header, emptyClearsNotes}: LineReading): (text: string) => CheckedRow {
	const layout = layoutOfOurs(header);
	return text => {
		const blank = text.indexOf(' ');
		const [line, cells] = [Number(text.slice(0, blank)), text.slice(blank + 1).split(delimiter)];
		const before = cells.slice(0, layout.key).reduce((length, cell) => length + cell.length + 1, 0);
		const key = layout.key === 0 ? undefined : ([line, before + 1] as const);
		const update = readUpdate(cells, layout, emptyClearsNotes);
		return toChecked({line, cells}, update, {edited: layout.edited, key});
	};
}
