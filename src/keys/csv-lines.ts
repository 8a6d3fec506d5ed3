import {walkRecord} from './csv-record.ts';
import type {CsvRow} from './csv-rows.ts';
import type {LinePlace} from './growing-bytes.ts';
import type {FindPlain} from './plain-row.ts';

const [lineFeed, carriageReturn, quote] = [10, 13, 34];

/** Not found out from the first line: files that were edited on two systems have both. */
export const recordEnds = ['\r\n', '\n', '\r'];

/** The rows of a block, and where they end: byte and line behind the last whole record. */
export type WholeRows = {readonly rows: CsvRow[]; readonly end: number; readonly line: number};

type CutOptions = {
	readonly delimiter: string;
	/** Knows lines that need not be cut. */
	readonly findPlain: FindPlain | undefined;
};

/**
 * Reads the whole records at the begin of a block. A line without quotes is a record by itself, and cut at its
 * delimiters in an eighth of the time csv-parse takes; one with quotes ends where they are even. Undefined when something is
 * odd (a quote out of place, a carriage return alone): csv-parse says what, record by record.
 */
export function readWholeRows(bytes: Buffer, firstLine: number, how: CutOptions): WholeRows | undefined {
	if (hasLoneReturn(bytes)) return undefined;
	const rows: CsvRow[] = [];
	let [line, start, nextQuote] = [firstLine, 0, bytes.indexOf(quote)];
	for (let feed = bytes.indexOf(lineFeed); feed !== -1; feed = bytes.indexOf(lineFeed, start)) {
		const found = findEnd(bytes, feed, nextQuote);
		if (found === undefined) break;
		const place = {line, start, end: textEnd(bytes, found.feed)};
		const row = found.nextQuote === nextQuote ? cutLine(bytes, place, how) : cutQuoted(bytes, place, how);
		if (row === undefined) return undefined;
		if (row.cells.length !== 1 || row.cells[0] !== '') rows.push(row);
		start = found.feed + 1;
		line += found.lines;
		nextQuote = found.nextQuote;
	}
	return {rows, end: start, line};
}

/** Where the text of a line ends whose line feed is that. */
const textEnd = (bytes: Buffer, feed: number) => (bytes[feed - 1] === carriageReturn ? feed - 1 : feed);

const uncut: readonly string[] = [];

function cutLine(bytes: Buffer, {line, start, end}: LinePlace, {delimiter, findPlain}: CutOptions): CsvRow {
	const plain = findPlain?.(bytes, start, end) ?? 0;
	const cells = plain === 0 ? bytes.toString('utf8', start, end).split(delimiter) : uncut;
	return {line, cells, start, end, plain};
}

/** Undefined where the quotes are no CSV. */
function cutQuoted(bytes: Buffer, {line, start, end}: LinePlace, {delimiter}: CutOptions): CsvRow | undefined {
	const text = bytes.toString('utf8', start, end);
	const {starts, fault} = walkRecord(text, delimiter);
	if (fault) return undefined;
	const cells = starts.map((from, cell) => unquote(text.slice(from, (starts[cell + 1] ?? text.length + 1) - 1)));
	return {line, cells, start, end, plain: 0};
}

const unquote = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

/** A carriage return at the very end may be half of a line end. */
function hasLoneReturn(bytes: Buffer): boolean {
	for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1)) {
		if (at + 1 < bytes.length && bytes[at + 1] !== lineFeed) return true;
	}
	return false;
}

/** The line feed that ends a record: the first one that has an even number of them before it. */
function findEnd(bytes: Buffer, firstFeed: number, firstQuote: number) {
	let [quotes, lines, nextQuote] = [0, 1, firstQuote];
	for (let feed = firstFeed; feed !== -1; feed = bytes.indexOf(lineFeed, feed + 1)) {
		for (; nextQuote !== -1 && nextQuote < feed; nextQuote = bytes.indexOf(quote, nextQuote + 1)) quotes++;
		if (quotes % 2 === 0) return {feed, lines, nextQuote};
		lines++;
	}
	return undefined;
}
