import {constants} from 'node:fs';
import {copyFile, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {dayNumber} from '../../calendar.ts';
import {ensureFile, suffix} from '../store/cached-files.ts';
import {engineThreads} from '../store/duckdb.ts';
import {type Scenario, scenariosName} from './scenarios.ts';
import type {LateSessions} from './simulation/life.ts';

/** Determines the data, together with the version of the tables. */
export type DataRecipe = {
	readonly folder: string;
	readonly seed: number;
	/** Installations of the first product on the day of the size. */
	readonly size: number;
	/** The last visible day, `YYYY-MM-DD`. */
	readonly now: string;
	readonly late?: LateSessions | undefined;
	readonly scenarios?: readonly Scenario[] | undefined;
};

/** A million installations need about this much. */
const buildingMemory = '800MB';

/** Increase it when a table or the generator changes, so that old data is rebuilt. */
const dataVersion = 9;

const prefix = 'data-';
const lateName = ({late}: DataRecipe) => (late ? `late-${late.perMille}-${late.days}-` : '');
const dataName = (recipe: DataRecipe) =>
	`${prefix}${dataVersion}-${recipe.seed}-${recipe.size}-${lateName(recipe)}${scenariosName(recipe.scenarios ?? [])}`;
const fileName = (recipe: DataRecipe) => `${dataName(recipe)}${recipe.now}${suffix}`;
/** The file can be missing. */
export const getDataFile = (recipe: DataRecipe): string => join(recipe.folder, fileName(recipe));

async function findEarlierDay(recipe: DataRecipe): Promise<string | undefined> {
	const start = dataName(recipe);
	const days = (await readdir(recipe.folder))
		.filter(name => name.startsWith(start) && name.endsWith(suffix))
		.map(name => name.slice(start.length, -suffix.length));
	return days
		.filter(day => /^\d{4}-\d\d-\d\d$/.test(day) && day < recipe.now)
		.sort()
		.at(-1);
}

/** Extends the data of an earlier day if there are any. */
async function build(unfinished: string, recipe: DataRecipe): Promise<void> {
	const {seed, size, now, late, scenarios} = recipe;
	const earlier = await findEarlierDay(recipe);
	if (earlier !== undefined)
		await copyFile(getDataFile({...recipe, now: earlier}), unfinished, constants.COPYFILE_FICLONE);
	const instance = await DuckDBInstance.create(unfinished, {
		memory_limit: buildingMemory,
		// A commit writes the file itself instead of a log first.
		checkpoint_threshold: '1KB',
		threads: engineThreads,
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
	});
	try {
		// Imported on demand, because the data nearly always exists.
		const {advanceData, buildData} = await import('./build.ts');
		const connection = await instance.connect();
		const known = {seed, size, late, scenarios, today: dayNumber(now)};
		await (earlier === undefined ? buildData(connection, known) : advanceData(connection, known, dayNumber(earlier)));
		await connection.run('CHECKPOINT');
		connection.closeSync();
	} finally {
		instance.closeSync();
	}
}

/**
 * Builds the data file if it is missing; of several processes, one builds it. Throws a CliError of kind disk if the
 * folder is not writable.
 */
export const ensureData = (recipe: DataRecipe): Promise<string> =>
	ensureFile({folder: recipe.folder, name: fileName(recipe), prefix}, unfinished => build(unfinished, recipe));
