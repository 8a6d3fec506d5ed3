import {mkdir, open} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {disk} from './disk.ts';
import {createShortWriteError} from './disk-error.ts';
import {type Content, chunksOf} from './file-bytes.ts';
import {moveFile} from './platform.ts';
import {createTemporaryName, removeLeftovers} from './temporary-names.ts';

/**
 * Files that are replaced in one step: readers, killed processes and full disks see the old content or the new one. Written here
 * because write-file-atomic and atomically take a short write for a whole one, and then rename the cut file over the good one.
 */

/** A file that is being written under a temporary name beside its own. All methods throw CliError `disk`. */
export type AtomicFile = {
	readonly write: (chunk: string | Uint8Array) => Promise<void>;
	/** Flushes what was written and gives the file its name. */
	readonly commit: () => Promise<void>;
	/** Removes what was written. Does nothing after `commit`, and never fails. */
	readonly discard: () => Promise<void>;
};

/** Starts to write a file, and removes what killed runs left in its folder. `mode` is subject to the umask. */
export async function createAtomicFile(path: string, {mode}: {readonly mode: number}): Promise<AtomicFile> {
	const folder = dirname(path);
	const temporary = join(folder, createTemporaryName());
	const target = disk.reporting('write', path);
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

/** Replaces a file in one step. Throws CliError `disk`; the old content is then untouched and nothing is left beside it. */
export async function writeFileAtomic(path: string, content: Content, options: {readonly mode: number}): Promise<void> {
	const file = await createAtomicFile(path, options);
	try {
		for await (const chunk of chunksOf(content)) await file.write(chunk);
		await file.commit();
	} finally {
		await file.discard();
	}
}

/** Gives a finished file, which something else wrote, its name in one step; folders on the way are made. Throws system errors. */
export async function publishFile(from: string, to: string): Promise<void> {
	await mkdir(dirname(to), {recursive: true});
	const file = await open(from, 'r+');
	await file.sync().finally(() => file.close());
	await moveFile(from, to);
}
