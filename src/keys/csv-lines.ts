import {CsvError, parse} from 'csv-parse/sync';
import type {CsvRow} from './csv-rows.ts';

const [lineFeed, carriageReturn, quote] = [10, 13, 34];

/** Not found out from the first line: files that were edited on two systems have both. */
export const recordEnds = ['\r\n', '\n', '\r'];

/** The rows of a block, and where they end: byte and line behind the last whole record. */
export type WholeRows = {readonly rows: CsvRow[]; readonly end: number; readonly line: number};

type Draft = {line: number; cells: readonly string[]; start: number; end: number};

/**
 * Reads the whole records at the begin of a block. A line without quotes is a record by itself and is cut at its delimiters, an
 * eighth of the time csv-parse takes for it; the others csv-parse reads, all of them at once. Undefined when something is
 * odd (a quote out of place, a carriage return alone): csv-parse says what, record by record.
 */
export function readWholeRows(bytes: Buffer, delimiter: string, firstLine: number): WholeRows | undefined {
	if (hasLoneReturn(bytes)) return undefined;
	const records: Draft[] = [];
	const quoted: Draft[] = [];
	let [line, start, nextQuote] = [firstLine, 0, bytes.indexOf(quote)];
	for (let feed = bytes.indexOf(lineFeed); feed !== -1; feed = bytes.indexOf(lineFeed, start)) {
		let end = feed + 1;
		if (nextQuote === -1 || nextQuote > feed) {
			records.push({line: line++, cells: textOf(bytes, start, feed).split(delimiter), start, end});
		} else {
			const found = findEnd(bytes, feed, nextQuote);
			if (found === undefined) break;
			end = found.end;
			const record = {line, cells: [], start, end};
			records.push(record);
			quoted.push(record);
			line += found.lines;
			nextQuote = found.nextQuote;
		}
		start = end;
	}
	if (!readQuoted(bytes, quoted, delimiter)) return undefined;
	return {rows: records.filter(({cells}) => cells.length > 1 || cells[0] !== ''), end: start, line};
}

/** A line without its end. */
const textOf = (bytes: Buffer, start: number, feed: number) =>
	bytes.toString('utf8', start, bytes[feed - 1] === carriageReturn ? feed - 1 : feed);

/** A carriage return at the very end may be half of a line end. */
function hasLoneReturn(bytes: Buffer): boolean {
	for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1)) {
		if (at + 1 < bytes.length && bytes[at + 1] !== lineFeed) return true;
	}
	return false;
}

/** The end of a record with quotes: the first line feed that has an even number of them before it. */
function findEnd(bytes: Buffer, firstFeed: number, firstQuote: number) {
	let [quotes, lines, nextQuote] = [0, 1, firstQuote];
	for (let feed = firstFeed; feed !== -1; feed = bytes.indexOf(lineFeed, feed + 1)) {
		for (; nextQuote !== -1 && nextQuote < feed; nextQuote = bytes.indexOf(quote, nextQuote + 1)) quotes++;
		if (quotes % 2 === 0) return {end: feed + 1, lines, nextQuote};
		lines++;
	}
	return undefined;
}

/** Fills in the cells of records with quotes; false when they are no CSV. */
function readQuoted(bytes: Buffer, records: readonly Draft[], delimiter: string): boolean {
	if (records.length === 0) return true;
	const text = Buffer.concat(records.map(({start, end}) => bytes.subarray(start, end)));
	try {
		const read: string[][] = parse(text, {delimiter, record_delimiter: recordEnds, relax_column_count: true});
		for (const [index, record] of records.entries()) record.cells = read[index] ?? [];
		return read.length === records.length;
	} catch (error) {
		if (error instanceof CsvError) return false;
		throw error;
	}
}
