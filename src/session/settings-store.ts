import {join} from 'node:path';
import {readPrivateFile} from '../files/private-file.ts';
import type {Clock} from '../ports.ts';
import {parseStored, type StoredSettings} from './stored-settings.ts';

export type SettingsStore = {
	readonly path: string;
	/** Throws CliError (disk) if the file is damaged, or readable by others. */
	readonly read: () => Promise<StoredSettings>;
	/** Reads, changes and writes under a lock, so that parallel runs do not lose changes. Throws CliError: disk, locked. */
	readonly update: (change: (stored: StoredSettings) => StoredSettings) => Promise<void>;
};

export type StoreOptions = {readonly configDir: string; readonly clock: Clock};

/** Opens the settings of a folder. Every run reads them, so the code that writes them is loaded only when needed. */
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
