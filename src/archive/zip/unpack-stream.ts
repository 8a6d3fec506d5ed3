import {crc32, createInflateRaw} from 'node:zlib';
import {type ByteCursor, createByteCursor} from './byte-cursor.ts';
import {descriptorSize, findDescriptor, type Unpacked} from './descriptor.ts';
import {type Entry, flag} from './entry.ts';
import {chunkSize} from './inflate.ts';
import type {Limits} from './limits.ts';
import {getHeaderLength, type LocalHeader, localHeaderSize, parseLocalHeader} from './local-header.ts';

/** An entry unpacked while it arrived. */
export type StreamedEntry = Unpacked & {readonly dataStart: number};

/** Data that cannot be unpacked while they arrive: the archive is looked at once it is whole. */
class NotStreamable extends Error {}

const isDescribed = ({flags}: LocalHeader) => (flags & flag.descriptor) !== 0;
/** Stored data of unknown length, and what is encrypted or packed otherwise, can only be found by the directory. */
const isStreamable = ({method, flags}: LocalHeader) =>
	(flags & ~(flag.descriptor | 0x806)) === 0 && (method === 8 || (method === 0 && (flags & flag.descriptor) === 0));

/** Feeds packed bytes to the inflater until it has enough; what it did not need goes back. */
const feed = async (cursor: ByteCursor, inflater: ReturnType<typeof createInflateRaw>, length: number) => {
	// a write past the end of the data may never be answered
	const closed = new Promise<void>(resolve => {
		inflater.once('end', resolve).once('close', resolve);
	});
	let fed = 0;
	while (fed < length) {
		const chunk = await cursor.take(length - fed);
		if (!chunk) break;
		fed += chunk.length;
		await Promise.race([closed, new Promise<void>(resolve => inflater.write(chunk, () => resolve()))]);
		const unused = fed - inflater.bytesWritten;
		if (unused > 0) return cursor.putBack(chunk.subarray(chunk.length - unused));
	}
	inflater.end();
};

async function* inflate(cursor: ByteCursor, length: number, seen: {compressedSize: number}): AsyncGenerator<Buffer> {
	const inflater = createInflateRaw({chunkSize});
	const feeding = feed(cursor, inflater, length).catch(error => inflater.destroy(error));
	try {
		yield* inflater as AsyncIterable<Buffer>;
	} finally {
		await feeding;
	}
	seen.compressedSize = inflater.bytesWritten;
}

async function* copy(cursor: ByteCursor, length: number, seen: {compressedSize: number}): AsyncGenerator<Buffer> {
	while (seen.compressedSize < length) {
		const chunk = await cursor.take(length - seen.compressedSize);
		if (!chunk) return;
		seen.compressedSize += chunk.length;
		yield chunk;
	}
}

type Save = (content: AsyncIterable<Uint8Array>) => Promise<unknown>;

const unpackNext = async (cursor: ByteCursor, save: Save, room: number): Promise<StreamedEntry | undefined> => {
	const length = getHeaderLength(await cursor.peek(localHeaderSize));
	if (length === undefined) return undefined;
	const header = parseLocalHeader(await cursor.peek(length));
	if (!isStreamable(header)) throw new NotStreamable();
	cursor.skip(length);
	const dataStart = cursor.position();
	const seen = {crc: 0, compressedSize: 0, size: 0};
	const packed = isDescribed(header) ? Number.POSITIVE_INFINITY : header.compressedSize;
	const chunks = header.method === 8 ? inflate(cursor, packed, seen) : copy(cursor, packed, seen);
	const watch = async function* () {
		for await (const chunk of chunks) {
			seen.crc = crc32(chunk, seen.crc);
			seen.size += chunk.length;
			if (seen.size > room) throw new NotStreamable();
			yield chunk;
		}
	};
	await save(watch());
	if (isDescribed(header)) {
		const descriptor = findDescriptor(await cursor.peek(descriptorSize), seen);
		if (descriptor === undefined) throw new NotStreamable();
		cursor.skip(descriptor);
	}
	return {...seen, dataStart};
};

/**
 * Unpacks an archive while its bytes arrive, hands each entry's content to `save` in the order of the bytes, and reads the
 * stream to its end. It judges nothing, and no name: what came out counts only once `isSame` holds against the directory of
 * the whole archive. Undefined when the layout does not allow it. Throws what the stream and `save` throw.
 */
export const unpackStream = async (
	source: AsyncIterable<Uint8Array>,
	{
		limits,
		save,
	}: {readonly limits: Limits; readonly save: (content: AsyncIterable<Uint8Array>, index: number) => Promise<unknown>},
): Promise<readonly StreamedEntry[] | undefined> => {
	const cursor = createByteCursor(source);
	const entries: StreamedEntry[] = [];
	let room = limits.bytes;
	try {
		while (entries.length < limits.entries) {
			const entry = await unpackNext(cursor, content => save(content, entries.length), room);
			if (!entry) break;
			entries.push(entry);
			room -= entry.size;
		}
		await cursor.drain();
		return entries;
	} catch (error) {
		const fromArchive = error instanceof NotStreamable || String((error as {code?: unknown}).code).startsWith('Z_');
		if (!fromArchive) throw error;
		await cursor.drain();
		return undefined;
	}
};

/** Whether what was unpacked on the way is just what the directory lists. */
export const isSame = (streamed: readonly StreamedEntry[], entries: readonly Entry[]): boolean => {
	const listed = entries.toSorted((a, b) => a.dataStart - b.dataStart);
	return (
		streamed.length === listed.length &&
		streamed.every((each, index) => {
			const entry = listed[index];
			return (
				entry !== undefined &&
				(['dataStart', 'compressedSize', 'size', 'crc'] as const).every(field => each[field] === entry[field])
			);
		})
	);
};
