import {isObject} from '../../contract/json-values.ts';
import {findJsonFault} from '../../text/json-text.ts';
import {type InputError, type Position, positionIn} from '../rows/input-error.ts';
import {longestRecord} from './csv-reader.ts';

/** An object of a JSON file: where it begins, its text, and its value. */
export type JsonObject = Position & {readonly text: string; readonly value: Readonly<Record<string, unknown>>};

type Piece = Position & {readonly text: string};

/**
 * Reads the objects of a JSON array, or of a file with one object a line (NDJSON), in flat memory, those
 * of a chunk of it together. What is not an object is
 * an error, and the reading goes on after it.
 * @param chunks UTF-8 without a byte order mark.
 */
export async function* readJson(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly (JsonObject | InputError)[]> {
	const decoder = new TextDecoder();
	const reader = new JsonReader();
	for await (const chunk of chunks) yield [...reader.take(decoder.decode(chunk, {stream: true}))];
	yield [...reader.take(decoder.decode(), true)];
}

class JsonReader {
	#text = '';
	#position: Position = {line: 1, column: 1};
	/** True if an array holds the objects; undefined before the first character. */
	#array: boolean | undefined;
	#closed = false;

	*take(text: string, last = false): Generator<JsonObject | InputError> {
		this.#text += text;
		for (let piece = this.#next(last); piece !== undefined; piece = this.#next(last)) {
			yield this.#closed ? errorIn(piece, 0, 'text after the end of the array') : parseObject(piece);
		}
		if (last && this.#array && !this.#closed) {
			yield {...this.#position, field: null, message: 'the array is never closed'};
		}
	}

	/** Cuts off the next value; undefined when that needs more text. */
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
		const piece = {text: this.#text.slice(0, end), ...this.#position};
		this.#position = positionIn(piece.text, end, piece);
		this.#text = this.#text.slice(end);
		return piece;
	}
}

/** The changes of the depth by brackets; in an array, a comma or closing bracket at depth 0 ends a value that is not an object. */
const depths: Readonly<Record<string, number>> = {'{': 1, '[': 1, '}': -1, ']': -1, ',': 0};

/** Index after the value at the beginning of the text; -1 when its end has not been read. */
function findEnd(text: string): number {
	let depth = 0;
	// The last alternative is a string that goes on in the next chunk.
	for (const {0: token, index} of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]|"/gs)) {
		if (token === '"') return -1;
		const change = depths[token] ?? 1;
		if (depth === 0 && change < 1) return Math.max(index, 1);
		if (token in depths) depth += change;
		if (depth === 0 && change === -1) return index + 1;
	}
	return -1;
}

const errorIn = (piece: Piece, index: number, message: string): InputError => ({
	...positionIn(piece.text, index, piece),
	field: null,
	message,
});

function parseObject(piece: Piece): JsonObject | InputError {
	let value: unknown;
	try {
		value = JSON.parse(piece.text);
	} catch {
		return errorIn(piece, findJsonFault(piece.text), 'invalid JSON from here on');
	}
	if (!isObject(value)) {
		return errorIn(piece, 0, 'expected an object such as {"licenseKey": "AAAA-BBBB"}');
	}
	return {...piece, value};
}
