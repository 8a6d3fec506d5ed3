/** The reason why a record cannot be used: `quotes` and `size` are decided here, the others by its content. */
export type Fault = 'columns' | 'quotes' | 'size' | 'nul' | 'utf-8' | 'timestamp' | 'header';

/** A record of a CSV file, or a line that is not one. Text and cells are bytes as Latin-1: each character is one byte. */
export type CsvRecord = {
	/** Line of the file on which it begins, from 1. */
	readonly line: number;
	/** As it stands in the file, without its line end. */
	readonly text: string;
} & ({readonly cells: readonly string[]} | {readonly fault: Fault});

const byteOrderMark = '\xEF\xBB\xBF';
/** A record with more columns is not a log line. */
const maxCells = 512;
/** A longer record is not a log line: its quote was never closed. */
export const maxRecordBytes = 8 * 2 ** 20;

/** Position of the quote that closes a cell; -1 when it is not there. */
function findClosingQuote(text: string, from: number): number {
	let at = text.indexOf('"', from);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

const cellEnd = /,|\r?\n/g;

/** Position of the comma or line end behind an unquoted cell; -1 when it is not there. */
function findCellEnd(text: string, from: number): number {
	cellEnd.lastIndex = from;
	return cellEnd.exec(text)?.index ?? -1;
}

/** The cell that begins at `start`, and the position behind it. Undefined when its end is not there yet. */
function scanCell(text: string, start: number): {readonly cell: string; readonly end: number} | undefined {
	if (text[start] !== '"') {
		const end = findCellEnd(text, start);
		return end < 0 ? undefined : {cell: text.slice(start, end), end};
	}
	const quote = findClosingQuote(text, start + 1);
	// a quote at the very end may be the first of two
	if (quote < 0 || quote + 1 === text.length) return undefined;
	return {cell: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1};
}

type Scanned = {readonly cells: readonly string[]; readonly end: number; readonly next: number};

function endRecord(text: string, cells: readonly string[], end: number): Scanned | 'incomplete' | 'malformed' {
	if (text[end] === '\n') return {cells, end, next: end + 1};
	if (text.startsWith('\r\n', end)) return {cells, end, next: end + 2};
	// the LF of a CRLF may be about to arrive
	return end + 1 === text.length ? 'incomplete' : 'malformed';
}

/** Splits the record that begins at `start` into cells. */
function scanRecord(text: string, start: number): Scanned | 'incomplete' | 'malformed' {
	const cells: string[] = [];
	for (let at = start; cells.length < maxCells; ) {
		const scanned = scanCell(text, at);
		if (!scanned) return 'incomplete';
		cells.push(scanned.cell);
		if (text[scanned.end] !== ',') return endRecord(text, cells, scanned.end);
		at = scanned.end + 1;
	}
	return 'malformed';
}

function countLineEnds(text: string, from: number, to: number): number {
	let count = 0;
	for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
	return count;
}

/**
 * Splits CSV (RFC 4180; line ends LF, CRLF or both) into records as its bytes arrive. What cannot be a record costs one
 * line, and reading goes on with the next one: every byte comes out in a record or in a faulty line.
 *
 * DuckDB's `read_csv` and csv-parse cannot do this. Both take a quote that is never closed to the next quote or to the
 * end of the file, and the good lines in between are lost. `read_csv` also fails as a whole on mixed line ends and on a
 * carriage return in an unquoted cell, accepts NUL, and its store of rejects numbers records instead of lines.
 */
export class CsvRecordReader {
	#text = '';
	#line = 1;
	/** In the middle of a line that was given up. */
	#isSkipping = false;

	/** Adds bytes; returns the records that they complete. */
	push(chunk: Uint8Array): readonly CsvRecord[] {
		this.#text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
		return this.#read(false);
	}

	/** Returns what is left when the file has ended. */
	end(): readonly CsvRecord[] {
		if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
		return this.#read(true);
	}

	#read(hasEnded: boolean): readonly CsvRecord[] {
		const records: CsvRecord[] = [];
		let at = this.#line === 1 && this.#text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
		while (at < this.#text.length) {
			const next = this.#isSkipping ? this.#skipLine(at) : this.#readRecord(at, hasEnded, records);
			if (next === undefined) break;
			at = next;
		}
		this.#text = this.#text.slice(at);
		return records;
	}

	/** Adds the record that begins at `at`, or its first line as a fault. Returns where the next one begins; undefined when more bytes must come first. */
	#readRecord(at: number, hasEnded: boolean, records: CsvRecord[]): number | undefined {
		const text = this.#text;
		const scanned = scanRecord(text, at);
		const isLong = (typeof scanned === 'string' ? text.length : scanned.next) - at > maxRecordBytes;
		if (typeof scanned !== 'string' && !isLong) {
			records.push({line: this.#line, text: text.slice(at, scanned.end), cells: scanned.cells});
			this.#line += countLineEnds(text, at, scanned.next);
			return scanned.next;
		}
		const lineEnd = text.indexOf('\n', at);
		const isUndecided = scanned === 'incomplete' || lineEnd < 0;
		if (isUndecided && !isLong && !hasEnded) return undefined;
		const line = text.slice(at, lineEnd < 0 ? text.length : lineEnd);
		records.push({line: this.#line, text: line, fault: isLong ? 'size' : 'quotes'});
		return this.#skipLine(at);
	}

	/** Returns where the next line begins. */
	#skipLine(at: number): number {
		const lineEnd = this.#text.indexOf('\n', at);
		this.#isSkipping = lineEnd < 0;
		if (lineEnd < 0) return this.#text.length;
		this.#line++;
		return lineEnd + 1;
	}
}
