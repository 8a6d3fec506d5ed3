import {readdir, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {DuckDBInstance} from '@duckdb/node-api';
import {dayNumber} from '../../calendar.ts';
import {withLock} from '../../files/lock.ts';
import {createPrivateFolder} from '../../files/private-file.ts';
import {engineThreads} from './duckdb.ts';
import {publishWritten, withDiskHint} from './publish.ts';
import {schemaVersion} from './schema.ts';

/** What the data depends on, besides the version of the tables. */
export type DataRecipe = {
	/** Folder of the data files; created if it is missing. */
	readonly folder: string;
	readonly seed: number;
	/** Installations of the first product. */
	readonly size: number;
	/** The sandbox's day, `YYYY-MM-DD`. */
	readonly now: string;
};

/** Memory of the engine while it builds; a million installations need about that much. */
const buildingMemory = '800MB';
/** Number of files kept: those used last. */
const keptFiles = 4;
/** How long to wait for another process that builds; a million installations take minutes on a busy machine. */
const waitMs = 900_000;
const suffix = '.duckdb';

const clock = {
	now: () => new Date(),
	sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, undefined, {signal}),
};

const fileName = ({seed, size, now}: DataRecipe) => `data-${schemaVersion}-${seed}-${size}-${now}${suffix}`;
/** Path of the data of a recipe, whether it exists or not. */
export const getDataFile = (recipe: DataRecipe): string => join(recipe.folder, fileName(recipe));

const getLastUse = async (file: string): Promise<number | undefined> =>
	(await stat(file).catch(() => undefined))?.mtimeMs;

async function build(unfinished: string, {seed, size, now}: DataRecipe): Promise<void> {
	const instance = await DuckDBInstance.create(unfinished, {
		memory_limit: buildingMemory,
		threads: engineThreads,
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
	});
	try {
		// Imported on demand, because the data is nearly always there.
		const {buildData} = await import('../seed/build.ts');
		const connection = await instance.connect();
		await buildData(connection, {seed, size, today: dayNumber(now)});
		await connection.run('CHECKPOINT');
		connection.closeSync();
	} finally {
		instance.closeSync();
	}
}

/** Removes the files that were not used for longest; a process that reads one keeps it open. */
async function prune(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter(name => name.startsWith('data-') && name.endsWith(suffix));
	const files = await Promise.all(
		names.map(async name => ({path: join(folder, name), used: (await getLastUse(join(folder, name))) ?? 0})),
	);
	const oldest = files.sort((left, right) => right.used - left.used).slice(keptFiles);
	for (const {path} of oldest) await rm(path, {force: true});
}

/**
 * Returns the path of the data file of a recipe, and builds it if it is missing; of many processes, one builds.
 * Throws a CliError of kind disk when the folder cannot be written.
 */
export async function ensureData(recipe: DataRecipe): Promise<string> {
	const {folder} = recipe;
	const file = getDataFile(recipe);
	const text = {
		message: `the sandbox's data could not be made in ${folder}`,
		hint: 'is there space, and may you write there? USAGECTL_CONFIG_DIR names another folder',
	};
	await withDiskHint(text, async () => {
		await createPrivateFolder(folder);
		if ((await getLastUse(file)) === undefined)
			await withLock({folder, name: fileName(recipe), clock, waitMs}, async () => {
				if ((await getLastUse(file)) !== undefined) return;
				await publishWritten(file, unfinished => build(unfinished, recipe));
				await prune(folder);
			});
		const now = new Date();
		await utimes(file, now, now).catch(() => undefined);
	});
	return file;
}
