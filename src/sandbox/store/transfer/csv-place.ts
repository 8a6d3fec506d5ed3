import {createReadStream} from 'node:fs';
import {createInterface} from 'node:readline';

/** Finds places in a CSV file for error messages. Reads the file again from its start. */

/** Counted from 1. */
export type CsvPlace = {readonly line: number; readonly column: number};

/** Assumes column names, which hold no separator. */
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

/** Advances a position by a character. Separators in quotes do not count. */
function pass(at: Position, character: string): void {
	if (character === '"') at.isQuoted = !at.isQuoted;
	at.column++;
	if (character === '\n') Object.assign(at, {line: at.line + 1, column: 1});
	if (at.isQuoted) return;
	if (character === ',') at.field++;
	if (character === '\n') Object.assign(at, {record: at.record + 1, field: 0});
}

/** Returns the position of a field, or the end of the text if it is missing; record 0 is the header. */
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

export const placeOfByte = async (path: string, byte: number): Promise<CsvPlace> =>
	byte === 0
		? {line: 1, column: 1}
		: findPlace(createReadStream(path, {end: byte - 1, encoding: 'utf8'}), Number.POSITIVE_INFINITY, 0);
