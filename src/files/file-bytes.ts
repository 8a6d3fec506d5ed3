import * as fs from 'node:fs';
import {type FileHandle, open, rm} from 'node:fs/promises';
import {Socket} from 'node:net';
import {dirname, join} from 'node:path';
import type {Readable} from 'node:stream';
import {isatty, ReadStream} from 'node:tty';
import {promisify} from 'node:util';
import {notAFile} from './disk-error.ts';
import {linkFile} from './platform.ts';
import {createTemporaryName} from './temporary-names.ts';

export type Chunk = string | Uint8Array;
export type Content = Chunk | AsyncIterable<Chunk>;

/**
 * Writes the whole chunk at the current position. Returns its size in bytes. A write may take fewer bytes than given,
 * and a full disk reports that only by the count, so it is repeated until all bytes are written or one write fails.
 */
export async function writeAll(file: FileHandle, chunk: Chunk): Promise<number> {
	const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten;
	}
	return bytes.length;
}

export const toChunks = (content: Content): AsyncIterable<Chunk> | Iterable<Chunk> =>
	typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/**
 * Creates and flushes a new file; never follows or replaces an existing one. Returns its size. Throws system errors,
 * and then leaves the incomplete file.
 */
export async function writeNewFile(path: string, content: Content, mode = 0o666): Promise<number> {
	const file = await open(path, 'wx', mode);
	try {
		let size = 0;
		for await (const chunk of toChunks(content)) size += await writeAll(file, chunk);
		await file.sync();
		return size;
	} finally {
		await file.close();
	}
}

/**
 * Creates a file atomically. Returns false if it exists: of several processes, only one gets true. Throws system
 * errors, and then leaves no file.
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

const {O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK} = fs.constants;
const openFlags = {r: O_RDONLY, a: O_WRONLY | O_APPEND | O_CREAT, 'wx+': O_RDWR | O_CREAT | O_EXCL};

/**
 * Opens a regular file to read or append, or creates one. Throws for a FIFO or device, which a repository may contain: it could make the run
 * wait, and a thread that waits in `open` would outlive every signal.
 */
export async function openRegular(
	path: string,
	flags: keyof typeof openFlags = 'r',
	mode?: number,
): Promise<FileHandle> {
	const createError = () => Object.assign(new Error('not a regular file'), {code: notAFile, syscall: 'open'});
	const file = await open(path, openFlags[flags] | O_NONBLOCK, mode).catch(error => {
		// A socket, or a FIFO that nobody reads.
		throw error.code === 'ENXIO' ? createError() : error;
	});
	try {
		const found = await file.stat();
		if (found.isFile() || found.isDirectory()) return file;
		throw createError();
	} catch (error) {
		await file.close();
		throw error;
	}
}

export async function readRegular(path: string): Promise<Buffer> {
	const file = await openRegular(path);
	return file.readFile().finally(() => file.close());
}

/**
 * Opens a file that the user typed, which may also be a FIFO, a pipe of the shell or a terminal. The event loop waits for
 * these: a thread that waits in `open` or `read` would outlive every signal. Throws system errors.
 */
export async function openInput(path: string): Promise<Readable> {
	const fd = await promisify(fs.open)(path, O_RDONLY | O_NONBLOCK);
	if (isatty(fd)) return new ReadStream(fd);
	return fs.fstatSync(fd).isFIFO()
		? new Socket({fd, readable: true, writable: false})
		: fs.createReadStream(path, {fd});
}

const chunkBytes = 64 * 1024;

/** Reads from the start of the file. Leaves it open even if the reader stops early; a stream would close it. */
export async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
	for (let at = 0; ; ) {
		const {bytesRead, buffer} = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
		if (bytesRead === 0) return;
		at += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
