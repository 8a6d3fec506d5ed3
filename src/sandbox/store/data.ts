import {randomUUID} from 'node:crypto';
import {mkdir, open, readdir, readFile, rename, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {DuckDBInstance} from '@duckdb/node-api';
import {CliError} from '../../errors.ts';
import {dayNumber} from '../calendar.ts';
import {isOfDisk} from './disk.ts';
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

/** What building may take; a million installations need about that. */
const buildingMemory = '800MB';
/** Files kept: those used last. */
const kept = 4;
const waitMs = 25;
const maxWaitMs = 600_000;
const suffix = '.duckdb';

const fileName = ({seed, size, now}: DataRecipe) => `data-${schemaVersion}-${seed}-${size}-${now}${suffix}`;

/** Where the data of a recipe are, made or not. */
export const getDataFile = (recipe: DataRecipe): string => join(recipe.folder, fileName(recipe));

const exists = async (file: string) => (await stat(file).catch(() => undefined)) !== undefined;

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
};

/** True when this process may build now. A lock only saves work: two builders at once would still be right. */
async function takeLock(lock: string): Promise<boolean> {
	try {
		const handle = await open(lock, 'wx');
		await handle.writeFile(String(process.pid));
		await handle.close();
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
	if (owner > 0 && !isAlive(owner)) await rm(lock, {force: true});
	return false;
}

/** Builds under a name of its own and renames: a reader sees a whole file or none. */
async function build(file: string, recipe: DataRecipe): Promise<void> {
	const unfinished = `${file}.${randomUUID()}.part`;
	try {
		const instance = await DuckDBInstance.create(unfinished, {
			memory_limit: buildingMemory,
			autoinstall_known_extensions: 'false',
		});
		try {
			const connection = await instance.connect();
			// The generator's tables cost 40 ms to load, and the data are nearly always there.
			const {buildData} = await import('../seed/build.ts');
			await buildData(connection, {seed: recipe.seed, size: recipe.size, today: dayNumber(recipe.now)});
			await connection.run('CHECKPOINT');
			connection.closeSync();
		} finally {
			instance.closeSync();
		}
		await rename(unfinished, file);
	} finally {
		for (const left of [unfinished, `${unfinished}.wal`]) await rm(left, {force: true});
		await rm(`${unfinished}.tmp`, {recursive: true, force: true});
	}
}

/** Removes data that was not used for longest; a process that still reads it keeps its open file. */
async function prune(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter(name => name.startsWith('data-') && name.endsWith(suffix));
	const files = await Promise.all(
		names.map(async name => ({name, used: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0})),
	);
	const old = files.sort((a, b) => b.used - a.used).slice(kept);
	for (const {name} of old) await rm(join(folder, name), {force: true});
}

async function buildOnce(file: string, recipe: DataRecipe): Promise<void> {
	const lock = `${file}.building`;
	const deadline = Date.now() + maxWaitMs;
	while (!(await exists(file))) {
		if ((await takeLock(lock)) || Date.now() > deadline) {
			try {
				if (!(await exists(file))) await build(file, recipe);
			} finally {
				await rm(lock, {force: true});
			}
			await prune(recipe.folder);
			return;
		}
		await pause(waitMs);
	}
}

/**
 * Path of the data file of a recipe, built when it is not there yet; safe when many processes ask at once.
 * Throws CliError disk when the folder cannot be written.
 */
export async function ensureData(recipe: DataRecipe): Promise<string> {
	const file = getDataFile(recipe);
	try {
		await mkdir(recipe.folder, {recursive: true, mode: 0o700});
		await buildOnce(file, recipe);
		const now = new Date();
		await utimes(file, now, now).catch(() => undefined);
	} catch (error) {
		if (!isOfDisk(error)) throw error;
		throw new CliError('disk', `the sandbox's data could not be made in ${recipe.folder}`, {
			hint: 'is there space, and may you write there? USAGECTL_CONFIG_DIR names another folder',
			cause: error,
		});
	}
	return file;
}
