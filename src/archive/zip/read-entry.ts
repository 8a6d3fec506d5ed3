import type {FileHandle} from 'node:fs/promises';
import {pipeline, type Readable} from 'node:stream';
import {crc32, createInflateRaw} from 'node:zlib';
import {createRejection, toRejection} from '../zip-rejection.ts';
import type {ZipEntry} from './zip-entry.ts';

/** The default of zlib (16 KB) is slow: each chunk makes a round trip to a thread. */
export const chunkSize = 128 * 1024;

const streamPackedBytes = (file: FileHandle, {dataStart, compressedSize}: ZipEntry): Readable =>
	file.createReadStream({
		start: dataStart,
		end: dataStart + compressedSize - 1,
		highWaterMark: chunkSize,
		autoClose: false,
	});

/** Throws if the data is not DEFLATE or ends early. */
async function* inflateEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
	if (entry.stored) {
		if (entry.compressedSize > 0) yield* streamPackedBytes(file, entry);
		return;
	}
	const inflater = createInflateRaw({chunkSize});
	if (entry.compressedSize > 0) pipeline(streamPackedBytes(file, entry), inflater, () => undefined);
	else inflater.end();
	yield* inflater as AsyncIterable<Buffer>;
	if (inflater.bytesWritten !== entry.compressedSize)
		throw createRejection('damaged', 'the packed data of an entry ends too early');
}

/** Yields the chunks. Throws unless size and CRC-32 are those of the directory. */
async function* verifySizeAndChecksum(chunks: AsyncIterable<Buffer>, entry: ZipEntry): AsyncGenerator<Buffer> {
	let crc = 0;
	let size = 0;
	for await (const chunk of chunks) {
		crc = crc32(chunk, crc);
		size += chunk.length;
		if (size > entry.size) throw createRejection('damaged', 'an entry unpacks to more bytes than the directory says');
		yield chunk;
	}
	if (size !== entry.size) throw createRejection('damaged', 'an entry unpacks to fewer bytes than the directory says');
	if (crc !== entry.crc) throw createRejection('damaged', 'the checksum (CRC-32) of an entry is wrong');
}

/**
 * Unpacks one entry. Never yields more bytes than the directory declares. Throws a rejection at the end if size or
 * CRC-32 differ; the bytes yielded before must then be discarded.
 */
export async function* readEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
	try {
		yield* verifySizeAndChecksum(inflateEntry(file, entry), entry);
	} catch (error) {
		throw toRejection(error);
	}
}
