import {constants} from 'node:fs';
import {dirname} from 'node:path';
import {CliError} from '../errors.ts';
import {disk, isDiskError} from './disk.ts';
import type {DiskFile} from './disk-file.ts';
import {isOpenToOthers, isOwn, isWritableByOthers} from './platform.ts';

/** Files that only the user may read, in folders that only the user may change: settings, sessions, state. */

/** All private files move with one variable: the hint if their folder cannot be made or written. */
async function withHint<T>(work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (!isDiskError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR')) throw error;
		const hint = 'check its owner and permissions, or set USAGECTL_CONFIG_DIR to a writable folder';
		throw new CliError('disk', error.message, {...error.details, hint});
	}
}

const refuse = (message: string, hint: string) => new CliError('disk', message, {hint, code: 'unsafe-file'});

async function validateFolder(folder: string): Promise<void> {
	if (isWritableByOthers(await disk.stat(folder)))
		throw refuse(`other users can change the folder ${folder}`, `chmod 700 '${folder}'`);
}

/** Makes the folder, and those above it, readable only by this user (0700). Folders that exist are left as they are. */
export async function createPrivateFolder(folder: string): Promise<void> {
	await withHint(disk.makeSafeFolder(folder, 0o700));
}

/** Returns what a link points to, or the path itself if nothing exists yet. */
const followLink = (path: string): Promise<string> =>
	disk
		.reporting('write', path)
		.realPath(path)
		.catch(error => {
			if (isDiskError(error, 'ENOENT')) return path;
			throw error;
		});

/**
 * Replaces a private file in one step: mode 0600, in a folder made 0700. A link of the user's own is kept, and what it points
 * to replaced. Throws CliError `disk`; the old content is then untouched.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
	await createPrivateFolder(dirname(path));
	// Others could put a link in the place of the file.
	await validateFolder(dirname(path));
	const {writeFileAtomic} = await import('./atomic-file.ts');
	const target = await withHint(followLink(path));
	await withHint(writeFileAtomic(target, content, {mode: 0o600}));
}

/** No file of ours comes near this size; a larger one is damage or an attack. */
const maxBytes = 4 * 1024 * 1024;

async function validateFile(file: DiskFile, path: string): Promise<void> {
	const found = await file.stat();
	if (!found.isFile()) throw refuse(`${path} is not a regular file`, 'move it away, then run the command again');
	if (found.size > maxBytes)
		throw refuse(`${path} is too large (${found.size} bytes)`, 'move it away, then sign in again');
	if (!isOwn(found)) throw refuse(`${path} belongs to another user`, 'set USAGECTL_CONFIG_DIR to a folder of your own');
	if (isOpenToOthers(found)) throw refuse(`other users can read ${path}`, `chmod 600 '${path}'`);
}

/** Reads a private file; returns undefined if it does not exist. Throws CliError (disk) if others could read or change it. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
	const read = async () => {
		// Non-blocking: a pipe in the place of the file must not stop the run.
		const file = await disk.reporting('read', path).open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			await validateFile(file, path);
			await validateFolder(dirname(path));
			return await file.readText();
		} finally {
			await file.close();
		}
	};
	try {
		return await withHint(read());
	} catch (error) {
		if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return undefined;
		throw error;
	}
}
