import {join} from 'node:path';
import {ensureData, getDataFile} from '../store/data.ts';
import type {DataSettings} from './data-settings.ts';

/** The data to serve: its file, the day that counts as today, and the log of written keys. */
export type DataSource = {
	readonly settings: DataSettings;
	readonly imported: boolean;
	/** `YYYY-MM-DD`. */
	readonly today: string;
	/** The data file, which may be missing. */
	readonly file: string;
	/** Builds the file if it is missing; resolves to its path. */
	readonly ensure: () => Promise<string>;
	readonly keyLog: string;
};

/** Settings of a command line; the others come from the stored settings. */
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

/** Chooses the data. A seed or a size selects synthetic data even if other data was imported. */
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
		// Without a fixed day, the log continues from day to day.
		keyLog: join(folder, `keys-${settings.seed}-${settings.size}-${settings.now ?? 'today'}.log`),
	};
}
