import {join} from 'node:path';
import {readPrivateFile} from '../files/private-file.ts';
import type {Clock} from '../ports.ts';
import {parseStored, type StoredSettings} from './stored-settings.ts';

export type SettingsStore = {
	readonly path: string;
	/** Throws CliError `disk` for a file that is damaged, or that others can read. */
	readonly read: () => Promise<StoredSettings>;
	/** Reads, changes and writes under a lock, so that parallel runs lose no change. Throws CliError: disk, locked. */
	readonly update: (change: (stored: StoredSettings) => StoredSettings) => Promise<void>;
};

export type StoreOptions = {readonly configDir: string; readonly clock: Clock};

/** The settings of a folder. Every run reads them; what writes them is loaded for that. */
export function createSettingsStore({configDir, clock}: StoreOptions): SettingsStore {
	const path = join(configDir, 'settings.json');
	const read = async () => parseStored(await readPrivateFile(path), path);
	return {
		path,
		read,
		update: async change => {
			const {updateSettings} = await import('./write-settings.ts');
			await updateSettings({path, clock, read, change});
		},
	};
}
