/** Why a row cannot be used. */
export type RowFault = 'columns' | 'quotes' | 'size' | 'nul' | 'utf-8' | 'timestamp' | 'header';

/** A row where it lies: its bytes, and the places of its fields. Good only until the sink returns. */
export type RowView = {
	data: Buffer;
	start: number;
	/** Behind the last byte of the row, before its line end. */
	end: number;
	/** Pairs of places, beginning and end, without the quotes of a quoted field; the first `2 * count` count. */
	fields: Int32Array;
	count: number;
	/** Line of the file on which it begins, from 1. */
	line: number;
	/** False when a field without quotes holds a quote or a carriage return, which not everyone reads alike. */
	plain: boolean;
};

export type RowSink = {
	readonly row: (row: Readonly<RowView>) => void;
	readonly fault: (fault: RowFault, line: number, bytes: Buffer) => void;
};

export type RowScanner = {
	readonly push: (chunk: Buffer) => void;
	/** What is left is the last row. */
	readonly end: () => void;
};

const [comma, quote, lf, cr] = [0x2c, 0x22, 0x0a, 0x0d];
const mark = Buffer.from('\uFEFF');
/** More columns than this are no table of lines. */
const maxFields = 512;
/** A longer row is no line of a log, but a quote that was never closed. */
export const maxRowBytes = 8 * 2 ** 20;

const countLines = (data: Buffer, from: number, to: number) => {
	let count = 0;
	for (let at = data.indexOf(lf, from); at >= 0 && at < to; at = data.indexOf(lf, at + 1)) count++;
	return count;
};

/** Place of the quote that closes a field; -1 when it is not there. */
const findClosing = (data: Buffer, from: number) => {
	let at = data.indexOf(quote, from);
	while (at >= 0 && data[at + 1] === quote) at = data.indexOf(quote, at + 2);
	return at;
};

/** Results of a scan that are no place. */
const more = -1;
const malformed = -2;

/** Where the plain field that begins at `from` ends: at a comma, a line end, or the end of the data. */
const findPlainEnd = (row: RowView, from: number): number => {
	const {data} = row;
	let at = from;
	for (; at < data.length; at++) {
		const byte = data[at];
		if (byte === comma || byte === lf || (byte === cr && data[at + 1] === lf)) break;
		if (byte === quote || byte === cr) row.plain = false;
	}
	return at;
};

/** Where the row behind the line end at `at` begins; what is there when it is none. */
const findNext = (data: Buffer, at: number, ended: boolean): number => {
	if (at >= data.length) return ended ? at : more;
	if (data[at] === lf) return at + 1;
	if (data[at] !== cr) return malformed;
	if (at + 1 === data.length) return ended ? at + 1 : more;
	return data[at + 1] === lf ? at + 2 : malformed;
};

/** Where the field in quotes that begins at `from` ends: at its closing quote. */
const findQuotedEnd = ({data}: RowView, from: number, ended: boolean): number => {
	const at = findClosing(data, from);
	if (at < 0) return ended ? malformed : more;
	// a quote at the very end may be the first of two
	return at + 1 === data.length && !ended ? more : at;
};

/** Finds the fields of the row at `row.start`; returns where the next row begins, or why there is none. */
const scanRow = (row: RowView, ended: boolean): number => {
	const {data, fields} = row;
	row.plain = true;
	row.count = 0;
	for (let at = row.start; row.count < maxFields; at++) {
		const quoted = data[at] === quote;
		const from = quoted ? at + 1 : at;
		at = quoted ? findQuotedEnd(row, from, ended) : findPlainEnd(row, from);
		if (at < 0) return at;
		fields[2 * row.count] = from;
		fields[2 * row.count + 1] = at;
		row.count++;
		if (quoted) at++;
		row.end = at;
		if (data[at] !== comma) return findNext(data, at, ended);
	}
	return malformed;
};

/**
 * Cuts CSV into rows (RFC 4180; line ends LF, CRLF or both) without making a string of anything. What cannot be a row is a
 * fault of its first line, and the scan goes on with the next line: a quote that is never closed costs one line, not
 * the rest of the file.
 */
export const createRowScanner = (sink: RowSink): RowScanner => {
	const row: RowView = {
		data: Buffer.alloc(0),
		start: 0,
		end: 0,
		fields: new Int32Array(2 * maxFields),
		count: 0,
		line: 1,
		plain: true,
	};
	/** Past the byte order mark that may stand at the very beginning. */
	let begun = false;
	/** In the middle of a line that was given up. */
	let skipping = false;

	/** Passes over the first line from `row.start`; false when its end is not there yet. */
	const skipLine = (): boolean => {
		const end = row.data.indexOf(lf, row.start);
		row.start = end < 0 ? row.data.length : end + 1;
		if (end >= 0) row.line++;
		skipping = end < 0;
		return !skipping;
	};
	/** Hands over the first line as a fault, once it is all there. */
	const giveUpLine = (fault: RowFault, ended: boolean): boolean => {
		const end = row.data.indexOf(lf, row.start);
		const isShort = row.data.length - row.start <= maxRowBytes;
		if (end < 0 && !ended && isShort) return false;
		sink.fault(fault, row.line, row.data.subarray(row.start, end < 0 ? row.data.length : end));
		return skipLine();
	};
	const step = (ended: boolean): boolean => {
		const next = scanRow(row, ended);
		if (next === more) return row.data.length - row.start > maxRowBytes && giveUpLine('size', ended);
		if (next === malformed) return giveUpLine('quotes', ended);
		sink.row(row);
		row.line += countLines(row.data, row.start, next);
		row.start = next;
		return true;
	};
	const scan = (ended: boolean) => {
		while (row.start < row.data.length && (skipping ? skipLine() : step(ended)));
	};
	return {
		push: chunk => {
			row.data = row.start < row.data.length ? Buffer.concat([row.data.subarray(row.start), chunk]) : chunk;
			row.start = 0;
			if (!begun && row.data.length < mark.length) return;
			if (!begun && row.data.indexOf(mark) === 0) row.start = mark.length;
			begun = true;
			scan(false);
		},
		end: () => scan(true),
	};
};
