import {join} from 'node:path';
import {readPrivateFile} from '../files/private-file.ts';
import type {Clock} from '../ports.ts';
import {parseStored, type StoredSettings} from './stored-settings.ts';

export type SettingsStore = {
	readonly path: string;
	readonly read: () => Promise<StoredSettings>;
	/** Reads, changes and writes under a lock: parallel runs lose nothing of each other. */
	readonly update: (change: (stored: StoredSettings) => StoredSettings) => Promise<void>;
};

export function createSettingsStore({
	configDir,
	clock,
}: {
	readonly configDir: string;
	readonly clock: Clock;
}): SettingsStore {
	const path = join(configDir, 'settings.json');
	const read = async () => parseStored(await readPrivateFile(path), path);
	return {
		path,
		read,
		update: async change => {
			const {withLock} = await import('../files/lock.ts');
			const {writeSettings} = await import('./write-settings.ts');
			await withLock({folder: configDir, name: 'settings', clock, waitMs: 10_000}, async () =>
				writeSettings(path, change(await read())),
			);
		},
	};
}
