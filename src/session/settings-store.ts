import {join} from 'node:path';
import type {Clock} from '../ports.ts';
import {readPrivateFile} from './read-private-file.ts';
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
			const {ensurePrivateFolder} = await import('./private-file.ts');
			const {withLock} = await import('./lock.ts');
			const {writeSettings} = await import('./write-settings.ts');
			await ensurePrivateFolder(configDir);
			await withLock({folder: configDir, name: 'settings', clock, waitMs: 10_000}, async () =>
				writeSettings(path, change(await read())),
			);
		},
	};
}
