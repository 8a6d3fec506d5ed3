import type {FileHandle} from 'node:fs/promises';
import {pipeline, type Readable} from 'node:stream';
import {crc32, createInflateRaw} from 'node:zlib';
import type {Entry} from './zip-entry.ts';
import {createRejection, toRejection} from './zip-rejection.ts';

/** Bytes of a chunk. Each chunk is sent to a thread and back, which makes the default of zlib (16 KB) slow. */
export const chunkSize = 128 * 1024;

const openRaw = (file: FileHandle, {dataStart, compressedSize}: Entry): Readable =>
	file.createReadStream({
		start: dataStart,
		end: dataStart + compressedSize - 1,
		highWaterMark: chunkSize,
		autoClose: false,
	});

/** Yields the unpacked bytes of an entry. Throws when the data are not DEFLATE or end early. */
async function* decode(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
	if (entry.stored) {
		if (entry.compressedSize > 0) yield* openRaw(file, entry);
		return;
	}
	const inflater = createInflateRaw({chunkSize});
	if (entry.compressedSize > 0) pipeline(openRaw(file, entry), inflater, () => undefined);
	else inflater.end();
	yield* inflater as AsyncIterable<Buffer>;
	if (inflater.bytesWritten !== entry.compressedSize)
		throw createRejection('damaged', 'packed data end before they should');
}

/** Passes the bytes on, and throws unless their number and CRC-32 are those of the directory. */
async function* check(chunks: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
	let crc = 0;
	let size = 0;
	for await (const chunk of chunks) {
		crc = crc32(chunk, crc);
		size += chunk.length;
		if (size > entry.size) throw createRejection('damaged', 'an entry unpacks to more than the directory says');
		yield chunk;
	}
	if (size !== entry.size) throw createRejection('damaged', 'an entry unpacks to less than the directory says');
	if (crc !== entry.crc) throw createRejection('damaged', 'the check sum (CRC-32) of an entry is wrong');
}

/**
 * Unpacks one entry. Never yields more bytes than the directory declares, and finally throws a rejection when size or CRC-32
 * are not the declared ones; what was yielded before must then be discarded.
 */
export async function* readEntry(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
	try {
		yield* check(decode(file, entry), entry);
	} catch (error) {
		throw toRejection(error);
	}
}
