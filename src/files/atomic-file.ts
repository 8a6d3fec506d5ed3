import {mkdir, open, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {createShortWriteError, withDiskErrors} from './disk-error.ts';
import {linkFile, moveFile} from './platform.ts';
import {createTemporaryName, removeLeftovers} from './temporary.ts';
import {type Content, chunksOf, writeAll, writeNewFile} from './write.ts';

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
	const attempt = <T>(work: () => Promise<T>) => withDiskErrors('write', path, work);
	await removeLeftovers(folder);
	const file = await attempt(() => open(temporary, 'wx', mode));
	let size = 0;
	return {
		write: chunk =>
			attempt(async () => {
				size += await writeAll(file, chunk);
			}),
		commit: () =>
			attempt(async () => {
				await file.sync();
				if ((await file.stat()).size !== size) throw createShortWriteError('write', path);
				await file.close();
				await moveFile(temporary, path);
			}),
		discard: async () => {
			await file.close().catch(() => undefined);
			await rm(temporary, {force: true}).catch(() => undefined);
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

/**
 * Makes a file in one step, unless there is one already: of several processes one makes it, and gets true. Throws system errors;
 * nothing is left of it then.
 */
export async function createFileAtomic(
	path: string,
	content: Content,
	{mode}: {readonly mode: number},
): Promise<boolean> {
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
