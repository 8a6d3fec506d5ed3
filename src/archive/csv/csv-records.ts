import {type CsvDialect, defaultDialect} from './csv-dialect.ts';

/** `quotes` and `size` are decided here, the others by the content. */
export type RejectReason = 'columns' | 'quotes' | 'size' | 'timestamp' | 'header';

/**
 * A record of a CSV file, or a line that is not one. Text and cells hold bytes as Latin-1: each character is one byte.
 */
export type CsvRecord = {
	/** The first line of the record in the file, from 1. */
	readonly line: number;
	/** Without the line end. */
	readonly text: string;
} & ({readonly cells: readonly string[]} | {readonly reason: 'quotes' | 'size'});

const byteOrderMark = '\xEF\xBB\xBF';
const maxCells = 512;
/** In a longer record, a quote was never closed, or a cell is shortened. */
export const maxRecordBytes = 8 * 2 ** 20;
/** Bytes that are kept of a quoted cell in such a record. */
const keptCellBytes = 2 ** 20;
/** Bytes at its end that may be the start of a row. */
const keptTailBytes = 100;

function findClosingQuote(text: string, from: number): number {
	let at = text.indexOf('"', from);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

type Cells = {readonly delimiter: string; readonly end: RegExp};

const describeCells = (delimiter: string): Cells => ({delimiter, end: new RegExp(`\\${delimiter}|\\r?\\n`, 'g')});

function findCellEnd(text: string, from: number, {end}: Cells): number {
	end.lastIndex = from;
	return end.exec(text)?.index ?? -1;
}

/** Returns undefined if the end of the cell has not arrived. */
function scanCell(
	text: string,
	start: number,
	cells: Cells,
): {readonly cell: string; readonly end: number} | undefined {
	if (text[start] !== '"') {
		const end = findCellEnd(text, start, cells);
		return end < 0 ? undefined : {cell: text.slice(start, end), end};
	}
	const quote = findClosingQuote(text, start + 1);
	// a quote at the very end may be the first of two
	if (quote < 0 || quote + 1 === text.length) return undefined;
	return {cell: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1};
}

/** `from` is the start of the last cell. */
type Unfinished = {readonly state: 'incomplete' | 'malformed'; readonly from: number};
type Scanned = {readonly cells: readonly string[]; readonly end: number; readonly next: number} | Unfinished;

function endRecord(text: string, cells: readonly string[], end: number): Scanned {
	if (text[end] === '\n') return {cells, end, next: end + 1};
	if (text.startsWith('\r\n', end)) return {cells, end, next: end + 2};
	// the LF of a CRLF may be about to arrive
	return {state: end + 1 === text.length ? 'incomplete' : 'malformed', from: end};
}

function scanRecord(text: string, start: number, kind: Cells): Scanned {
	const cells: string[] = [];
	let at = start;
	while (cells.length < maxCells) {
		const scanned = scanCell(text, at, kind);
		if (!scanned) return {state: 'incomplete', from: at};
		cells.push(scanned.cell);
		if (text[scanned.end] !== kind.delimiter) return endRecord(text, cells, scanned.end);
		at = scanned.end + 1;
	}
	return {state: 'malformed', from: at};
}

function countLineEnds(text: string, from: number, to: number): number {
	let count = 0;
	for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
	return count;
}

/** `next` is the offset of the next record. */
type FoundRecord = {readonly record: CsvRecord; readonly next: number};

/** The start of a row after a quote that was never closed. */
const rowStart = /\n"?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/**
 * Removes the middle of a quoted cell that is too long for memory. Returns undefined if its quote was never closed,
 * because there are rows in it. Pairs of quotes stay whole.
 */
function shortenCell(text: string, from: number): {readonly text: string; readonly removed: string} | undefined {
	if (text[from] !== '"' || rowStart.test(text.slice(from))) return undefined;
	let start = from + keptCellBytes;
	while (text[start] === '"') start++;
	let end = text.length - keptTailBytes;
	while (text[end - 1] === '"') end--;
	if (end <= start) return undefined;
	return {text: text.slice(0, start) + text.slice(end), removed: text.slice(start, end)};
}

/**
 * Splits CSV (RFC 4180; line ends LF, CRLF, both, or CR) into records as its bytes arrive. Skips one line if it cannot
 * be part of a record: every byte ends up in a record or in a rejected line, except for the end of an enormous cell.
 * DuckDB's `read_csv` and csv-parse cannot do this. Both take an unclosed quote to the next quote or the end of the file,
 * and lose the good lines in between. `read_csv` also fails as a whole on mixed line ends and on a carriage return in an
 * unquoted cell, accepts NUL, and its store of rejects numbers records instead of lines.
 */
export class CsvRecordReader {
	readonly #cells: Cells;
	readonly #lineEnd: CsvDialect['lineEnd'];
	#text = '';
	#line = 1;
	/** True in the middle of a rejected line. */
	#isSkipping = false;
	/** Line ends that were removed from the record at the start of the text; undefined if nothing was removed. */
	#removedLines: number | undefined;

	constructor({delimiter, lineEnd}: CsvDialect = defaultDialect) {
		this.#cells = describeCells(delimiter);
		this.#lineEnd = lineEnd;
	}

	push(chunk: Uint8Array): Generator<CsvRecord> {
		const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
		this.#text += this.#lineEnd === '\r' ? text.replaceAll('\r', '\n') : text;
		return this.#read(false);
	}

	end(): Generator<CsvRecord> {
		if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
		return this.#read(true);
	}

	*#read(hasEnded: boolean): Generator<CsvRecord> {
		let at = this.#line === 1 && this.#text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
		while (at < this.#text.length) {
			if (this.#isSkipping) at = this.#skipLine(at);
			else {
				const found = this.#readRecord(at, hasEnded);
				if (found === undefined) break;
				at = found.next;
				yield found.record;
			}
		}
		this.#text = this.#text.slice(at);
	}

	/** Reads the record at `at`, or rejects its first line. Returns undefined if more bytes are needed. */
	#readRecord(at: number, hasEnded: boolean): FoundRecord | undefined {
		const text = this.#text;
		const scanned = scanRecord(text, at, this.#cells);
		const line = this.#line;
		if ('cells' in scanned && (scanned.next - at <= maxRecordBytes || this.#removedLines !== undefined)) {
			const {cells, end, next} = scanned;
			this.#line += countLineEnds(text, at, next) + (this.#removedLines ?? 0);
			this.#removedLines = undefined;
			return {record: {line, text: text.slice(at, end), cells}, next};
		}
		const isLong = ('cells' in scanned ? scanned.next : text.length) - at > maxRecordBytes;
		const isUndecided = 'state' in scanned && (scanned.state === 'incomplete' || !text.includes('\n', at));
		if (isUndecided && !hasEnded && (!isLong || this.#shorten(at, scanned.from))) return undefined;
		return this.#rejectLine(at, isLong || this.#removedLines !== undefined ? 'size' : 'quotes');
	}

	#rejectLine(at: number, reason: 'size' | 'quotes'): FoundRecord {
		const line = this.#line;
		const next = this.#skipLine(at);
		const text = this.#text.slice(at, this.#isSkipping ? next : next - 1);
		this.#line += this.#removedLines ?? 0;
		this.#removedLines = undefined;
		return {record: {line, text, reason}, next};
	}

	/** Makes room for the rest of a record by removing the middle of its last cell, which begins at `from`. */
	#shorten(at: number, from: number): boolean {
		const shortened = shortenCell(this.#text, from);
		if (!shortened) return false;
		const {text, removed} = shortened;
		if (text.length - at > maxRecordBytes) return false;
		this.#text = text;
		this.#removedLines = (this.#removedLines ?? 0) + countLineEnds(removed, 0, removed.length);
		return true;
	}

	#skipLine(at: number): number {
		const lineEnd = this.#text.indexOf('\n', at);
		this.#isSkipping = lineEnd < 0;
		if (lineEnd < 0) return this.#text.length;
		this.#line++;
		return lineEnd + 1;
	}
}
