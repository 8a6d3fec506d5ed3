import {type FileHandle, open, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {linkFile} from './platform.ts';
import {createTemporaryName} from './temporary-names.ts';

export type Chunk = string | Uint8Array;
export type Content = Chunk | AsyncIterable<Chunk>;

/**
 * Writes all of a chunk at the current position, and returns its size in bytes. A write may take fewer bytes than it was given,
 * and a full disk says so only by that count, so it is repeated until all are written or one fails.
 */
export async function writeAll(file: FileHandle, chunk: Chunk): Promise<number> {
	const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten;
	}
	return bytes.length;
}

/** Returns the chunks of a content: one, or those of a stream. */
export const chunksOf = (content: Content): AsyncIterable<Chunk> | Iterable<Chunk> =>
	typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/**
 * Makes a new file and flushes it to the disk before it returns; nothing that exists is followed or replaced. Returns its size.
 * Throws system errors; what was written until then stays.
 */
export async function writeNewFile(path: string, content: Content, mode = 0o666): Promise<number> {
	const file = await open(path, 'wx', mode);
	try {
		let size = 0;
		for await (const chunk of chunksOf(content)) size += await writeAll(file, chunk);
		await file.sync();
		return size;
	} finally {
		await file.close();
	}
}

/**
 * Makes a file in one step, unless there is one already: of several processes one makes it, and gets true. Throws system errors;
 * nothing is left of it then.
 */
export async function createFileAtomic(path: string, content: Content, mode: number): Promise<boolean> {
	const temporary = join(dirname(path), createTemporaryName());
	try {
		await writeNewFile(temporary, content, mode);
		await linkFile(temporary, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	} finally {
		await rm(temporary, {force: true});
	}
}

const chunkBytes = 64 * 1024;

/** Reads an open file from its start. The file stays open, also when not all of it is read: a stream would close it. */
export async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
	for (let at = 0; ; ) {
		const {bytesRead, buffer} = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
		if (bytesRead === 0) return;
		at += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
