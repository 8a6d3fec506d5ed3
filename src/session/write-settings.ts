import {dirname} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {disk} from '../files/disk.ts';
import {createShortWriteError, toDiskError} from '../files/disk-error.ts';
import {withLock} from '../files/with-lock.ts';
import type {Clock} from '../ports.ts';
import type {StoredSettings} from './stored-settings.ts';

async function isWritten(path: string, settings: StoredSettings): Promise<boolean> {
	try {
		return isDeepStrictEqual(JSON.parse(await disk.readText(path)), settings);
	} catch {
		return false;
	}
}

/**
 * Replaces the settings by a rename; conf preserves a symbolic link. On a full disk, conf may write part of the file and report
 * success (test/faults.md C3), so the file is read back, and its previous content is restored if it is incomplete.
 */
async function writeSettings(path: string, settings: StoredSettings, before: StoredSettings): Promise<void> {
	const {default: Conf} = await import('conf');
	const conf = new Conf<StoredSettings>({
		cwd: dirname(path),
		configName: 'settings',
		configFileMode: 0o600,
		accessPropertiesByDotNotation: false,
	});
	conf.store = settings;
	if (await isWritten(path, settings)) return;
	conf.store = before;
	throw createShortWriteError('write', path);
}

type SettingsUpdate = {
	readonly path: string;
	readonly clock: Clock;
	readonly read: () => Promise<StoredSettings>;
	readonly change: (stored: StoredSettings) => StoredSettings;
};

export const updateSettings = ({path, clock, read, change}: SettingsUpdate): Promise<void> =>
	withLock({folder: dirname(path), name: 'settings', clock, waitMs: 10_000}, async () => {
		const before = await read();
		try {
			await writeSettings(path, change(before), before);
		} catch (error) {
			throw toDiskError(error, 'write', path);
		}
	});
