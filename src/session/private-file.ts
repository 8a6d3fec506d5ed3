import {constants} from 'node:fs';
import {type FileHandle, mkdir, open, readdir, realpath, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import {isAlive, ownPid} from './lock-owner.ts';

/** Nothing of ours in these files comes near this; more is damage or an attack. */
const maxBytes = 4 * 1024 * 1024;
const posix = typeof process.getuid === 'function';

/** An error of the file system as the failure that a command ends with. */
export const diskFailure = (what: string, path: string, cause: unknown) => {
	const {code, message} = cause as NodeJS.ErrnoException;
	return new CliError('disk', `${what} ${path}: ${message}`, {
		hint: hints[code ?? ''] ?? 'look at the folder and its disk, then run the command again',
		code: code ?? 'disk',
		cause,
	});
};
const hints: Readonly<Record<string, string>> = {
	ENOSPC: 'the disk is full: make room, then run the command again; the old content is untouched',
	EFBIG: 'a limit on file sizes was hit (ulimit -f); the old content is untouched',
	EACCES: 'you may not write there: check the owner and mode of the folder, or set USAGECTL_CONFIG_DIR to another one',
	EROFS: 'the disk is read-only: set USAGECTL_CONFIG_DIR to a folder that can be written',
};

const refuse = (message: string, hint: string) => new CliError('disk', message, {hint, code: 'unsafe-file'});

/** What stands at the path must be an ordinary file of ours that nobody else can read. */
async function validateOwner(file: FileHandle, path: string): Promise<void> {
	const found = await file.stat();
	if (!found.isFile()) throw refuse(`${path} is not an ordinary file`, 'move it away, then run the command again');
	if (found.size > maxBytes)
		throw refuse(`${path} is too large (${found.size} bytes)`, 'move it away, then sign in again');
	if (!posix) return;
	if (found.uid !== process.getuid?.())
		throw refuse(`${path} belongs to another user`, 'set USAGECTL_CONFIG_DIR to a folder of your own');
	if (found.mode & 0o077) throw refuse(`${path} can be read by others`, `chmod 600 '${path}'`);
}

async function validateFolder(folder: string): Promise<void> {
	if (!posix) return;
	const handle = await open(folder, constants.O_RDONLY);
	try {
		const {mode} = await handle.stat();
		if (mode & 0o022) throw refuse(`the folder ${folder} can be changed by others`, `chmod 700 '${folder}'`);
	} finally {
		await handle.close();
	}
}

/** The text of a private file; undefined when there is none. Throws CliError `disk` when others could read or change it. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
	try {
		// A pipe in the file's place must not hang us.
		const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			await validateOwner(file, path);
			await validateFolder(dirname(path));
			return await file.readFile('utf8');
		} finally {
			await file.close();
		}
	} catch (error) {
		if (error instanceof CliError) throw error;
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
		throw diskFailure('cannot read', path, error);
	}
}

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

const temporaryName = /^\.(.+)\.(\d+)\.[\da-f]+\.part$/;

/** Removes what killed processes left beside the file. */
async function sweep(folder: string, name: string): Promise<void> {
	for (const entry of await readdir(folder)) {
		const match = temporaryName.exec(entry);
		if (match?.[1] === name && !isAlive(Number(match[2]))) await rm(join(folder, entry), {force: true});
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
		const random = Math.random().toString(16).slice(2, 10).padEnd(8, '0');
		const temporary = join(folder, `.${basename(target)}.${ownPid}.${random}.part`);
		await sweep(folder, basename(target));
		try {
			await writeWhole(temporary, bytes);
			await rename(temporary, target);
		} catch (error) {
			await rm(temporary, {force: true});
			throw error;
		}
		await syncFolder(folder);
	} catch (error) {
		throw error instanceof CliError ? error : diskFailure('cannot write', path, error);
	}
}
