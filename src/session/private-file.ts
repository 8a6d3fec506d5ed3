import {constants} from 'node:fs';
import {mkdir, open, realpath, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import {diskFailure} from './disk-failure.ts';
import {ownPid} from './lock-owner.ts';
import {sweep} from './sweep.ts';

/** Takes a file away; one that is gone already is as good. */
export const remove = (path: string): Promise<void> => rm(path, {force: true});

const posix = typeof process.getuid === 'function';

/** Makes the folder, and those above it, for this user alone (0700). Folders that exist are left as they are. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
	try {
		await mkdir(folder, {recursive: true, mode: 0o700});
	} catch (error) {
		throw diskFailure('cannot make the folder', folder, error);
	}
}

/** Flushes a folder's own entries: without it a rename may be lost with the power. */
export async function syncFolder(folder: string): Promise<void> {
	if (!posix) return;
	const handle = await open(folder, constants.O_RDONLY);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
	const file = await open(path, 'wx', 0o600);
	try {
		await file.writeFile(bytes);
		const {size} = await file.stat();
		if (size !== bytes.length) throw Object.assign(new Error('the disk took only a part'), {code: 'ENOSPC'});
		await file.sync();
	} finally {
		await file.close();
	}
}

/** A link of the user's own is kept, and what it points to replaced. */
export const followLink = (path: string) =>
	realpath(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return path;
		throw error;
	});

/**
 * Replaces a private file as one step: readers, kills and full disks see the old content or the new one. Mode 0600 in a
 * folder made 0700. Throws CliError `disk`; the old content is then untouched.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
	const bytes = typeof content === 'string' ? Buffer.from(content) : content;
	await ensurePrivateFolder(dirname(path));
	try {
		const target = await followLink(path);
		const folder = dirname(target);
		const random = Math.floor(Math.random() * 2 ** 32).toString(16);
		const temporary = join(folder, `.${basename(target)}.${ownPid}.${random}.part`);
		sweep(folder, basename(target));
		try {
			await writeWhole(temporary, bytes);
			await rename(temporary, target);
		} catch (error) {
			await remove(temporary);
			throw error;
		}
		await syncFolder(folder);
	} catch (error) {
		throw error instanceof CliError ? error : diskFailure('cannot write', path, error);
	}
}
