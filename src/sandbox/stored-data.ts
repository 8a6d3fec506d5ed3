import {randomUUID} from 'node:crypto';
import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {dayText} from '../calendar.ts';
import {CliError} from '../errors.ts';
import {defaultData, readDataSettings, sandboxFolder, writeDataSettings} from './state/data-settings.ts';
import {type GivenData, getDataSource, importFolder} from './state/data-source.ts';
import {openDatabase} from './store/duckdb.ts';
import {type ExportedTable, exportData} from './store/transfer/export-data.ts';
import {type ImportedTable, importData} from './store/transfer/import-data.ts';

/** The state of the sandbox's data. */
export type SandboxStatus = {
	/** For `imported`, seed and size are those of the unused synthetic data. */
	readonly data: 'synthetic' | 'imported';
	readonly seed: number;
	/** Installations of the first product. */
	readonly size: number;
	/** The day that is today. */
	readonly now: string;
	readonly fixedDay: boolean;
	readonly folder: string;
	/** Bytes of the data; null when it is not built. */
	readonly dataBytes: number | null;
	/** Bytes of the log of keys written to these data. */
	readonly keyLogBytes: number;
};

const readSize = async (file: string): Promise<number | null> => (await stat(file).catch(() => null))?.size ?? null;
function readSource(stateDir: string, today: Date) {
	const folder = sandboxFolder(stateDir);
	return getDataSource(folder, readDataSettings(folder), {today});
}

/** Returns the state of the data without building any. */
export async function getSandboxStatus(stateDir: string, today: Date): Promise<SandboxStatus> {
	const source = readSource(stateDir, today);
	const {seed, size, now} = source.settings;
	return {
		data: source.imported ? 'imported' : 'synthetic',
		seed,
		size,
		now: source.today,
		fixedDay: source.imported || now !== undefined,
		folder: sandboxFolder(stateDir),
		dataBytes: await readSize(source.file),
		keyLogBytes: (await readSize(source.keyLog)) ?? 0,
	};
}

/** Removes the logs: written keys, sessions, addresses. */
async function forget(folder: string): Promise<void> {
	for (const name of await readdir(folder)) if (name.endsWith('.log')) await rm(join(folder, name), {force: true});
}

/** Builds the data to be served from now on and removes the logs; absent settings get their defaults. */
export async function resetSandbox(stateDir: string, wanted: GivenData & {today: Date}): Promise<SandboxStatus> {
	const folder = sandboxFolder(stateDir);
	const source = getDataSource(folder, defaultData, wanted);
	await source.ensure();
	await forget(folder);
	await writeDataSettings(folder, source.settings);
	await rm(importFolder(folder), {recursive: true, force: true});
	return getSandboxStatus(stateDir, wanted.today);
}

/** Exports the served tables into a folder; written license keys are not included. */
export async function exportSandbox(
	stateDir: string,
	options: {readonly target: string; readonly format: 'parquet' | 'csv'; readonly today: Date},
): Promise<readonly ExportedTable[]> {
	const file = await readSource(stateDir, options.today).ensure();
	return exportData({file, folder: options.target, format: options.format});
}

/** The last day on which an installation was seen. */
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
 * Imports the tables of a folder, to be served from now on in place of synthetic data. The default of `now` is the last
 * day on which an installation was seen. Throws a CliError of kind usage for an invalid table, with line and column.
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
