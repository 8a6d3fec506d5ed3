import {createReadStream} from 'node:fs';
import {createInterface} from 'node:readline';

/** Finds places in a CSV file, for error messages. The file is read again from its start. */

/** Line and column count from 1. */
export type CsvPlace = {readonly line: number; readonly column: number};

/** Returns the names in the first line. They are those of columns, which hold no separator. */
export async function readCsvHeader(path: string): Promise<readonly string[]> {
	const input = createReadStream(path, 'utf8');
	try {
		for await (const line of createInterface(input))
			return line
				.replace(/^\uFEFF/, '')
				.split(',')
				.map(name => name.replace(/^"(.*)"$/, '$1'));
		return [];
	} finally {
		input.destroy();
	}
}

type Position = {line: number; column: number; record: number; field: number; isQuoted: boolean};

/** Moves a position behind a character. What stands in quotes separates nothing. */
function pass(at: Position, character: string): void {
	if (character === '"') at.isQuoted = !at.isQuoted;
	at.column++;
	if (character === '\n') Object.assign(at, {line: at.line + 1, column: 1});
	if (at.isQuoted) return;
	if (character === ',') at.field++;
	if (character === '\n') Object.assign(at, {record: at.record + 1, field: 0});
}

/** Returns the place of a field; record 0 is the header. The place of a field that is missing is the end of the text. */
async function findPlace(text: AsyncIterable<string>, record: number, field: number): Promise<CsvPlace> {
	const at = {line: 1, column: 1, record: 0, field: 0, isQuoted: false};
	for await (const chunk of text)
		for (const character of chunk) {
			if (at.record === record && at.field === field) return {line: at.line, column: at.column};
			if (character !== '\uFEFF') pass(at, character);
		}
	return {line: at.line, column: at.column};
}

export const placeOfField = (path: string, record: number, field: number): Promise<CsvPlace> =>
	findPlace(createReadStream(path, 'utf8'), record, field);

/** Returns the line and column of a byte offset. */
export const placeOfByte = async (path: string, byte: number): Promise<CsvPlace> =>
	byte === 0
		? {line: 1, column: 1}
		: findPlace(createReadStream(path, {end: byte - 1, encoding: 'utf8'}), Number.POSITIVE_INFINITY, 0);
