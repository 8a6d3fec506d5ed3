import {type FileHandle, open} from 'node:fs/promises';

/**
 * Writes all bytes at the current position. A write may take fewer bytes than it was given, and a full disk says so only by
 * that count, so it is repeated until all are written or one fails.
 */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten;
	}
}

export type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>;

const toBytes = (chunk: string | Uint8Array) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk);

/**
 * Makes a new file and flushes it to the disk before it returns; nothing that exists is followed or replaced. Returns its size.
 * Throws system errors; what was written until then stays.
 */
export async function writeNewFile(path: string, content: Content, mode = 0o666): Promise<number> {
	const chunks = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
	const file = await open(path, 'wx', mode);
	try {
		let size = 0;
		for await (const chunk of chunks) {
			const bytes = toBytes(chunk);
			await writeAll(file, bytes);
			size += bytes.length;
		}
		await file.sync();
		return size;
	} finally {
		await file.close();
	}
}

const chunkBytes = 64 * 1024;

/** The bytes of an open file from its start. The file stays open, also when not all of it is read: a stream would close it. */
export async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
	for (let at = 0; ; ) {
		const {bytesRead, buffer} = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
		if (bytesRead === 0) return;
		at += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
