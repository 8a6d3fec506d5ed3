import {join} from 'node:path';
import {ensureData, getDataFile} from '../store/data.ts';
import type {DataSettings} from './data-settings.ts';

/** The data that are served: a file, the day that is today in it, and where its registry keeps what is written. */
export type DataSource = {
	readonly settings: DataSettings;
	readonly imported: boolean;
	/** `YYYY-MM-DD`. */
	readonly today: string;
	/** Whether or not it is made yet. */
	readonly file: string;
	/** Makes the file where it is missing. */
	readonly ensure: () => Promise<string>;
	readonly keyLog: string;
};

/** What a command line asks for; the rest is as it was left. */
export type GivenData = {
	readonly seed?: number | undefined;
	readonly size?: number | undefined;
	readonly now?: string | undefined;
};

export const importFolder = (folder: string): string => join(folder, 'imported');

const withoutUndefined = <T extends object>(given: T) =>
	Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
		[Key in keyof T]?: NonNullable<T[Key]>;
	};

/** A seed or a size asks for synthetic data, also where others were imported. */
export function getDataSource(folder: string, kept: DataSettings, given: GivenData & {today: Date}): DataSource {
	const {today: real, seed, size, now} = given;
	const synthetic = seed !== undefined || size !== undefined;
	if (kept.imported && !synthetic) {
		const file = join(importFolder(folder), kept.imported.file);
		return {
			settings: kept,
			imported: true,
			today: now ?? kept.imported.now,
			file,
			ensure: async () => file,
			keyLog: join(folder, `keys-${kept.imported.file}.log`),
		};
	}
	const {imported: _, ...settings} = {...kept, ...withoutUndefined({seed, size, now})};
	const today = settings.now ?? real.toISOString().slice(0, 10);
	const recipe = {folder: join(folder, 'data'), seed: settings.seed, size: settings.size, now: today};
	return {
		settings,
		imported: false,
		today,
		file: getDataFile(recipe),
		ensure: () => ensureData(recipe),
		// Without a fixed day the registry goes on from day to day.
		keyLog: join(folder, `keys-${settings.seed}-${settings.size}-${settings.now ?? 'today'}.log`),
	};
}
