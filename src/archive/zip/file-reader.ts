import {Buffer} from 'node:buffer';
import type {FileHandle} from 'node:fs/promises';
import type yauzl from 'yauzl';
import {refusal} from './refusal.ts';

const tooShort = () => refusal('damaged', 'the archive is cut off');

/** Fills a buffer from that place of the file, which came out of the archive; throws a refusal when the file ends before. */
async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
	// to the system, -1 is wherever the last reading ended
	if (!(position >= 0 && Number.isSafeInteger(position + buffer.length))) throw tooShort();
	for (let done = 0; done < buffer.length; ) {
		const {bytesRead} = await file.read(buffer, done, buffer.length - done, position + done);
		if (bytesRead === 0) throw tooShort();
		done += bytesRead;
	}
}

/** That many bytes from that place of the file. Throws a refusal when they are not all there. */
export async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const buffer = Buffer.allocUnsafe(length);
	await fill(file, buffer, position);
	return buffer;
}

/** A file as yauzl wants to read it: what it throws while it looks at the bytes comes out as its error, not as an uncaught one. */
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
	// abstract in its types only
	return new (Reader as unknown as new () => yauzl.RandomAccessReader)();
}
