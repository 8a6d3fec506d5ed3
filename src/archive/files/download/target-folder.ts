import type {Stats} from 'node:fs';
import {lstat} from 'node:fs/promises';
import {join} from 'node:path';
import {disk} from '../../../files/disk.ts';
import {validateNoForeignLink} from '../../../files/foreign-files.ts';
import {createWorkFolder} from '../../../files/work-folder.ts';

/** A folder that files are put into, each of them whole. */
export type TargetFolder = {
	readonly path: string;
	/** The same, without links on the way. */
	readonly real: string;
	/** Private folder of this run inside it, for what is not whole yet. */
	readonly work: string;
	/** Finds the file, folder or link that has that name. */
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
	const folderDisk = disk.reporting('write', path);
	await folderDisk.makeSafeFolder(path);
	// A link that is put in its place later does not redirect the files.
	const real = await folderDisk.realPath(path);
	const work = await createWorkFolder(real);
	const find = (name: string) => lstat(join(real, name)).catch(() => undefined);
	return {
		path,
		real,
		work: work.path,
		find,
		place: async (from, name) => {
			const target = join(real, name);
			if (!(await find(name))?.isDirectory()) return folderDisk.move(from, target);
			// A folder cannot be renamed over one that has files.
			await folderDisk.move(target, `${from}.replaced`);
			await folderDisk.move(from, target).catch(async error => {
				await folderDisk.move(`${from}.replaced`, target);
				throw error;
			});
		},
		remove: name => folderDisk.remove(join(real, name)),
		close: work.remove,
	};
}
