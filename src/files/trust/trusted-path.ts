import type {Stats} from 'node:fs';
import {lstat, readlink, realpath} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import {hasOwners, isForeign, isOwn, isSticky, isWritableByOtherUsers} from '../platform.ts';

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

/** Checks from the root downwards: once a part is checked, nobody else can replace those above it. */
async function validateParts(path: string, trust: Trust, isLast: boolean): Promise<void> {
	const folder = dirname(path);
	if (folder !== path) await validateParts(folder, trust, false);
	const found = await lookAt(path);
	if (!found) return;
	const isShared = found.isDirectory() && isSticky(found) && !isLast;
	if (!isShared || isForeign(found)) validateFound(path, found, trust);
	if (found.isSymbolicLink()) {
		const target = resolve(await realpath(folder), await readlink(path));
		await validateParts(target, trust, isLast);
	}
}

/**
 * Throws CliError `usage` unless the path, its parent folders and all its links belong to this user or root, and no
 * other user can write there. Parent folders may be sticky, such as /tmp. Missing files are skipped.
 */
export async function validateTrustedPath(path: string, hint?: string): Promise<void> {
	if (!hasOwners) return;
	// Links in a circle would be followed without end.
	await realpath(path).catch(error => {
		if (error.code === 'ELOOP') throw createError(`${path} is a link to itself`, 'use a file or folder instead');
	});
	await validateParts(resolve(path), hint === undefined ? {} : {hint}, true);
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

export async function isInOwnRepository(folder: string): Promise<boolean> {
	const found = await lookAt(join(folder, '.git'));
	if (found) return isOwn(found);
	return dirname(folder) !== folder && isInOwnRepository(dirname(folder));
}
