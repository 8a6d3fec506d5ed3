import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import type {LateSessions} from '../options/option-table.ts';
import {ensureData, getDataFile} from '../seed/synthetic-data.ts';
import {dataStartDate} from '../seed/values/product-profiles.ts';
import {ensureDayFile, getDayFile} from '../store/transfer/data-of-day.ts';
import type {DataSettings} from './data-settings.ts';

export type DataSource = {
	readonly settings: DataSettings;
	readonly imported: boolean;
	/** A day or a timestamp; undefined for the real time. */
	readonly now: string | undefined;
	/** Returns the path of the data up to a day (`YYYY-MM-DD`). The file can be missing. */
	readonly getFile: (day: string) => string;
	/** Builds the file of a day if it is missing. Resolves to its path. */
	readonly ensure: (day: string) => Promise<string>;
	readonly keyLog: string;
};

/** The settings of a command line. Absent ones come from the stored settings. */
export type GivenData = {
	readonly seed?: number | undefined;
	readonly size?: number | undefined;
	/** The start of the clock: a timestamp `YYYY-MM-DDThh:mm:ss`, or a day for its last second. */
	readonly now?: string | undefined;
	readonly late?: LateSessions | undefined;
};

export const importFolder = (folder: string): string => join(folder, 'imported');

const withoutUndefined = <T extends object>(given: T) =>
	Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
		[Key in keyof T]?: NonNullable<T[Key]>;
	};

/** A seed or a size selects synthetic data even if other data were imported. */
export function getDataSource(folder: string, kept: DataSettings, given: GivenData): DataSource {
	const {seed, size, now, late} = given;
	const synthetic = seed !== undefined || size !== undefined;
	if (kept.imported && !synthetic) {
		const {file, last} = kept.imported;
		const source = {folder: importFolder(folder), name: file, last};
		return {
			settings: kept,
			imported: true,
			now: now ?? kept.imported.now,
			getFile: day => getDayFile(source, day),
			ensure: day => ensureDayFile(source, day),
			keyLog: join(folder, `keys-${file}.log`),
		};
	}
	const {imported: _, ...settings} = {...kept, ...withoutUndefined({seed, size, now})};
	if (settings.now !== undefined && settings.now < dataStartDate)
		throw new CliError('usage', `sandbox data starts on ${dataStartDate}, after ${settings.now}`, {
			hint: `use --now ${dataStartDate} or later`,
		});
	const recipe = {...settings, folder: join(folder, 'data'), late};
	return {
		settings,
		imported: false,
		now: settings.now,
		getFile: day => getDataFile({...recipe, now: day}),
		ensure: day => ensureData({...recipe, now: day}),
		// Written keys do not depend on the day.
		keyLog: join(folder, `keys-${settings.seed}-${settings.size}.log`),
	};
}
