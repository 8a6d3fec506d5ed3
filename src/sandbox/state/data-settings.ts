import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {CliError} from '../../errors.ts';
import {writePrivateFile} from '../../files/private-file.ts';
import {getScenarioList} from '../seed/scenarios.ts';

const dataSettings = z.strictObject({
	seed: z.int(),
	/** Installations of the first product. */
	size: z.int().min(1),
	/** A day or a timestamp; absent for the real time. */
	now: z.string().optional(),
	scenarios: z.lazy(getScenarioList).optional(),
	/** The file of imported data, the last day that it has rows for, and the time of the clock. */
	imported: z.strictObject({file: z.string(), last: z.string(), now: z.string()}).optional(),
});
export type DataSettings = z.infer<typeof dataSettings>;

export const defaultData: DataSettings = {seed: 1, size: 10_000};

export const sandboxFolder = (stateDir: string): string => join(stateDir, 'sandbox');

const getSettingsFile = (folder: string) => join(folder, 'data.json');

/** Returns the defaults if there are no settings. Throws a CliError of kind disk for a damaged file. */
export function readDataSettings(folder: string): DataSettings {
	try {
		return dataSettings.parse(JSON.parse(readFileSync(getSettingsFile(folder), 'utf8')));
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return defaultData;
		throw new CliError('disk', `the sandbox cannot read ${getSettingsFile(folder)}`, {
			hint: 'run usagectl sandbox reset',
			cause,
		});
	}
}

/** Returns a different text after each write of the settings, even if they stay the same. */
export function getSettingsStamp(folder: string): string {
	const stats = statSync(getSettingsFile(folder), {bigint: true, throwIfNoEntry: false});
	return stats ? `${stats.ino} ${stats.mtimeNs}` : '';
}

export const writeDataSettings = (folder: string, settings: DataSettings): Promise<void> =>
	writePrivateFile(getSettingsFile(folder), `${JSON.stringify(settings)}\n`);

export const withNow = ({imported, ...settings}: DataSettings, now: string): DataSettings =>
	imported ? {...settings, imported: {...imported, now}} : {...settings, now};
