import {join} from 'node:path';
import {disk} from './disk.ts';
import {createPrivateFolder} from './private-file.ts';
import {createTemporaryName, removeLeftovers} from './temporary-names.ts';

export type WorkFolder = {
	readonly path: string;
	readonly remove: () => Promise<void>;
};

/**
 * Creates a private temporary folder (mode 0700) in `parent`, which becomes private too if it is missing, and removes
 * the remains of killed runs there. Throws CliError (disk).
 */
export async function createWorkFolder(parent: string): Promise<WorkFolder> {
	const path = join(parent, createTemporaryName());
	await createPrivateFolder(parent);
	await removeLeftovers(parent);
	await disk.reportingAs('make a folder in', parent).makeNewFolder(path, 0o700);
	return {path, remove: () => disk.remove(path)};
}
