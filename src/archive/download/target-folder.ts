import type {Stats} from 'node:fs';
import {lstat} from 'node:fs/promises';
import {join} from 'node:path';
import {disk} from '../../files/disk.ts';
import {validateNoForeignLink} from '../../files/trust/foreign-files.ts';
import {createWorkFolder} from '../../files/work-folder.ts';

export type TargetFolder = {
	readonly path: string;
	/** The path with all links resolved. */
	readonly real: string;
	/** Private folder inside it for incomplete files. */
	readonly work: string;
	readonly find: (name: string) => Promise<Stats | undefined>;
	/** Moves a complete file or folder out of `work` and replaces what had the name; atomic for a file. */
	readonly place: (from: string, name: string) => Promise<void>;
	readonly remove: (name: string) => Promise<void>;
	readonly close: () => Promise<void>;
};

/** Creates the folder if it does not exist. Throws CliError (disk), as do the methods. */
export async function openTargetFolder(path: string): Promise<TargetFolder> {
	await validateNoForeignLink(path);
	const folderDisk = disk.reportingAs('write', path);
	await folderDisk.makeSafeFolder(path);
	// Resolved once, so that a link put in its place later does not redirect the files.
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
