import {Buffer} from 'node:buffer';
import type {FileHandle} from 'node:fs/promises';
import type yauzl from 'yauzl';
import {refusal} from './refusal.ts';

const tooShort = () => refusal('damaged', 'the archive is cut off');

/** Fills a buffer from that place of the file, or throws a refusal when the file ends before. */
const fill = async (file: FileHandle, buffer: Buffer, position: number): Promise<void> => {
	for (let done = 0; done < buffer.length; ) {
		const {bytesRead} = await file.read(buffer, done, buffer.length - done, position + done);
		if (bytesRead === 0) throw tooShort();
		done += bytesRead;
	}
};

/** That many bytes from that place of the file. Throws a refusal when they are not all there. */
export const readExactly = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
	const {size} = await file.stat();
	if (!(position >= 0 && position + length <= size)) throw tooShort();
	const buffer = Buffer.allocUnsafe(length);
	await fill(file, buffer, position);
	return buffer;
};

/**
 * A file as yauzl wants to read it. Places come out of the archive, so they are checked here; and what yauzl throws while
 * it looks at the bytes comes out as its error instead of as an uncaught one.
 */
export const createReader = (
	Base: typeof yauzl.RandomAccessReader,
	file: FileHandle,
	size: number,
): yauzl.RandomAccessReader => {
	class Reader extends Base {
		override read(
			buffer: Buffer,
			offset: number,
			length: number,
			position: number,
			done: (error: Error | null) => void,
		) {
			const target = buffer.subarray(offset, offset + length);
			const reading = position + length <= size ? fill(file, target, position) : Promise.reject(tooShort());
			reading.then(() => done(null)).catch(done);
		}
	}
	// abstract in its types only
	return new (Reader as unknown as new () => yauzl.RandomAccessReader)();
};
