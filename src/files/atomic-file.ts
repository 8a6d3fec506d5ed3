import {lstat, open} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import {disk} from './disk.ts';
import {createShortWriteError, withDiskErrors} from './disk-error.ts';
import {type Content, toChunks} from './file-bytes.ts';
import {makeFolders, moveFile} from './platform.ts';
import {createTemporaryName, removeLeftovers} from './temporary-names.ts';

/**
 * Files that are replaced atomically: readers, killed processes and full disks see the old content or the new one. The
 * packages write-file-atomic and atomically take a short write for a complete one and rename the cut file over the good
 * one, so this is our own code.
 */

/** A file that is being written under a temporary name in the same folder. Methods throw CliError (disk). */
export type AtomicFile = {
	readonly write: (chunk: string | Uint8Array) => Promise<void>;
	readonly commit: () => Promise<void>;
	/** Removes the file. Does nothing after `commit`, and never fails. */
	readonly discard: () => Promise<void>;
};

/** Root could replace a device such as /dev/null with a file. */
async function validateReplaceable(path: string): Promise<void> {
	const found = await withDiskErrors('write', path, () =>
		lstat(path).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'ENOENT') throw error;
		}),
	);
	if (!found || found.isFile() || found.isSymbolicLink() || found.isDirectory()) return;
	throw new CliError('disk', `cannot write ${path}: it is a device, FIFO or socket`, {hint: 'use another name'});
}

/** Also removes the files that killed runs left in the folder. `mode` is subject to the umask. */
export async function createAtomicFile(path: string, {mode}: {readonly mode: number}): Promise<AtomicFile> {
	const folder = dirname(path);
	const temporary = join(folder, createTemporaryName());
	const target = disk.reportingAs('write', path);
	await validateReplaceable(path);
	await removeLeftovers(folder);
	const file = await target.open(temporary, 'wx', mode);
	let size = 0;
	return {
		write: async chunk => {
			size += await file.write(chunk);
		},
		commit: async () => {
			await file.sync();
			if ((await file.stat()).size !== size) throw createShortWriteError('write', path);
			await file.close();
			await target.move(temporary, path);
		},
		discard: async () => {
			await file.close().catch(() => undefined);
			await disk.remove(temporary).catch(() => undefined);
		},
	};
}

/** Throws CliError (disk); the old content is then unchanged. */
export async function writeFileAtomic(path: string, content: Content, options: {readonly mode: number}): Promise<void> {
	const file = await createAtomicFile(path, options);
	try {
		for await (const chunk of toChunks(content)) await file.write(chunk);
		await file.commit();
	} finally {
		await file.discard();
	}
}

/** Moves a finished file of another writer to its path atomically, and creates the folders. Throws system errors. */
export async function publishFile(from: string, to: string): Promise<void> {
	await makeFolders(dirname(to));
	const file = await open(from, 'r+');
	await file.sync().finally(() => file.close());
	await moveFile(from, to);
}
