import {findJsonFault} from '../json-text.ts';
import {longestRecord} from './csv-rows.ts';
import type {Problem} from './problem.ts';

export type JsonRow = {
	readonly line: number;
	/** Column where the object begins. */
	readonly column: number;
	readonly text: string;
	readonly value: Readonly<Record<string, unknown>>;
};
export type JsonBlock = {readonly rows: readonly JsonRow[]; readonly faults: readonly Problem[]};

/**
 * Reads the objects of a JSON array, or of a file with one object a line (NDJSON), in flat memory. What is no object is a
 * fault; the reading goes on behind it.
 * @param chunks UTF-8 without a byte order mark.
 */
export async function* readJson(chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonBlock> {
	const decoder = new TextDecoder();
	const reader = new JsonReader();
	for await (const chunk of chunks) yield reader.take(decoder.decode(chunk, {stream: true}));
	yield reader.take(decoder.decode(), true);
}

class JsonReader {
	#text = '';
	#line = 1;
	/** Column of the first character of `#text`. */
	#column = 1;
	/** Undefined until the first character told; then whether an array holds the objects. */
	#array: boolean | undefined;
	#closed = false;

	take(text: string, last = false): JsonBlock {
		this.#text += text;
		const rows: JsonRow[] = [];
		const faults: Problem[] = [];
		for (let piece = this.#next(last); piece !== undefined; piece = this.#next(last)) {
			const read = this.#closed ? fault(piece, 0, 'text after the end of the array') : readObject(piece);
			if ('message' in read) faults.push(read);
			else rows.push(read);
		}
		if (last && this.#array && !this.#closed) {
			faults.push({line: this.#line, column: this.#column, field: null, message: 'the array is never closed by ]'});
		}
		return {rows, faults};
	}

	/** Cuts off the next value, or undefined when more text is needed. */
	#next(last: boolean): Piece | undefined {
		this.#skip(/^[\s,]*/);
		if (this.#array === undefined && this.#text !== '') {
			this.#array = this.#text.startsWith('[');
			if (this.#array) this.#skip(/^\[\s*/);
		}
		if (this.#array && this.#text.startsWith(']')) {
			this.#closed = true;
			this.#skip(/^\]\s*/);
		}
		if (this.#text === '') return undefined;
		const end = this.#array && !this.#closed ? findEnd(this.#text) : this.#text.indexOf('\n');
		if (end === -1 && !last && this.#text.length <= longestRecord) return undefined;
		return this.#cut(end === -1 ? this.#text.length : end);
	}

	#skip(pattern: RegExp): void {
		this.#cut(pattern.exec(this.#text)?.[0].length ?? 0);
	}

	#cut(end: number): Piece {
		const piece = {text: this.#text.slice(0, end), line: this.#line, column: this.#column};
		const {line, column} = placeIn(piece, end);
		this.#line = line;
		this.#column = column;
		this.#text = this.#text.slice(end);
		return piece;
	}
}

type Piece = {readonly text: string; readonly line: number; readonly column: number};

/** How brackets change the depth; within an array, a comma or a closing bracket at depth 0 ends a value that is no object. */
const depths: Readonly<Record<string, number>> = {'{': 1, '[': 1, '}': -1, ']': -1, ',': 0};

/** Index behind the value at the begin of the text, or -1 while its end has not been read. */
function findEnd(text: string): number {
	let depth = 0;
	// The last alternative is a text that goes on in the next chunk.
	for (const {0: token, index} of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]|"/gs)) {
		if (token === '"') return -1;
		const change = depths[token] ?? 1;
		if (depth === 0 && change < 1) return Math.max(index, 1);
		if (token in depths) depth += change;
		if (depth === 0 && change === -1) return index + 1;
	}
	return -1;
}

function placeIn({text, line, column}: Piece, index: number): {readonly line: number; readonly column: number} {
	const last = text.lastIndexOf('\n', index - 1);
	if (index === 0 || last === -1) return {line, column: column + index};
	return {line: line + (text.slice(0, index).match(/\n/g)?.length ?? 0), column: index - last};
}

const fault = (piece: Piece, index: number, message: string): Problem => ({
	...placeIn(piece, index),
	field: null,
	message,
});

function readObject(piece: Piece): JsonRow | Problem {
	let value: unknown;
	try {
		value = JSON.parse(piece.text);
	} catch {
		return fault(piece, findJsonFault(piece.text), 'this is no JSON from here on');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return fault(piece, 0, 'expected an object such as {"licenseKey": "AAAA-BBBB"}');
	}
	return {...piece, value: value as Record<string, unknown>};
}

/** Where the value of a member stands; the object's begin when its name is not found as it is written. */
export function placeOfMember(row: JsonRow, name: string): {readonly line: number; readonly column: number} {
	const at = row.text.indexOf(JSON.stringify(name));
	const behind = /^"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*/s.exec(at === -1 ? '' : row.text.slice(at));
	return placeIn(row, behind ? at + behind[0].length : 0);
}
