import {Buffer} from 'node:buffer';
import type {FileHandle} from 'node:fs/promises';
import type yauzl from 'yauzl';
import {createRejection} from './zip-rejection.ts';

const tooShort = () => createRejection('damaged', 'the archive is cut off');

/** Fills a buffer from a position in the file, which the archive declares. Throws a rejection when the file ends before. */
async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
	// to the system, -1 means the current position
	if (!(position >= 0 && Number.isSafeInteger(position + buffer.length))) throw tooShort();
	for (let done = 0; done < buffer.length; ) {
		const {bytesRead} = await file.read(buffer, done, buffer.length - done, position + done);
		if (bytesRead === 0) throw tooShort();
		done += bytesRead;
	}
}

/** Reads bytes from a position in the file. Throws a rejection when the file ends before. */
export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.allocUnsafe(length);
	await fill(file, buffer, position);
	return buffer;
}

/** Returns a reader of the file for yauzl. What yauzl's callbacks throw is passed to them as an error instead of being uncaught. */
export function createReader(Base: typeof yauzl.RandomAccessReader, file: FileHandle): yauzl.RandomAccessReader {
	class Reader extends Base {
		override read(
			buffer: Buffer,
			offset: number,
			length: number,
			position: number,
			done: (error: Error | null) => void,
		) {
			fill(file, buffer.subarray(offset, offset + length), position)
				.then(() => done(null))
				.catch(done);
		}
	}
	return new Reader();
}
