import type {Stats} from 'node:fs';
import {lstat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {CliError} from '../../errors.ts';
import {hasOwners, isForeign, isOwn, isSticky, isWritableByOtherUsers} from '../platform.ts';
import {type PathPart, readTarget, walkPath} from './walk-path.ts';

/**
 * Checks that no other user wrote, or can write, files that the program relies on, as git does with safe.directory.
 * On Windows, the program does not check owners and permissions, so nothing is checked there.
 */

type Trust = {
	/** Describes how to trust the path anyway. */
	readonly hint?: string;
	/** Another user whom the user trusts, and who decides who else may write. */
	readonly owner?: number | undefined;
};

const createError = (message: string, hint: string) => new CliError('usage', message, {hint, code: 'untrusted'});

async function lookAt(path: string): Promise<Stats | undefined> {
	try {
		return await lstat(path);
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
		throw error;
	}
}

function validateFound(path: string, found: Stats, {hint, owner}: Trust): void {
	if (isForeign(found) && found.uid !== owner)
		throw createError(`${path} belongs to another user`, hint ?? 'use a folder of your own');
	if (owner === undefined && !found.isSymbolicLink() && isWritableByOtherUsers(found))
		throw createError(`${path} can be changed by other users`, [`chmod go-w '${path}'`, hint ?? []].flat().join('\n'));
}

/**
 * Throws CliError (usage) unless the path, its parent folders and all its links belong to this user or root, and no
 * other user can write there. Parent folders may be sticky, such as /tmp. Missing files are skipped.
 */
export async function validateTrustedPath(path: string, hint?: string): Promise<void> {
	if (!hasOwners) return;
	const trust = hint === undefined ? {} : {hint};
	const visit = async (part: PathPart) => {
		const found = await lookAt(part.path);
		if (!found) return undefined;
		const isShared = found.isDirectory() && isSticky(found) && !part.isLast;
		if (!isShared || isForeign(found)) validateFound(part.path, found, trust);
		return found.isSymbolicLink() ? readTarget(part) : undefined;
	};
	await walkPath(path, visit).catch(error => {
		throw error.code === 'ELOOP' ? createError(`${path} is a link to itself`, 'use a file or folder instead') : error;
	});
}

export async function validateNoLink(path: string): Promise<void> {
	if ((await lookAt(path))?.isSymbolicLink())
		throw createError(`${path} is a link`, 'replace the link, or name another path');
}

/** Checks one file or folder without its parents. Throws CliError (usage), also for a link. */
export async function validateTrustedEntry(path: string, trust: Trust): Promise<void> {
	await validateNoLink(path);
	const found = await lookAt(path);
	if (found && hasOwners) validateFound(path, found, trust);
}

/** Returns the nearest folder with a `.git`, from the folder upwards. */
export async function findRepository(folder: string): Promise<string | undefined> {
	if (await lookAt(join(folder, '.git'))) return folder;
	return dirname(folder) === folder ? undefined : findRepository(dirname(folder));
}

export async function isInOwnRepository(folder: string): Promise<boolean> {
	const repository = await findRepository(folder);
	const found = repository && (await lookAt(join(repository, '.git')));
	return found ? isOwn(found) : false;
}
