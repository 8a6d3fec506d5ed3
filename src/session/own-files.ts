import {lstat, readdir, rm, rmdir} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {withDiskErrors} from '../files/disk-error.ts';
import {withLock} from '../files/with-lock.ts';
import type {Clock} from '../ports.ts';
import type {Folders} from './folders.ts';

/** The names of all that the program stores for a user. Archives and result histories are the user's own. */
const ownNames = {
	configDir: {'settings.json': 'settings and profiles', 'session.json': 'sessions'},
	stateDir: {
		keys: 'records of imports, for keys undo and --resume',
		notifications: 'records of sent notifications',
		sandbox: 'sandbox data',
		'known-values.json': 'names for completion',
		'quota-counts.json': 'quotas of products',
		'service-clocks.json': 'clocks of services',
		'query-history.json': 'statements typed at the prompt of query',
		locks: 'locks',
		work: 'temporary files',
	},
	cacheDir: {'compile-cache': 'compiled code'},
} as const;

export type OwnFile = {readonly path: string; readonly what: string; readonly bytes: number};

/** Returns the bytes of a file or folder, without following links, or undefined if it does not exist. */
async function measure(path: string): Promise<number | undefined> {
	const found = await lstat(path).catch(error => {
		if (['ENOENT', 'ENOTDIR'].includes(error.code)) return undefined;
		throw error;
	});
	if (!found?.isDirectory()) return found?.size;
	const sizes = await Promise.all((await readdir(path)).map(name => measure(join(path, name))));
	return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

export type OwnFolders = Folders & {readonly cacheDir: string | undefined};

/** Finds the files and folders that the program made for this user. Throws CliError (disk). */
export async function findOwnFiles(folders: OwnFolders): Promise<readonly OwnFile[]> {
	const found: OwnFile[] = [];
	for (const [folder, names] of Object.entries(ownNames)) {
		const parent = folders[folder as keyof typeof ownNames];
		if (parent === undefined) continue;
		for (const [name, what] of Object.entries(names)) {
			const path = join(parent, name);
			const bytes = await withDiskErrors('read', path, () => measure(path));
			if (bytes !== undefined) found.push({path, what, bytes});
		}
	}
	return found;
}

/** Does the work while holding all locks of imports and other runs. Throws CliError (locked) if another run holds one. */
async function withAllLocks(folder: string, clock: Clock, work: () => Promise<void>): Promise<void> {
	const names = (await readdir(folder)).filter(name => name.endsWith('.lock')).map(name => basename(name, '.lock'));
	await names.reduce((inner, name) => () => withLock({folder, name, clock}, inner), work)();
}

/**
 * Removes files of the program, and then those of its folders that are empty. Throws CliError: disk; locked, before anything
 * is removed.
 */
export async function removeOwnFiles(
	{cacheDir, stateDir, configDir}: OwnFolders,
	files: readonly OwnFile[],
	clock: Clock,
): Promise<void> {
	const remove = async () => {
		for (const {path} of files) await withDiskErrors('remove', path, () => rm(path, {recursive: true, force: true}));
	};
	const locks = join(stateDir, 'locks');
	await (files.some(({path}) => path === locks) ? withAllLocks(locks, clock, remove) : remove());
	// On Windows and with USAGECTL_CONFIG_DIR, the last one contains the others. A folder with other files stays.
	for (const folder of [cacheDir, stateDir, configDir]) if (folder) await rmdir(folder).catch(() => undefined);
}
