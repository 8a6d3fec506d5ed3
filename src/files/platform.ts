import {constants, type Stats} from 'node:fs';
import {copyFile, link, open, rename} from 'node:fs/promises';
import {dirname} from 'node:path';

/** The rules that differ between operating systems; no other file of the program tests for one. */

/** Whether files have owners and permission bits, and folders can be flushed. False on Windows. */
const isPosix = typeof process.getuid === 'function';

/** Whether a file or folder belongs to the user who runs this process. */
export const isOwn = ({uid}: Stats): boolean => !isPosix || uid === process.getuid?.();
/** Whether a file or folder belongs to another user than the one who runs this process, and root. */
export const isForeign = (found: Stats): boolean => !isOwn(found) && found.uid !== 0;
/** Whether other users may read or change it. */
export const isOpenToOthers = ({mode}: Stats): boolean => isPosix && (mode & 0o077) !== 0;
/** Whether other users may change it. */
export const isWritableByOthers = ({mode}: Stats): boolean => isPosix && (mode & 0o022) !== 0;

/** Whether everybody may change it; in a sticky folder everybody only what is theirs. */
export const isWritableByAll = ({mode}: Stats): boolean => isPosix && (mode & 0o002) !== 0;
export const isSticky = ({mode}: Stats): boolean => (mode & 0o1000) !== 0;

const openers: Readonly<Record<string, string>> = {darwin: 'open', win32: 'explorer'};
/** The program that shows a file in what the desktop has for it. */
export const fileOpener = openers[process.platform] ?? 'xdg-open';

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

/**
 * Renames a file or folder over whatever file has the new name, in one step, and flushes the folder. On Windows this is the
 * place to repeat EPERM and EBUSY, which it gives while another program has the target open.
 */
export async function moveFile(from: string, to: string): Promise<void> {
	await rename(from, to);
	await syncFolder(dirname(to));
}
