import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {disk, isDiskError} from './disk.ts';
import {createPrivateFolder} from './private-file.ts';
import {createTemporaryName, removeLeftovers} from './temporary-names.ts';
import {validateOwnFolder} from './trust/foreign-files.ts';

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

/**
 * Creates a work folder in the state folder, or in the temporary folder of the system if the home is missing or
 * read-only.
 */
export async function createStateWorkFolder(stateDir: string): Promise<WorkFolder> {
	try {
		return await createWorkFolder(join(stateDir, 'work'));
	} catch (error) {
		if (!isDiskError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR')) throw error;
		const folder = await createWorkFolder(tmpdir());
		try {
			await validateOwnFolder(folder.path);
		} catch (unsafe) {
			await folder.remove();
			throw unsafe;
		}
		return folder;
	}
}
