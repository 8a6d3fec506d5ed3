import {basename, dirname, join} from 'node:path';
import {CliError} from '../../errors.ts';
import {publishFile} from '../../files/atomic-file.ts';
import {createWorkFolder} from '../../files/work-folder.ts';

/**
 * Writes a file atomically: `write` receives a path in a temporary folder, and its result becomes the file. Also
 * removes the leftovers of killed processes.
 */
export async function publishWritten<T>(file: string, write: (unfinished: string) => Promise<T>): Promise<T> {
	const folder = await createWorkFolder(dirname(file));
	try {
		const unfinished = join(folder.path, basename(file));
		const result = await write(unfinished);
		await publishFile(unfinished, file);
		return result;
	} finally {
		await folder.remove();
	}
}

/** Turns failed file operations of Node and DuckDB into a CliError of kind disk. */
export async function withDiskHint<T>(
	message: string,
	work: () => Promise<T>,
	hint = 'check free space and permissions',
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const isDiskError =
			error instanceof Error && ('syscall' in error || /^(IO|Permission|Out of Memory) Error/.test(error.message));
		if (!isDiskError) throw error;
		throw new CliError('disk', message, {hint, cause: error});
	}
}
