import {isObject} from '../../contract/json-values.ts';
import {findJsonFault} from '../../text/json-text.ts';
import {type InputError, type Position, positionIn, quoteValue} from '../rows/input-error.ts';
import {maxRecordBytes} from './csv-reader.ts';

export type JsonObject = Position & {readonly text: string; readonly value: Readonly<Record<string, unknown>>};

type Piece = Position & {readonly text: string};

/**
 * Reads the objects of a JSON array, or of a file with one object per line (NDJSON), in constant memory, one block per
 * chunk. Anything else is an error, after which reading continues.
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
	#isArray: boolean | undefined;
	#closed = false;

	*take(text: string, last = false): Generator<JsonObject | InputError> {
		this.#text += text;
		for (let piece = this.#next(last); piece !== undefined; piece = this.#next(last)) {
			yield this.#closed ? errorIn(piece, 0, 'text after the end of the array') : parseObject(piece);
		}
		if (last && this.#isArray && !this.#closed) {
			yield {...this.#position, field: null, message: 'the array is never closed'};
		}
	}

	/** Removes the next value from the text; undefined if that needs more text. */
	#next(last: boolean): Piece | undefined {
		this.#skip(/^[\s,]*/);
		if (this.#isArray === undefined && this.#text !== '') {
			this.#isArray = this.#text.startsWith('[');
			if (this.#isArray) this.#skip(/^\[\s*/);
		}
		if (this.#isArray && this.#text.startsWith(']')) {
			this.#closed = true;
			this.#skip(/^\]\s*/);
		}
		if (this.#text === '') return undefined;
		const end = this.#isArray && !this.#closed ? findEnd(this.#text) : this.#text.indexOf('\n');
		if (end === -1 && !last && this.#text.length <= maxRecordBytes) return undefined;
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

/** The change of the nesting depth by a token. At depth 0, a comma or closing bracket ends a value that is not an object. */
const depths: Readonly<Record<string, number>> = {'{': 1, '[': 1, '}': -1, ']': -1, ',': 0};

/** Returns the index after the first value in the text, or -1 if the text has not been read to its end. */
function findEnd(text: string): number {
	let depth = 0;
	// The last alternative matches a string that continues in the next chunk.
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

/** Finds a name that an object of valid JSON has twice; JSON.parse keeps the last one only. */
function findRepeatedMember(text: string): {readonly name: string; readonly index: number} | undefined {
	const objects: Set<string>[] = [];
	for (const {0: token, index, groups} of text.matchAll(/(?<name>"(?:[^"\\]|\\.)*")(?<colon>\s*:)?|[{}]/gs)) {
		if (token === '{') objects.push(new Set());
		else if (token === '}') objects.pop();
		else if (groups?.colon) {
			const name: string = JSON.parse(groups.name ?? '');
			const names = objects.at(-1);
			if (names?.has(name)) return {name, index};
			names?.add(name);
		}
	}
	return undefined;
}

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
	const repeated = findRepeatedMember(piece.text);
	if (repeated)
		return errorIn(piece, repeated.index, `the member ${quoteValue(repeated.name)} is in this object twice`);
	return {...piece, value};
}
