import type {Stats} from 'node:fs';
import {lstat, mkdir, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {CliError} from '../../errors.ts';
import {withDiskErrors} from '../disk-error.ts';
import {
	hasOwners,
	isForeign,
	isRoot,
	isSticky,
	isWritableByAll,
	isWritableByOtherUsers,
	makeFolders,
} from '../platform.ts';
import {type PathPart, readTarget, walkPath} from './walk-path.ts';

/** Checks for files and folders that another user of the machine planted, or may exchange while a run uses them. */

const createForeignError = (path: string, what: string, hint = 'use a folder of your own') =>
	new CliError('disk', `${path} is ${what}`, {hint, code: 'foreign'});

type Found = Awaited<ReturnType<typeof lstat>>;
const describeKind = (found: Found) =>
	found.isSymbolicLink() ? 'a link' : found.isDirectory() ? 'a folder' : 'a file';

/** Node's permission model hides most folders. */
function ignoreDenied(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ERR_ACCESS_DENIED') throw error;
}

/** Others could exchange the link between the check and its use, and know before where this run will write. */
function validateLink(path: string, above: Stats): void {
	if (hasOwners && (isForeign(above) || isWritableByOtherUsers(above)))
		throw createForeignError(path, 'a link in a folder that others can change', 'give the path that it leads to');
}

async function validatePart(part: PathPart, isOurs: boolean): Promise<string | undefined> {
	const {path, folder} = part;
	const above = await stat(folder);
	const canReplace = isForeign(above) || (isWritableByAll(above) && !isSticky(above));
	if (isOurs && canReplace && !isRoot()) throw createForeignError(path, 'in a folder that others can change');
	const found = await lstat(path);
	if (isForeign(found) && isWritableByAll(above))
		throw createForeignError(path, `${describeKind(found)} of another user`);
	if (!found.isSymbolicLink()) return undefined;
	validateLink(path, above);
	return readTarget(part);
}

const validateParts = (path: string, isOurs: boolean, make?: (path: string) => Promise<void>): Promise<void> =>
	walkPath(path, async part => {
		if (part.path === part.folder) return undefined;
		try {
			if (!part.isLinked) await make?.(part.path);
			return await validatePart(part, isOurs);
		} catch (error) {
			return ignoreDenied(error as NodeJS.ErrnoException);
		}
	});

async function makeMissingFolder(path: string, mode: number): Promise<void> {
	const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
		if (error.code !== code) throw error;
		return undefined;
	};
	const found = await lstat(path).catch(ignore('ENOENT'));
	if (!found) await mkdir(path, {mode}).catch(ignore('EEXIST'));
}

/** Creates a folder and its parents. Checks each like `validateTarget` before creating anything in it. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
	if (hasOwners) await validateParts(folder, false, part => makeMissingFolder(part, mode));
	// Fails if the path is not a folder.
	await makeFolders(folder);
}

/**
 * Throws CliError (disk) if the path is a link or FIFO of another user, who could redirect it or never read it, or any link
 * in a folder that others can change.
 */
export async function validateNoForeignLink(path: string): Promise<void> {
	const found = await lstat(path).catch(() => undefined);
	if (found?.isSymbolicLink()) {
		if (isForeign(found)) throw createForeignError(path, 'a link of another user');
		await stat(dirname(path)).then(above => validateLink(path, above), ignoreDenied);
	}
	if (found?.isFIFO() && isForeign(found)) throw createForeignError(path, 'a FIFO of another user');
}

async function validateFolder(folder: string): Promise<void> {
	if (!hasOwners) return void (await stat(folder));
	await validateParts(folder, false);
}

/**
 * Throws CliError (disk) if a file at this path would be written through a link or FIFO of another user, or if a part
 * of its folder's resolved path belongs to another user in a folder that everybody can change, such as /tmp: the user
 * did not create it, and the other user could replace it. Folders elsewhere were created by someone who was allowed to.
 * Also throws if the folder does not exist, since it would have to be checked when it is created.
 */
export async function validateTarget(path: string): Promise<void> {
	await validateNoForeignLink(path);
	await withDiskErrors('write', path, () => validateFolder(dirname(path)));
}

/**
 * Throws CliError (disk) if a folder of the program, or one on its resolved path, belongs to another user or could be
 * replaced by one. A missing folder is fine. Root may use folders of others.
 */
export async function validateOwnFolder(path: string): Promise<void> {
	if (!hasOwners) return;
	await validateNoForeignLink(path);
	const found = await lstat(path).catch(() => undefined);
	if (found && !isRoot() && isForeign(found)) throw createForeignError(path, `${describeKind(found)} of another user`);
	await validateParts(path, true).catch(error => {
		if (error instanceof CliError || error.code === 'ELOOP') throw error;
	});
}
