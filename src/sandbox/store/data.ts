import {randomUUID} from 'node:crypto';
import {readdir, rename, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {DuckDBInstance} from '@duckdb/node-api';
import {CliError} from '../../errors.ts';
import {withLock} from '../../files/lock.ts';
import {createPrivateFolder} from '../../files/private-file.ts';
import {dayNumber} from '../calendar.ts';
import {isOfDisk} from './disk.ts';
import {engineThreads} from './duckdb.ts';
import {schemaVersion} from './schema.ts';

/** Which data: it is a function of these alone, besides the version of the tables. */
export type DataRecipe = {
	/** Folder of the cached files; made when it is missing. */
	readonly folder: string;
	readonly seed: number;
	/** Installations of the first product. */
	readonly size: number;
	/** The sandbox's day, `YYYY-MM-DD`. */
	readonly now: string;
};

/** What building may take for data; a million installations need about that. */
const buildingMemory = '800MB';
/** Files kept: those used last. */
const kept = 4;
/** As long as anyone waits for another process that builds: a million installations on a busy machine take minutes. */
const waitMs = 900_000;
/** An unfinished file that nobody has written to for so long was left by a process that was killed. */
const abandonedMs = 3_600_000;
const suffix = '.duckdb';

const clock = {
	now: () => new Date(),
	sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, undefined, {signal}),
};

const fileName = ({seed, size, now}: DataRecipe) => `data-${schemaVersion}-${seed}-${size}-${now}${suffix}`;
/** Where the data of a recipe are, made or not. */
export const getDataFile = (recipe: DataRecipe): string => join(recipe.folder, fileName(recipe));

const lastUse = async (file: string): Promise<number | undefined> => (await stat(file).catch(() => undefined))?.mtimeMs;

/** Builds under a name of its own and renames: a reader sees a whole file or none. */
async function build(file: string, {seed, size, now}: DataRecipe): Promise<void> {
	const unfinished = `${file}.${randomUUID()}.part`;
	try {
		const instance = await DuckDBInstance.create(unfinished, {
			memory_limit: buildingMemory,
			threads: engineThreads,
			autoinstall_known_extensions: 'false',
			autoload_known_extensions: 'false',
		});
		try {
			// The generator's tables cost 40 ms to load, and the data are nearly always there.
			const {buildData} = await import('../seed/build.ts');
			const connection = await instance.connect();
			await buildData(connection, {seed, size, today: dayNumber(now)});
			await connection.run('CHECKPOINT');
			connection.closeSync();
		} finally {
			instance.closeSync();
		}
		await rename(unfinished, file);
	} finally {
		for (const left of ['', '.wal', '.tmp']) await rm(unfinished + left, {recursive: true, force: true});
	}
}

/** Removes data that was not used for longest, and what killed builders left; who still reads a file keeps it open. */
async function prune(folder: string): Promise<void> {
	const found = await Promise.all(
		(await readdir(folder))
			.filter(name => name.startsWith('data-'))
			.map(async name => ({path: join(folder, name), used: (await lastUse(join(folder, name))) ?? 0})),
	);
	const whole = found.filter(({path}) => path.endsWith(suffix)).sort((a, b) => b.used - a.used);
	const abandoned = found.filter(
		({path, used}) => path.includes(`${suffix}.`) && !path.endsWith('.lock') && used < Date.now() - abandonedMs,
	);
	for (const {path} of [...whole.slice(kept), ...abandoned]) await rm(path, {recursive: true, force: true});
}

/**
 * Path of the data file of a recipe, built when it is not there yet; of many processes that ask at once, one builds.
 * Throws CliError disk when the folder cannot be written.
 */
export async function ensureData(recipe: DataRecipe): Promise<string> {
	const {folder} = recipe;
	const file = getDataFile(recipe);
	try {
		await createPrivateFolder(folder);
		if ((await lastUse(file)) === undefined)
			await withLock({folder, name: fileName(recipe), clock, waitMs}, async () => {
				if ((await lastUse(file)) !== undefined) return;
				await build(file, recipe);
				await prune(folder);
			});
		const now = new Date();
		await utimes(file, now, now).catch(() => undefined);
	} catch (error) {
		if (!isOfDisk(error)) throw error;
		throw new CliError('disk', `the sandbox's data could not be made in ${folder}`, {
			hint: 'is there space, and may you write there? USAGECTL_CONFIG_DIR names another folder',
			cause: error,
		});
	}
	return file;
}
