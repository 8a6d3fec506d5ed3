import type {Stats} from 'node:fs';
import {lstat, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {withDiskErrors} from '../../../files/disk-error.ts';
import {makeFolder, validateNoForeignLink} from '../../../files/foreign.ts';
import {moveFile, resolveLinks} from '../../../files/platform.ts';
import {createWorkFolder} from '../../../files/temporary.ts';

/** A folder that files are put into, each of them whole. */
export type TargetFolder = {
	readonly path: string;
	/** The same, without links on the way. */
	readonly real: string;
	/** Private folder of this run inside it, for what is not whole yet. */
	readonly work: string;
	/** What has that name: a link is not followed. */
	readonly find: (name: string) => Promise<Stats | undefined>;
	/** Moves a whole file or folder from `work` to its name, in one step for a file, and replaces what had that name. */
	readonly place: (from: string, name: string) => Promise<void>;
	readonly remove: (name: string) => Promise<void>;
	/** Removes `work`. */
	readonly close: () => Promise<void>;
};

/** Opens a folder to put files into, and makes it when it does not exist. Throws CliError `disk`, as do the methods. */
export async function openTargetFolder(path: string): Promise<TargetFolder> {
	await validateNoForeignLink(path);
	const attempt = <T>(work: () => Promise<T>) => withDiskErrors('write', path, work);
	const real = await attempt(async () => {
		await makeFolder(path);
		// A link that is put in its place later does not redirect the files.
		return resolveLinks(path);
	});
	const work = await createWorkFolder(real);
	const find = (name: string) => lstat(join(real, name)).catch(() => undefined);
	return {
		path,
		real,
		work: work.path,
		find,
		place: (from, name) =>
			attempt(async () => {
				const target = join(real, name);
				if (!(await find(name))?.isDirectory()) return moveFile(from, target);
				// A folder cannot be renamed over one that has files.
				await moveFile(target, `${from}.replaced`);
				await moveFile(from, target).catch(async error => {
					await moveFile(`${from}.replaced`, target);
					throw error;
				});
			}),
		remove: name => attempt(() => rm(join(real, name), {recursive: true, force: true})),
		close: work.remove,
	};
}
