import {createReadStream} from 'node:fs';
import {createInterface} from 'node:readline';

/** Finds places in a CSV file, for error messages. The file is read again from its start. */

/** Line and column count from 1. */
type Place = {readonly line: number; readonly column: number};

/** A record: the line it begins in, and the text and place of its fields. */
export type CsvRecord = {
	readonly line: number;
	readonly fields: readonly (Place & {readonly text: string})[];
};

const quotes = (text: string): number => text.split('"').length - 1;

/** The text of a record, which continues while a quote is open, and its first line. */
async function readLines(path: string, record: number): Promise<{text: string; line: number} | undefined> {
	const input = createReadStream(path, 'utf8');
	let line = 0;
	let passed = 0;
	let begins = 1;
	let text: string | undefined;
	try {
		for await (const next of createInterface({input, crlfDelay: Number.POSITIVE_INFINITY})) {
			line++;
			text = text === undefined ? next : `${text}\n${next}`;
			if (quotes(text) % 2 === 1) continue;
			if (passed === record) return {text, line: begins};
			passed++;
			begins = line + 1;
			text = undefined;
		}
	} finally {
		input.destroy();
	}
	return text !== undefined && passed === record ? {text, line: begins} : undefined;
}

const countBreaks = (text: string): number => text.split('\n').length - 1;

/** The place of an index in a text that begins in the line `first`. */
function placeIn(text: string, index: number, first: number): Place {
	const before = text.slice(0, index);
	return {line: first + countBreaks(before), column: before.length - before.lastIndexOf('\n')};
}

const field = /("(?:[^"]|"")*"?[^,]*|[^,]*)(?:,|$)/y;
const unquoted = (text: string): string =>
	text.startsWith('"') ? text.slice(1).replace(/"$/, '').replaceAll('""', '"') : text;
const byteOrderMark = /^\uFEFF/;

/** Reads a record by its number; 0 is the header. Undefined after the end. */
export async function readCsvRecord(path: string, record: number): Promise<CsvRecord | undefined> {
	const found = await readLines(path, record);
	if (!found) return undefined;
	const text = found.text.replace(byteOrderMark, '');
	const fields: CsvRecord['fields'][number][] = [];
	for (let index = 0; index <= text.length; ) {
		field.lastIndex = index;
		const [all = '', content = ''] = field.exec(text) ?? [];
		fields.push({text: unquoted(content), ...placeIn(text, index, found.line)});
		index += all.length;
		if (!all.endsWith(',')) break;
	}
	return {line: found.line, fields};
}

/** The line and column of a byte offset. */
export async function placeOfByte(path: string, byte: number): Promise<Place> {
	let line = 1;
	let text = '';
	if (byte > 0)
		for await (const chunk of createReadStream(path, {end: byte - 1, encoding: 'utf8'}) as AsyncIterable<string>) {
			line += countBreaks(chunk);
			text += chunk;
			text = text.slice(text.lastIndexOf('\n') + 1);
		}
	return {line, column: text.length + 1};
}
