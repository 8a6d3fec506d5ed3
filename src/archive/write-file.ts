import {type FileHandle, open} from 'node:fs/promises';
import {asDiskError} from './disk.ts';

/** Writes all of it: a write may take less than it was given and say no more (a full disk, a size limit). */
export const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
	for (let done = 0; done < chunk.length; ) {
		const {bytesWritten} = await file.write(chunk, done, chunk.length - done);
		done += bytesWritten;
	}
};

/** Makes a new file of these chunks and has it on the disk before it returns; nothing that was there is followed or replaced. Returns its size. */
export const writeNewFile = async (path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> => {
	try {
		const file = await open(path, 'wx');
		try {
			let size = 0;
			for await (const chunk of chunks) {
				await writeAll(file, chunk);
				size += chunk.length;
			}
			await file.sync();
			return size;
		} finally {
			await file.close();
		}
	} catch (error) {
		throw asDiskError(error, path);
	}
};
