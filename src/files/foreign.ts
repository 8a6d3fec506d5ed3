import {lstat} from 'node:fs/promises';
import {CliError} from '../errors.ts';
import {isForeign} from './platform.ts';

const refuse = (path: string, what: string) =>
	new CliError('disk', `${path} is ${what} of another user`, {hint: 'use a folder of your own', code: 'foreign'});

/** Throws CliError `disk` where the path is a link or FIFO that another user made, who can make it lead elsewhere, or never read it. */
export async function validateNoForeignLink(path: string): Promise<void> {
	const found = await lstat(path).catch(() => undefined);
	if (!found || !isForeign(found)) return;
	if (found.isSymbolicLink()) throw refuse(path, 'a link');
	if (found.isFIFO()) throw refuse(path, 'a FIFO');
}

/** Throws CliError `disk` where the path belongs to another user, link or folder. Root may use folders of others. */
export async function validateOwnFolder(path: string): Promise<void> {
	await validateNoForeignLink(path);
	const found = await lstat(path).catch(() => undefined);
	if (found && process.getuid?.() !== 0 && isForeign(found))
		throw refuse(path, found.isDirectory() ? 'a folder' : 'a file');
}
