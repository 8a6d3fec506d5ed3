import {isUtf8} from 'node:buffer';

/** Bytes that are no text in the encoding the file claims to have. `at` counts bytes from the file's begin. */
export class EncodingFault extends Error {
	override readonly name = 'EncodingFault';
	readonly at: number;
	constructor(message: string, at: number) {
		super(message);
		this.at = at;
	}
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

/** The encoding that a byte order mark names; UTF-8 without one. */
export function findEncoding(head: Uint8Array): {readonly encoding: string; readonly markLength: number} {
	const mark = marks.find(({bytes}) => startsWith(head, bytes));
	if (mark?.encoding.startsWith('utf-32')) throw new EncodingFault('the file is UTF-32', 0);
	if (mark) return {encoding: mark.encoding, markLength: mark.bytes.length};
	// A header is ASCII: a zero byte beside its first letter is half of a UTF-16 character.
	if (head.length > 1 && (head[0] === 0) !== (head[1] === 0)) {
		throw new EncodingFault('the file looks like UTF-16, but has no byte order mark', 0);
	}
	return {encoding: 'utf-8', markLength: 0};
}

/** Yields the same bytes once they are known to be UTF-8, whole characters at a time. Throws EncodingFault. */
async function* checkedUtf8(chunks: AsyncIterable<Buffer>, from: number): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	let at = from;
	for await (const chunk of chunks) {
		const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
		const whole = bytes.subarray(0, lastBorder(bytes));
		if (!isUtf8(whole)) throw notUtf8(whole, at);
		yield whole;
		at += whole.length;
		rest = bytes.subarray(whole.length);
	}
	if (!isUtf8(rest)) throw notUtf8(rest, at);
	yield rest;
}

/** Length without a character that may go on in the next chunk. */
function lastBorder(bytes: Buffer): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) return bytes.length;
		if (byte >= 0xc0) return bytes.length - back;
	}
	return bytes.length;
}

/** Index of the first byte that changes when the bytes are read leniently and written again. */
function firstLoss(bytes: Buffer, encoding: string): number {
	const text = new TextDecoder(encoding, {ignoreBOM: true}).decode(bytes);
	const again = encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(text, 'utf16le');
	if (encoding === 'utf-16be') again.swap16();
	const index = again.findIndex((byte, at) => byte !== bytes[at]);
	return index === -1 ? Math.min(again.length, bytes.length) : index;
}

function notUtf8(bytes: Buffer, at: number): EncodingFault {
	const index = firstLoss(bytes, 'utf-8');
	const byte = bytes[index]?.toString(16).toUpperCase().padStart(2, '0');
	return new EncodingFault(`byte 0x${byte} is not UTF-8`, at + index);
}

async function* fromUtf16(chunks: AsyncIterable<Buffer>, encoding: string, from: number): AsyncGenerator<Buffer> {
	const decoder = new TextDecoder(encoding, {fatal: true, ignoreBOM: true});
	let at = from;
	const decode = (chunk: Buffer, stream: boolean) => {
		try {
			return Buffer.from(decoder.decode(chunk, {stream}));
		} catch {
			throw new EncodingFault('half a character (a lone surrogate) in UTF-16', at + firstLoss(chunk, encoding));
		}
	};
	for await (const chunk of chunks) {
		yield decode(chunk, true);
		at += chunk.length;
	}
	yield decode(Buffer.alloc(0), false);
}

/** The bytes of a text file as UTF-8 without a byte order mark: UTF-8, or UTF-16 with a mark. Throws EncodingFault. */
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
	yield* encoding === 'utf-8' ? checkedUtf8(body, markLength) : fromUtf16(body, encoding, markLength);
}
