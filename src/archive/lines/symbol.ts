/**
 * Finds in a line of a stack trace the name of what was called, whatever the runtime and its language: .NET ("at", "bei",
 * "場所"), Java, JavaScript, Python, Go, Rust, C++, Objective-C, Delphi. All that varies between two crashes of one fault
 * stands around that name: addresses, files, line numbers, arguments, words of a locale. Works on bytes: making strings of
 * gigabytes of stack traces costs more than reading them.
 */

/** Where the name begins and ends; both are 0 when the line has none. */
export type Span = {start: number; end: number};

const [space, tab, cr] = [0x20, 0x09, 0x0d];
const [colon, dot, bang, slash, backslash] = [0x3a, 0x2e, 0x21, 0x2f, 0x5c];
const [less, greater, plus, minus, zero, doubleQuote] = [0x3c, 0x3e, 0x2b, 0x2d, 0x30, 0x22];
const [bracket, closingBracket] = [0x5b, 0x5d];
const isBlank = (byte: number | undefined) => byte === space || byte === tab || byte === cr;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;
const isWord = (byte: number | undefined) =>
	byte !== undefined && (((byte | 32) >= 97 && (byte | 32) <= 122) || isDigit(byte) || byte === 95 || byte >= 128);

/** Where the token that ends at `end` begins; blanks inside `<…>` belong to it. */
const findStart = (data: Buffer, from: number, end: number): number => {
	let depth = 0;
	let at = end;
	for (; at > from; at--) {
		const byte = data[at - 1] as number;
		if (byte === greater) depth++;
		else if (byte === less) depth--;
		else if (depth <= 0 && isBlank(byte)) break;
	}
	return at;
};

const findEnd = (data: Buffer, from: number, to: number): number => {
	let at = from;
	while (at < to && !isBlank(data[at])) at++;
	return at;
};

/** A dot, colon or exclamation mark between two parts of a name; a path, an address and a number with a point have none. */
const isQualified = (data: Buffer, start: number, end: number): boolean => {
	let joined = false;
	for (let at = start; at < end; at++) {
		const byte = data[at];
		if (byte === slash || byte === backslash) return false;
		const joins = byte === dot || byte === colon || byte === bang;
		if (joins && isWord(data[at - 1]) && !isDigit(data[at - 1]) && at + 1 < end && !isDigit(data[at + 1]))
			joined = true;
	}
	return joined;
};

/** The first qualified name of the line, without a colon that ends it. */
const findQualified = (data: Buffer, from: number, to: number, span: Span): boolean => {
	for (let at = from; at < to; ) {
		while (at < to && isBlank(data[at])) at++;
		const end = findEnd(data, at, to);
		const last = data[end - 1] === colon ? end - 1 : end;
		if (isQualified(data, at, last)) {
			span.start = at;
			span.end = last;
			return true;
		}
		at = end;
	}
	return false;
};

const hasLabel = (data: Buffer, from: number, to: number) => {
	for (let at = from; at + 1 < to; at++) if (data[at] === colon && isBlank(data[at + 1])) return true;
	return false;
};

/** `/usr/lib/lib.so(name+0x1a)`: the name stands inside. */
export const findInside = (data: Buffer, open: number, to: number, span: Span): boolean => {
	let at = open + 1;
	while (at < to && isWord(data[at])) at++;
	if (at === open + 1 || data[at] !== plus || data[at + 1] !== zero) return false;
	span.start = open + 1;
	span.end = at;
	return true;
};

/** Of a path the last part, without the line number behind it. */
const trimPath = (data: Buffer, span: Span): void => {
	let at = span.end - 1;
	while (at >= span.start && data[at] !== slash && data[at] !== backslash) at--;
	if (at < span.start) return;
	span.start = at + 1;
	for (at = span.start; at + 1 < span.end; at++) if (data[at] === colon && isDigit(data[at + 1])) span.end = at;
};

/** Cuts a path before the name, a quote around it, an offset behind it. */
const trim = (data: Buffer, span: Span): void => {
	trimPath(data, span);
	while (span.start < span.end && data[span.start] === doubleQuote) span.start++;
	for (let at = span.start + 1; at + 1 < span.end; at++) if (data[at] === plus && data[at + 1] === zero) span.end = at;
};

const pythonFrame = Buffer.from('File "');

/** Objective-C: `-[Document open:]`, `+[Document shared]`. */
const findMessageSend = (data: Buffer, from: number, to: number, span: Span): boolean => {
	for (let at = from; at + 1 < to; at++) {
		if (data[at + 1] !== bracket || (data[at] !== plus && data[at] !== minus)) continue;
		const end = data.indexOf(closingBracket, at);
		span.start = at;
		span.end = end < 0 || end > to ? to : end + 1;
		return true;
	}
	return false;
};

const findWithoutArguments = (data: Buffer, from: number, to: number, span: Span): void => {
	if (data.compare(pythonFrame, 0, pythonFrame.length, from, Math.min(from + pythonFrame.length, to)) === 0) {
		span.start = findStart(data, from, to);
		span.end = to;
		return;
	}
	if (findMessageSend(data, from, to, span)) return;
	if (findQualified(data, from, to, span)) return;
	// a frame without a name: its file
	const start = findStart(data, from, to);
	if (data.subarray(start, to).includes(slash)) {
		span.start = start;
		span.end = to;
	}
};

/** Finds the name in a line without its line end; `open` is its first parenthesis, -1 when it has none. */
export const findSymbol = (data: Buffer, line: Readonly<Span>, open: number, span: Span): void => {
	span.start = span.end = 0;
	let from = line.start;
	let to = line.end;
	while (from < to && isBlank(data[from])) from++;
	while (to > from && isBlank(data[to - 1])) to--;
	if (open < 0) findWithoutArguments(data, from, to, span);
	else if (!findInside(data, open, to, span)) {
		let end = open;
		while (end > from && isBlank(data[end - 1])) end--;
		const start = findStart(data, from, end);
		// "Caused by: java.io.IOException: no such file (x)": what stands before the parenthesis is a word of the message
		if (!hasLabel(data, from, start) || !findQualified(data, from, end, span)) {
			span.start = start;
			span.end = end;
		}
	}
	trim(data, span);
};
