/** `quotes` and `size` are decided here, the others by the content. */
export type RejectReason = 'columns' | 'quotes' | 'size' | 'nul' | 'utf-8' | 'timestamp' | 'header';

/**
 * A record of a CSV file, or a line that is not one. Text and cells hold bytes as Latin-1: each character is one byte.
 */
export type CsvRecord = {
	/** The first line of the record in the file, from 1. */
	readonly line: number;
	/** Without the line end. */
	readonly text: string;
} & ({readonly cells: readonly string[]} | {readonly reason: RejectReason});

const byteOrderMark = '\xEF\xBB\xBF';
const maxCells = 512;
/** In a longer record, a quote was never closed. */
export const maxRecordBytes = 8 * 2 ** 20;

function findClosingQuote(text: string, from: number): number {
	let at = text.indexOf('"', from);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

const cellEnd = /,|\r?\n/g;

function findCellEnd(text: string, from: number): number {
	cellEnd.lastIndex = from;
	return cellEnd.exec(text)?.index ?? -1;
}

/** Returns undefined if the end of the cell has not arrived. */
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
 * Splits CSV (RFC 4180; line ends LF, CRLF or both) into records as its bytes arrive. Skips one line if it cannot be
 * part of a record: every byte ends up in a record or in a rejected line. DuckDB's `read_csv` and csv-parse cannot do
 * this. Both take an unclosed quote to the next quote or the end of the file, and lose the good lines in between.
 * `read_csv` also fails as a whole on mixed line ends and on a carriage return in an unquoted cell, accepts NUL, and
 * its store of rejects numbers records instead of lines.
 */
export class CsvRecordReader {
	#text = '';
	#line = 1;
	/** True in the middle of a rejected line. */
	#isSkipping = false;

	push(chunk: Uint8Array): readonly CsvRecord[] {
		this.#text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
		return this.#read(false);
	}

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

	/**
	 * Adds the record at `at`, or rejects its first line. Returns the offset of the next record; undefined if more bytes
	 * are needed.
	 */
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
		records.push({line: this.#line, text: line, reason: isLong ? 'size' : 'quotes'});
		return this.#skipLine(at);
	}

	#skipLine(at: number): number {
		const lineEnd = this.#text.indexOf('\n', at);
		this.#isSkipping = lineEnd < 0;
		if (lineEnd < 0) return this.#text.length;
		this.#line++;
		return lineEnd + 1;
	}
}
