import type {FileHandle} from 'node:fs/promises';
import {pipeline, type Readable} from 'node:stream';
import {crc32, createInflateRaw} from 'node:zlib';
import type {Entry} from './entry.ts';
import {asRefusal, refusal} from './refusal.ts';

/** Each chunk is a trip to a thread: 16 KB, the default of zlib and of yauzl's stream, is three times slower; 256 KB is no faster and takes 30 MB more. */
export const chunkSize = 128 * 1024;

const openRaw = (file: FileHandle, {dataStart, compressedSize}: Entry): Readable =>
	file.createReadStream({
		start: dataStart,
		end: dataStart + compressedSize - 1,
		highWaterMark: chunkSize,
		autoClose: false,
	});

/** The entry's bytes as they come out of the archive; when the data are not DEFLATE, or more or less than the directory says, it throws. */
async function* decode(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
	if (entry.stored) {
		if (entry.compressedSize > 0) yield* openRaw(file, entry);
		return;
	}
	const inflater = createInflateRaw({chunkSize});
	if (entry.compressedSize > 0) pipeline(openRaw(file, entry), inflater, () => undefined);
	else inflater.end();
	yield* inflater as AsyncIterable<Buffer>;
	if (inflater.bytesWritten !== entry.compressedSize) throw refusal('damaged', 'packed data end before they should');
}

async function* check(chunks: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
	let crc = 0;
	let size = 0;
	for await (const chunk of chunks) {
		crc = crc32(chunk, crc);
		size += chunk.length;
		if (size > entry.size) throw refusal('damaged', 'an entry unpacks to more than the directory says');
		yield chunk;
	}
	if (size !== entry.size) throw refusal('damaged', 'an entry unpacks to less than the directory says');
	if (crc !== entry.crc) throw refusal('damaged', 'the check sum (CRC-32) of an entry is wrong');
}

/**
 * Unpacks one entry and checks it on the way: no more bytes than declared ever come out, and the last step throws a refusal
 * when size or CRC-32 are not those of the directory. What came out before must then be thrown away.
 */
export async function* readEntry(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
	try {
		yield* check(decode(file, entry), entry);
	} catch (error) {
		throw asRefusal(error);
	}
}
