import {randomUUID} from 'node:crypto';
import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../errors.ts';
import {dayText} from './calendar.ts';
import {defaultData, readDataSettings, sandboxFolder, writeDataSettings} from './state/data-settings.ts';
import {type GivenData, getDataSource, importFolder} from './state/data-source.ts';
import {openDatabase} from './store/duckdb.ts';
import {type ExportedTable, exportData} from './store/transfer/export-data.ts';
import {type ImportedTable, importData} from './store/transfer/import-data.ts';

/** What the sandbox has, and how that is changed while nobody serves it. */
export type SandboxStatus = {
	/** `synthetic`, or `imported`: then seed and size are those of the synthetic data that it does not use. */
	readonly data: 'synthetic' | 'imported';
	readonly seed: number;
	/** Installations of the first product. */
	readonly size: number;
	/** The day that is today. */
	readonly now: string;
	readonly fixedDay: boolean;
	readonly folder: string;
	/** Bytes of the data; null when they have not been made. */
	readonly dataBytes: number | null;
	/** Bytes of what was written to the registry of these data. */
	readonly keyLogBytes: number;
};

const bytesOf = async (file: string): Promise<number | null> => (await stat(file).catch(() => null))?.size ?? null;
const sourceOf = (stateDir: string, today: Date) => {
	const folder = sandboxFolder(stateDir);
	return getDataSource(folder, readDataSettings(folder), {today});
};

/** Which data the sandbox has; makes none. */
export async function getSandboxStatus(stateDir: string, today: Date): Promise<SandboxStatus> {
	const source = sourceOf(stateDir, today);
	const {seed, size, now} = source.settings;
	return {
		data: source.imported ? 'imported' : 'synthetic',
		seed,
		size,
		now: source.today,
		fixedDay: source.imported || now !== undefined,
		folder: sandboxFolder(stateDir),
		dataBytes: await bytesOf(source.file),
		keyLogBytes: (await bytesOf(source.keyLog)) ?? 0,
	};
}

/** Forgets what was written: keys, sessions, addresses. */
async function forget(folder: string): Promise<void> {
	for (const name of await readdir(folder)) if (name.endsWith('.log')) await rm(join(folder, name), {force: true});
}

/** Forgets what was written, and makes the data that are served from now on; what is absent goes to its default. */
export async function resetSandbox(stateDir: string, wanted: GivenData & {today: Date}): Promise<SandboxStatus> {
	const folder = sandboxFolder(stateDir);
	const source = getDataSource(folder, defaultData, wanted);
	await source.ensure();
	await forget(folder);
	await writeDataSettings(folder, source.settings);
	await rm(importFolder(folder), {recursive: true, force: true});
	return getSandboxStatus(stateDir, wanted.today);
}

/** Writes the tables of the data that are served into a folder; license keys as the data have them. */
export async function exportSandbox(
	stateDir: string,
	options: {readonly target: string; readonly format: 'parquet' | 'csv'; readonly today: Date},
): Promise<readonly ExportedTable[]> {
	const file = await sourceOf(stateDir, options.today).ensure();
	return exportData({file, folder: options.target, format: options.format});
}

/** Last day that anything is known of. */
async function getLastDay(file: string): Promise<string> {
	const database = await openDatabase(file);
	try {
		const [row] = await database.rows<{day: number | null}>('SELECT max(dateLastSeen) AS day FROM installation');
		return dayText(row?.day ?? 0);
	} finally {
		database.close();
	}
}

/**
 * Serves the tables of a folder from now on, in place of synthetic data. Without a day, the last one that anything is
 * known of is today. Throws a CliError of kind usage for a table that is wrong, with its line and column.
 */
export async function importSandbox(
	stateDir: string,
	options: {readonly source: string; readonly now: string | undefined},
): Promise<readonly ImportedTable[]> {
	if (!(await stat(options.source).catch(() => null))?.isDirectory())
		throw new CliError('usage', `${options.source} is no folder`, {hint: 'name the folder that the tables are in'});
	const folder = sandboxFolder(stateDir);
	const name = `${randomUUID()}.duckdb`;
	const file = join(importFolder(folder), name);
	const imported = await importData({folder: options.source, file});
	const now = options.now ?? (await getLastDay(file));
	await writeDataSettings(folder, {...readDataSettings(folder), imported: {file: name, now}});
	await forget(folder);
	for (const other of await readdir(importFolder(folder)))
		if (other !== name) await rm(join(importFolder(folder), other));
	return imported;
}
