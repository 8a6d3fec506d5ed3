import {constants, realpath as followLinks, type Stats} from 'node:fs';
import {copyFile, link, lstat, mkdir, open, realpath, rename, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';

/** The rules that differ between operating systems; no other file of the program tests for one. */

/** True if files have owners and permission bits and folders can be flushed; false on Windows. */
const isPosix = typeof process.getuid === 'function';

export const hasOwners = isPosix;
export const isRoot = (): boolean => process.getuid?.() === 0;
/** On Windows, anybody could create a folder /proc. */
export const mayHaveProc = isPosix;
export const privateFileReaders = isPosix ? 'readable only by this user' : 'with the permissions of its folder';

export const isOwn = ({uid}: Stats): boolean => !isPosix || uid === process.getuid?.();
export const isForeign = (found: Stats): boolean => !isOwn(found) && found.uid !== 0;
export const isOpenToOthers = ({mode}: Stats): boolean => isPosix && (mode & 0o077) !== 0;
export const isWritableByOthers = ({mode}: Stats): boolean => isPosix && (mode & 0o022) !== 0;

/** Many systems create a group per user, with the ID of the user. */
const isPrivateGroup = (gid: number) => gid === process.getgid?.() && gid === process.getuid?.();
/** Root, and a group that only this user is in, do not count as others. */
export const isWritableByOtherUsers = ({mode, gid}: Stats): boolean =>
	isPosix && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroup(gid)));

/** In a sticky folder, users may change only their own files. */
export const isWritableByAll = ({mode}: Stats): boolean => isPosix && (mode & 0o002) !== 0;
export const isSticky = ({mode}: Stats): boolean => (mode & 0o1000) !== 0;

/**
 * Returns the path with links resolved. Windows cannot do that on some drives (RAM disks, some shares), nor Wine for
 * long paths; there, links are followed one by one.
 */
export const resolveLinks = (path: string): Promise<string> =>
	realpath(path).catch((error: NodeJS.ErrnoException) => {
		if (isPosix || error.code === 'ENOENT') throw error;
		// Node adds the prefix of long paths itself, and would take it for a folder.
		return promisify(followLinks)(path.replace(/^\\\\\?\\(?=[a-z]:)/i, ''));
	});

const openers: Readonly<Record<string, string>> = {darwin: 'open', win32: 'explorer'};
export const fileOpener = openers[process.platform] ?? 'xdg-open';
/** True if the exit code of `fileOpener` is meaningless: explorer exits with 1 even on success. */
export const isOpenerSilent = process.platform === 'win32';

const noHardLinkCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN'];

/**
 * Gives a file a second name atomically; fails with EEXIST if the name is taken. On disks without hard links the file
 * is copied, and a kill leaves an incomplete copy.
 */
export async function linkFile(from: string, to: string): Promise<void> {
	try {
		await link(from, to);
	} catch (error) {
		if (!noHardLinkCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		await copyFile(from, to, constants.COPYFILE_EXCL);
	}
}

/**
 * Moves a finished file to a free name atomically, and flushes the folder; fails with EEXIST if the name is taken. On
 * disks without hard links it is renamed, so processes that do it at the same moment must exclude each other.
 */
export async function placeNewFile(from: string, to: string): Promise<void> {
	try {
		await link(from, to);
	} catch (error) {
		if (!noHardLinkCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		const isTaken = await lstat(to).then(
			() => true,
			() => false,
		);
		if (isTaken) throw Object.assign(new Error(`EEXIST: ${to}`), {code: 'EEXIST', syscall: 'rename'});
		await rename(from, to);
	}
	await syncFolder(dirname(to));
}

const noFolderSyncCodes = ['EINVAL', 'ENOTSUP', 'EACCES', 'EPERM'];

/** Without this, a power failure may undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
	if (!isPosix) return;
	try {
		const handle = await open(folder, constants.O_RDONLY);
		await handle.sync().finally(() => handle.close());
	} catch (error) {
		if (!noFolderSyncCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
	}
}

/** True if a terminal interprets bytes by its code page, where only Node's own streams write Unicode. */
export const hasCodePages = process.platform === 'win32';

export const canLimitMemory = process.platform === 'linux';

/** Windows error codes while another program (Excel, an indexer, a virus scanner) has a file open. */
const inUseCodes = ['EPERM', 'EBUSY', 'EACCES'];
export const mayBeInUse = (code: string | undefined, platform: string = process.platform): boolean =>
	platform === 'win32' && inUseCodes.includes(code ?? '');

/** About 2 s in total, as long as scanners keep a new file open. */
const retryDelaysMs = [10, 30, 60, 100, 200, 300, 500, 800];

export async function retryWhileInUse<T>(work: () => Promise<T>, platform: string = process.platform): Promise<T> {
	for (const wait of retryDelaysMs) {
		try {
			return await work();
		} catch (error) {
			if (!mayBeInUse((error as NodeJS.ErrnoException).code, platform)) throw error;
			await setTimeout(wait);
		}
	}
	return work();
}

/** Renames a file or folder atomically, replacing a file, and flushes the folder. */
export async function moveFile(from: string, to: string): Promise<void> {
	await retryWhileInUse(() => rename(from, to));
	await syncFolder(dirname(to));
}

const isFolder = (path: string): Promise<boolean> =>
	stat(path).then(
		found => found.isDirectory(),
		() => false,
	);

async function makeOne(path: string, mode: number): Promise<void> {
	await mkdir(path, {mode}).catch(async error => {
		if (!(await isFolder(path))) throw error;
	});
}

/**
 * Creates a folder and its missing parents. Throws system errors. Node's recursive mkdir never returns if a folder cannot
 * be created in an existing one, as in /proc.
 */
export async function makeFolders(path: string, mode = 0o777): Promise<void> {
	await makeOne(path, mode).catch(async error => {
		if (error.code !== 'ENOENT' || dirname(path) === path) throw error;
		await makeFolders(dirname(path), mode);
		await makeOne(path, mode);
	});
}
