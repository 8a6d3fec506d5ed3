import {isUtf8} from 'node:buffer';

/** Thrown if the bytes after those already yielded are invalid in the file's encoding. */
export class EncodingError extends Error {
	override readonly name = 'EncodingError';
}

type Mark = {readonly bytes: readonly number[]; readonly encoding: string};
const marks: readonly Mark[] = [
	{bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32le'},
	{bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32be'},
	{bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8'},
	{bytes: [0xff, 0xfe], encoding: 'utf-16le'},
	{bytes: [0xfe, 0xff], encoding: 'utf-16be'},
];
const startsWith = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);

export function findEncoding(head: Uint8Array): {readonly encoding: string; readonly markLength: number} {
	const mark = marks.find(({bytes}) => startsWith(head, bytes));
	if (mark?.encoding.startsWith('utf-32')) throw new EncodingError('UTF-32 is not supported');
	if (mark) return {encoding: mark.encoding, markLength: mark.bytes.length};
	// A header is ASCII, so a zero byte next to its first letter means UTF-16.
	if (head.length > 1 && (head[0] === 0) !== (head[1] === 0)) {
		throw new EncodingError('this looks like UTF-16 without a byte order mark');
	}
	return {encoding: 'utf-8', markLength: 0};
}

/** Yields the same bytes in whole characters, after checking that they are UTF-8. Throws EncodingError. */
async function* checkUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
		const whole = bytes.subarray(0, lastBorder(bytes));
		yield* checkWhole(whole);
		rest = bytes.subarray(whole.length);
	}
	yield* checkWhole(rest);
}

function* checkWhole(bytes: Buffer): Generator<Buffer> {
	if (isUtf8(bytes)) return yield bytes;
	const index = findLoss(bytes, 'utf-8');
	yield bytes.subarray(0, index);
	const byte = bytes[index]?.toString(16).toUpperCase().padStart(2, '0');
	throw new EncodingError(`byte 0x${byte} is not valid UTF-8`);
}

/** Returns the length without a character that may continue in the next chunk. */
function lastBorder(bytes: Buffer): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) return bytes.length;
		if (byte >= 0xc0) return bytes.length - back;
	}
	return bytes.length;
}

/** Finds the first byte that changes when the bytes are decoded leniently and encoded again. */
function findLoss(bytes: Buffer, encoding: string): number {
	const text = new TextDecoder(encoding, {ignoreBOM: true}).decode(bytes);
	const again = encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(text, 'utf16le');
	if (encoding === 'utf-16be') again.swap16();
	const index = again.findIndex((byte, at) => byte !== bytes[at]);
	return index === -1 ? Math.min(again.length, bytes.length) : index;
}

async function* decodeUtf16(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
	const decoder = new TextDecoder(encoding, {fatal: true, ignoreBOM: true});
	const decode = function* (chunk: Buffer, stream: boolean) {
		try {
			yield Buffer.from(decoder.decode(chunk, {stream}));
		} catch {
			const good = chunk.subarray(0, findLoss(chunk, encoding));
			yield Buffer.from(new TextDecoder(encoding, {ignoreBOM: true}).decode(good));
			throw new EncodingError('a lone surrogate (half a character) is not valid UTF-16');
		}
	};
	for await (const chunk of chunks) yield* decode(chunk, true);
	yield* decode(Buffer.alloc(0), false);
}

/**
 * Converts a text file in UTF-8, or in UTF-16 with a byte order mark, to UTF-8 without a mark. Yields all valid text before
 * it throws EncodingError.
 */
export async function* toUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	const source = chunks[Symbol.asyncIterator]();
	let head: Buffer = Buffer.alloc(0);
	while (head.length < 4) {
		const next = await source.next();
		if (next.done) break;
		head = Buffer.concat([head, next.value]);
	}
	const {encoding, markLength} = findEncoding(head);
	const body = (async function* () {
		yield head.subarray(markLength);
		yield* {[Symbol.asyncIterator]: () => source};
	})();
	yield* encoding === 'utf-8' ? checkUtf8(body) : decodeUtf16(body, encoding);
}
