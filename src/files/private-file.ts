import {constants} from 'node:fs';
import {dirname} from 'node:path';
import {CliError} from '../errors.ts';
import {disk, isDiskError} from './disk.ts';
import type {DiskFile} from './disk-file.ts';
import {isOpenToOthers, isOwn, isWritableByOthers} from './platform.ts';

/** Files that only the user may read, in folders that only the user may change: settings, sessions, state. */

/** All private files move with one variable, so the hint names it if their folder cannot be created or written. */
async function suggestConfigDir<T>(work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (!isDiskError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT')) throw error;
		const hint = 'check its owner and permissions, or set USAGECTL_CONFIG_DIR to a writable folder';
		throw new CliError('disk', error.message, {...error.details, hint});
	}
}

const createUnsafeFileError = (message: string, hint: string) =>
	new CliError('disk', message, {hint, code: 'unsafe-file'});

async function validatePrivateFolder(folder: string): Promise<void> {
	if (isWritableByOthers(await disk.stat(folder)))
		throw createUnsafeFileError(`other users can change the folder ${folder}`, `chmod 700 '${folder}'`);
}

export async function createPrivateFolder(folder: string): Promise<void> {
	await suggestConfigDir(disk.makeSafeFolder(folder, 0o700));
}

const followLink = (path: string): Promise<string> =>
	disk
		.reportingAs('write', path)
		.realPath(path)
		.catch(error => {
			if (isDiskError(error, 'ENOENT')) return path;
			throw error;
		});

/**
 * Replaces a private file atomically: mode 0600, in a folder created with 0700. Keeps a link of the user and replaces
 * its target. Throws CliError (disk); the old content is then unchanged.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
	await createPrivateFolder(dirname(path));
	// Others could replace the file with a link.
	await validatePrivateFolder(dirname(path));
	const {writeFileAtomic} = await import('./atomic-file.ts');
	const target = await suggestConfigDir(followLink(path));
	await suggestConfigDir(writeFileAtomic(target, content, {mode: 0o600}));
}

/** No settings and sessions come near this size; a larger file is damaged or an attack. */
const defaultMaxBytes = 4 * 1024 * 1024;

async function validatePrivateFile(file: DiskFile, path: string, maxBytes: number): Promise<void> {
	const found = await file.stat();
	if (!found.isFile())
		throw createUnsafeFileError(`${path} is not a regular file`, 'move it away, then run the command again');
	if (found.size > maxBytes)
		throw createUnsafeFileError(
			`${path} is too large (${found.size} bytes)`,
			'move it away, then run the command again',
		);
	if (!isOwn(found))
		throw createUnsafeFileError(`${path} belongs to another user`, 'set USAGECTL_CONFIG_DIR to a folder of your own');
	if (isOpenToOthers(found)) throw createUnsafeFileError(`other users can read ${path}`, `chmod 600 '${path}'`);
}

/** Returns undefined if the file does not exist. Throws CliError (disk) if others could read or change it. */
export async function readPrivateFile(path: string, maxBytes = defaultMaxBytes): Promise<string | undefined> {
	const read = async () => {
		// Non-blocking, so that a pipe in place of the file does not block the run.
		const file = await disk.reportingAs('read', path).open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			await validatePrivateFile(file, path, maxBytes);
			await validatePrivateFolder(dirname(path));
			return await file.readText();
		} finally {
			await file.close();
		}
	};
	try {
		return await suggestConfigDir(read());
	} catch (error) {
		if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return undefined;
		throw error;
	}
}
