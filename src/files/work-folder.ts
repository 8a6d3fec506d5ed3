import {join} from 'node:path';
import {disk} from './disk.ts';
import {createPrivateFolder} from './private-file.ts';
import {createTemporaryName, removeLeftovers} from './temporary-names.ts';

export type WorkFolder = {
	readonly path: string;
	/** Removes the folder with all that is in it. */
	readonly remove: () => Promise<void>;
};

/**
 * Makes a private temporary folder (0700) in `parent`, which is made private too where it is missing, and removes the leftovers
 * that are there. Throws CliError `disk`.
 */
export async function createWorkFolder(parent: string): Promise<WorkFolder> {
	const path = join(parent, createTemporaryName());
	await createPrivateFolder(parent);
	await removeLeftovers(parent);
	await disk.reporting('make a folder in', parent).makeNewFolder(path, 0o700);
	return {path, remove: () => disk.remove(path)};
}
