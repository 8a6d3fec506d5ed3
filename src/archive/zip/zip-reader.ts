import {Buffer} from 'node:buffer';
import type {FileHandle} from 'node:fs/promises';
import type yauzl from 'yauzl';
import {createRejection} from '../zip-rejection.ts';

const createCutOffRejection = () => createRejection('damaged', 'the archive is truncated');

async function fillBuffer(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
	// A position of -1 would mean the current position.
	if (!(position >= 0 && Number.isSafeInteger(position + buffer.length))) throw createCutOffRejection();
	for (let done = 0; done < buffer.length; ) {
		const {bytesRead} = await file.read(buffer, done, buffer.length - done, position + done);
		if (bytesRead === 0) throw createCutOffRejection();
		done += bytesRead;
	}
}

export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.allocUnsafe(length);
	await fillBuffer(file, buffer, position);
	return buffer;
}

/**
 * Returns a file reader for yauzl that passes exceptions of its callbacks to them as errors; yauzl's own leaves them
 * uncaught.
 */
export function createZipReader(Base: typeof yauzl.RandomAccessReader, file: FileHandle): yauzl.RandomAccessReader {
	class Reader extends Base {
		override read(
			buffer: Buffer,
			offset: number,
			length: number,
			position: number,
			done: (error: Error | null) => void,
		) {
			fillBuffer(file, buffer.subarray(offset, offset + length), position)
				.then(() => done(null))
				.catch(done);
		}
	}
	return new Reader();
}
