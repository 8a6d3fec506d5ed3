import {constants} from 'node:fs';
import {copyFile, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {dayNumber, isDay} from '../../calendar.ts';
import {ensureFile, suffix} from '../store/cached-files.ts';
import {engineThreads, withDatabase} from '../store/duckdb.ts';
import type {Recipe} from './build.ts';
import {scenariosName} from './scenarios.ts';

/** `now` is the last visible day, `YYYY-MM-DD`. */
export type DataRecipe = Omit<Recipe, 'today'> & {readonly folder: string; readonly now: string};

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
		.filter(day => isDay(day) && day < recipe.now)
		.sort()
		.at(-1);
}

/** Extends the data of an earlier day if there are any. */
async function build(unfinished: string, recipe: DataRecipe): Promise<void> {
	const earlier = await findEarlierDay(recipe);
	if (earlier !== undefined)
		await copyFile(getDataFile({...recipe, now: earlier}), unfinished, constants.COPYFILE_FICLONE);
	const options = {
		memory_limit: buildingMemory,
		// A commit writes the file itself instead of a log first.
		checkpoint_threshold: '1KB',
		threads: engineThreads,
	};
	await withDatabase({file: unfinished, options}, async connection => {
		// Imported on demand, because the data nearly always exists.
		const {advanceData, buildData} = await import('./build.ts');
		const known = {...recipe, today: dayNumber(recipe.now)};
		await (earlier === undefined ? buildData(connection, known) : advanceData(connection, known, dayNumber(earlier)));
		await connection.run('CHECKPOINT');
	});
}

/**
 * Builds the data file if it is missing; of several processes, one builds it. Throws a CliError of kind disk if the
 * folder is not writable.
 */
export const ensureData = (recipe: DataRecipe): Promise<string> =>
	ensureFile({folder: recipe.folder, name: fileName(recipe), prefix}, unfinished => build(unfinished, recipe));
