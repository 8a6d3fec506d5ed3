import {constants} from 'node:fs';
import {cp, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {withDiskErrors} from '../../files/disk-error.ts';

/** Copies the sandbox of this user, so that a server with other data can change the copy. Throws CliError (disk). */
export const createTemporaryState = (stateDir: string) =>
	withDiskErrors('write', tmpdir(), async () => {
		const folder = await mkdtemp(join(tmpdir(), 'usagectl-sandbox-'));
		const remove = () => rm(folder, {recursive: true, force: true});
		const copied = cp(join(stateDir, 'sandbox'), join(folder, 'sandbox'), {
			recursive: true,
			mode: constants.COPYFILE_FICLONE,
		});
		await copied.catch(async (error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return;
			await remove();
			throw error;
		});
		return {folder, remove};
	});
