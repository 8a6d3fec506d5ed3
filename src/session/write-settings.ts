import {readFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {publishFile} from '../files/atomic-file.ts';
import {createShortWriteError, withDiskErrors} from '../files/disk-error.ts';
import {withLock} from '../files/lock.ts';
import {followLink} from '../files/private-file.ts';
import {createWorkFolder} from '../files/work-folder.ts';
import type {Clock} from '../ports.ts';
import type {StoredSettings} from './stored-settings.ts';

async function isWritten(path: string, settings: StoredSettings): Promise<boolean> {
	try {
		return isDeepStrictEqual(JSON.parse(await readFile(path, 'utf8')), settings);
	} catch {
		return false;
	}
}

/**
 * Replaces the settings in one step. conf writes into a temporary folder, and the file is read back before it takes its place:
 * on a full disk conf cuts its file short and reports success (docs/faults.md C3).
 */
async function write(path: string, settings: StoredSettings): Promise<void> {
	const {default: Conf} = await import('conf');
	const target = await followLink(path);
	const work = await createWorkFolder(dirname(target));
	try {
		const conf = new Conf<StoredSettings>({
			cwd: work.path,
			configName: 'settings',
			configFileMode: 0o600,
			accessPropertiesByDotNotation: false,
		});
		conf.store = settings;
		if (!(await isWritten(conf.path, settings))) throw createShortWriteError('write', path);
		await publishFile(conf.path, target);
	} finally {
		await work.remove().catch(() => undefined);
	}
}

type Update = {readonly path: string; readonly clock: Clock; readonly change: () => Promise<StoredSettings>};

/** Writes the settings that `change` makes, under the lock of their folder. Throws CliError: disk, locked. */
export const updateSettings = ({path, clock, change}: Update): Promise<void> =>
	withLock({folder: dirname(path), name: 'settings', clock, waitMs: 10_000}, async () => {
		const settings = await change();
		await withDiskErrors('write', path, () => write(path, settings));
	});
