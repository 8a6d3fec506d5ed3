import {isUtf8} from 'node:buffer';

/** Thrown if the bytes after those already yielded are invalid in the file's encoding. */
export class EncodingError extends Error {
	override readonly name = 'EncodingError';
}

export const encodingNames = ['utf-8', 'utf-16', 'windows-1252', 'latin1'] as const;
export type EncodingName = (typeof encodingNames)[number];

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'latin1';
type FoundEncoding = {readonly encoding: Encoding; readonly markLength: number};

type Mark = {readonly bytes: readonly number[]; readonly encoding: Encoding | 'utf-32le' | 'utf-32be'};
const marks: readonly Mark[] = [
	{bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32le'},
	{bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32be'},
	{bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8'},
	{bytes: [0xff, 0xfe], encoding: 'utf-16le'},
	{bytes: [0xfe, 0xff], encoding: 'utf-16be'},
];
const startsWith = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);

/** Returns true for UTF-16 without a byte order mark: a header is ASCII, so its first character has one zero byte. */
export const looksLikeUtf16 = (head: Uint8Array): boolean => head.length > 1 && (head[0] === 0) !== (head[1] === 0);

/**
 * Finds the encoding by the byte order mark, or else as the user names it. Without either it is UTF-8, or UTF-16 if
 * it looks like that; one-byte encodings are never guessed. Throws EncodingError.
 */
export function findEncoding(head: Uint8Array, wanted?: EncodingName): FoundEncoding {
	const mark = marks.find(({bytes}) => startsWith(head, bytes));
	if (mark?.encoding === 'utf-32le' || mark?.encoding === 'utf-32be')
		throw new EncodingError('UTF-32 is not supported');
	if (mark) {
		const [name = ''] = /^utf-\d+/.exec(mark.encoding) ?? [];
		if (wanted === undefined || wanted === name) {
			return {encoding: mark.encoding, markLength: mark.bytes.length};
		}
		throw new EncodingError(`the byte order mark says ${name.toUpperCase()}, but --encoding says ${wanted}`);
	}
	const name = wanted ?? (looksLikeUtf16(head) ? 'utf-16' : 'utf-8');
	const encoding = name === 'utf-16' ? (head[0] === 0 ? 'utf-16be' : 'utf-16le') : name;
	return {encoding, markLength: 0};
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

const printByte = (byte = 0) => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;

function* checkWhole(bytes: Buffer): Generator<Buffer> {
	if (isUtf8(bytes)) return yield bytes;
	const index = findLoss(bytes, 'utf-8');
	yield bytes.subarray(0, index);
	throw new EncodingError(`byte ${printByte(bytes[index])} is not valid UTF-8`);
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
 * The characters of Windows-1252 from 0x80 to 0x9F, with a NUL where it has none. A table, because the TextDecoder of several
 * versions of Node decodes Windows-1252 as Latin-1.
 */
const windowsCharacters = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** Rejects control characters in Latin-1 from 0x80 to 0x9F: no text file has them, so the file is probably Windows-1252. */
const isValidByte = (byte: number, encoding: 'windows-1252' | 'latin1') =>
	byte < 0x80 || byte > 0x9f || (encoding === 'windows-1252' && windowsCharacters[byte - 0x80] !== '\0');

async function* decodeBytes(
	chunks: AsyncIterable<Buffer>,
	encoding: 'windows-1252' | 'latin1',
): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		const index = chunk.findIndex(byte => !isValidByte(byte, encoding));
		const text = chunk.toString('latin1', 0, index === -1 ? chunk.length : index);
		yield Buffer.from(text.replace(/[\u0080-\u009f]/g, found => windowsCharacters[found.charCodeAt(0) - 0x80] ?? ''));
		if (index !== -1) throw new EncodingError(`byte ${printByte(chunk[index])} is not valid ${encoding}`);
	}
}

/** Reads at least `length` bytes, unless the file is shorter, and returns them with all bytes of the file. */
export async function readHead(chunks: AsyncIterable<Buffer>, length: number) {
	const source = chunks[Symbol.asyncIterator]();
	let head: Buffer = Buffer.alloc(0);
	while (head.length < length) {
		const next = await source.next();
		if (next.done) break;
		head = Buffer.concat([head, next.value]);
	}
	return {head, rest: {[Symbol.asyncIterator]: () => source}};
}

/** Converts a text file to UTF-8 without a mark. Yields all valid text before it throws EncodingError. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, wanted?: EncodingName): AsyncGenerator<Buffer> {
	const {head, rest} = await readHead(chunks, 4);
	const {encoding, markLength} = findEncoding(head, wanted);
	const body = (async function* () {
		yield head.subarray(markLength);
		yield* rest;
	})();
	if (encoding === 'utf-8') yield* checkUtf8(body);
	else if (encoding === 'windows-1252' || encoding === 'latin1') yield* decodeBytes(body, encoding);
	else yield* decodeUtf16(body, encoding);
}
