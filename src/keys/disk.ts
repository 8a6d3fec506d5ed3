import {type FileHandle, open} from 'node:fs/promises';
import {CliError} from '../errors.ts';

const hints: Readonly<Record<string, string>> = {
	ENOSPC: 'the disk is full: make room, then run the same command again',
	EDQUOT: 'your quota of the disk is used up: make room, then run the same command again',
	EFBIG: 'a limit on file sizes was hit (ulimit -f): lift it, then run the same command again',
	EACCES: 'check the owner and mode of the file and its folder',
	EROFS: 'the disk is read-only',
};

/** A failure of the local disk (exit 10) in words. */
export function diskError(what: string, path: string, cause: unknown): CliError {
	if (cause instanceof CliError) return cause;
	const {code = 'disk', message} = cause as NodeJS.ErrnoException;
	return new CliError('disk', `cannot ${what} ${path}: ${message}`, {
		hint: hints[code] ?? 'look at the file and its disk, then run the same command again',
		code,
		cause,
	});
}

/** Writes all of it at the file's end: a write may take less than it was given, and a full disk says so only by that. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten;
	}
}

// 256 KB are no faster and cost 25 MB more at a million rows.
const chunkBytes = 64 * 1024;

/** The bytes of an open file from a position to its end, in chunks of their own; while one is worked on, the next is read. */
export async function* readChunks(file: FileHandle, from = 0): AsyncGenerator<Buffer> {
	const read = (at: number) => file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
	let at = from;
	for (let chunk = await read(at); chunk.bytesRead > 0; ) {
		at += chunk.bytesRead;
		const next = read(at);
		// Nobody waits for it when the reader stops here.
		next.catch(() => {});
		yield chunk.buffer.subarray(0, chunk.bytesRead);
		chunk = await next;
	}
}

/** Opens, works, closes. */
export async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
	const file = await open(path, flags, 0o600);
	try {
		return await work(file);
	} finally {
		await file.close();
	}
}
