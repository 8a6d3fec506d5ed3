import {readdir, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {createPrivateFolder} from '../../files/private-file.ts';
import {withLock} from '../../files/with-lock.ts';
import {systemClock} from '../../system-clock.ts';
import {publishWritten, withDiskHint} from './publish-written.ts';

/** Caches data files that can be rebuilt. */

const maxCachedFiles = 4;
/** The time to wait for another process that builds: a million installations take minutes on a busy machine. */
const waitMs = 900_000;

export const suffix = '.duckdb';

const getLastUse = async (file: string): Promise<number | undefined> =>
	(await stat(file).catch(() => undefined))?.mtimeMs;

/** Removes the least recently used files. A process that reads one keeps it open. */
async function prune(folder: string, prefix: string): Promise<void> {
	const names = (await readdir(folder)).filter(name => name.startsWith(prefix) && name.endsWith(suffix));
	const files = await Promise.all(
		names.map(async name => ({path: join(folder, name), used: (await getLastUse(join(folder, name))) ?? 0})),
	);
	const oldest = files.sort((left, right) => right.used - left.used).slice(maxCachedFiles);
	for (const {path} of oldest) await rm(path, {force: true});
}

/**
 * Returns the path of a data file. If the file is missing, exactly one process calls `make`, which writes it to the path that it is given.
 * Files whose names start with `prefix` share one limit of cached files. Throws a CliError of kind disk if the folder is not
 * writable.
 */
export async function ensureFile(
	{folder, name, prefix}: {readonly folder: string; readonly name: string; readonly prefix: string},
	make: (unfinished: string) => Promise<void>,
): Promise<string> {
	const file = join(folder, name);
	const build = async () => {
		await createPrivateFolder(folder);
		if ((await getLastUse(file)) === undefined)
			await withLock({folder, name, clock: systemClock, waitMs}, async () => {
				if ((await getLastUse(file)) !== undefined) return;
				await publishWritten(file, make);
				await prune(folder, prefix);
			});
		const now = new Date();
		await utimes(file, now, now).catch(() => undefined);
	};
	const hint = 'check free space and permissions, or set USAGECTL_CONFIG_DIR to another folder';
	await withDiskHint(`cannot create the sandbox data in ${folder}`, build, hint);
	return file;
}
