import {constants, realpath as followLinks, type Stats} from 'node:fs';
import {copyFile, link, lstat, open, realpath, rename} from 'node:fs/promises';
import {dirname} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';

/** The rules that differ between operating systems; no other file of the program tests for one. */

/** True if files have owners and permission bits, and folders can be flushed. False on Windows. */
const isPosix = typeof process.getuid === 'function';

/** True if owners and permission bits show what others put in the place of files and folders. */
export const hasOwners = isPosix;
/** True for root, which may use folders of others. */
export const isRoot = (): boolean => process.getuid?.() === 0;
/** True if /proc may be there. On Windows it would be a folder that anybody can make. */
export const mayHaveProc = isPosix;
/** The readers of a private file, in words. */
export const privateTo = isPosix ? 'readable only by this user' : 'with the permissions of its folder';

export const isOwn = ({uid}: Stats): boolean => !isPosix || uid === process.getuid?.();
/** True if a file or folder belongs to another user, except root. */
export const isForeign = (found: Stats): boolean => !isOwn(found) && found.uid !== 0;
export const isOpenToOthers = ({mode}: Stats): boolean => isPosix && (mode & 0o077) !== 0;
export const isWritableByOthers = ({mode}: Stats): boolean => isPosix && (mode & 0o022) !== 0;

/** A group of the user's own, as many systems create one per user, has the ID of the user. */
const isPrivateGroup = (gid: number) => gid === process.getgid?.() && gid === process.getuid?.();
/** True if a user other than the owner may change it, apart from root. A group that only this user is in does not count. */
export const isWritableByOtherUsers = ({mode, gid}: Stats): boolean =>
	isPosix && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroup(gid)));

/** True if everybody may change it. In a sticky folder everybody may change only what is theirs. */
export const isWritableByAll = ({mode}: Stats): boolean => isPosix && (mode & 0o002) !== 0;
export const isSticky = ({mode}: Stats): boolean => (mode & 0o1000) !== 0;

/**
 * The path without links. Windows cannot tell it on some drives (RAM disks, some shares), nor Wine for long paths: there links are
 * followed one by one.
 */
export const resolveLinks = (path: string): Promise<string> =>
	realpath(path).catch((error: NodeJS.ErrnoException) => {
		if (isPosix || error.code === 'ENOENT') throw error;
		// Node writes the prefix of long paths itself, and takes it for a folder here.
		return promisify(followLinks)(path.replace(/^\\\\\?\\(?=[a-z]:)/i, ''));
	});

const openers: Readonly<Record<string, string>> = {darwin: 'open', win32: 'explorer'};
/** The program that shows a file in what the desktop has for it. */
export const fileOpener = openers[process.platform] ?? 'xdg-open';
/** True if the exit code of that program says nothing: explorer ends with 1 when it has opened a file. */
export const isOpenerSilent = process.platform === 'win32';

/** Error codes of `link` on disks without hard links (FAT, some network shares and containers). */
const noHardLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN'];

/**
 * Gives a file a second name, in one step; fails with EEXIST where there is such a file. On disks without hard links it is
 * copied, and a kill meanwhile leaves a part of it.
 */
export async function linkFile(from: string, to: string): Promise<void> {
	try {
		await link(from, to);
	} catch (error) {
		if (!noHardLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		await copyFile(from, to, constants.COPYFILE_EXCL);
	}
}

/**
 * Gives a finished file a name that no file has, in one step, and flushes the folder; fails with EEXIST where there is such a file.
 * On disks without hard links it is renamed, so that two processes that do it at the same moment must exclude each other.
 */
export async function placeNewFile(from: string, to: string): Promise<void> {
	try {
		await link(from, to);
	} catch (error) {
		if (!noHardLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
		const isTaken = await lstat(to).then(
			() => true,
			() => false,
		);
		if (isTaken) throw Object.assign(new Error(`EEXIST: ${to}`), {code: 'EEXIST', syscall: 'rename'});
		await rename(from, to);
	}
	await syncFolder(dirname(to));
}

/** Codes of disks that cannot flush a folder, or of folders that may be written and not read. */
const noFolderSync = ['EINVAL', 'ENOTSUP', 'EACCES', 'EPERM'];

/** Flushes the entries of a folder: without it a rename may be lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
	if (!isPosix) return;
	try {
		const handle = await open(folder, constants.O_RDONLY);
		await handle.sync().finally(() => handle.close());
	} catch (error) {
		if (!noFolderSync.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
	}
}

/** True if a terminal takes bytes for text of its code page: there only Node's own streams write Unicode. */
export const hasCodePages = process.platform === 'win32';

/** True if `ulimit -d` counts all memory that a process takes. */
export const canLimitMemory = process.platform === 'linux';

/** Error codes of Windows while another program (Excel, an indexer, a virus scanner) has a file open. */
const inUse = ['EPERM', 'EBUSY', 'EACCES'];
/** True if another program may have the file open. Elsewhere than on Windows an open file can be replaced. */
export const mayBeInUse = (code: string | undefined, platform: string = process.platform): boolean =>
	platform === 'win32' && inUse.includes(code ?? '');

/** Waits of about 2 s in all, in milliseconds: as long as scanners hold a file that is new. */
const waitsMs = [10, 30, 60, 100, 200, 300, 500, 800];

/** Does the work, again after short waits as long as another program may hold the file. */
export async function whileInUse<T>(work: () => Promise<T>, platform: string = process.platform): Promise<T> {
	for (const wait of waitsMs) {
		try {
			return await work();
		} catch (error) {
			if (!mayBeInUse((error as NodeJS.ErrnoException).code, platform)) throw error;
			await setTimeout(wait);
		}
	}
	return work();
}

/** Renames a file or folder over whatever file has the new name, in one step, and flushes the folder. */
export async function moveFile(from: string, to: string): Promise<void> {
	await whileInUse(() => rename(from, to));
	await syncFolder(dirname(to));
}
