import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {
	type DataSettings,
	defaultData,
	getKeyLog,
	readDataSettings,
	sandboxFolder,
	writeDataSettings,
} from './state/data-settings.ts';
import {ensureData, getDataFile} from './store/data.ts';

export type SandboxStatus = {
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

const recipeOf = (folder: string, {seed, size, now}: DataSettings, today: Date) => ({
	folder: join(folder, 'data'),
	seed,
	size,
	now: now ?? today.toISOString().slice(0, 10),
});

const bytesOf = async (file: string): Promise<number | null> => (await stat(file).catch(() => null))?.size ?? null;

/** Which data the sandbox has; makes none. */
export async function getSandboxStatus(stateDir: string, today: Date): Promise<SandboxStatus> {
	const folder = sandboxFolder(stateDir);
	const settings = readDataSettings(folder);
	const recipe = recipeOf(folder, settings, today);
	return {
		seed: recipe.seed,
		size: recipe.size,
		now: recipe.now,
		fixedDay: settings.now !== undefined,
		folder,
		dataBytes: await bytesOf(getDataFile(recipe)),
		keyLogBytes: (await bytesOf(getKeyLog(folder, settings))) ?? 0,
	};
}

/** Forgets what was written, and makes the data that are served from now on; absent settings are the defaults. */
export async function resetSandbox(
	stateDir: string,
	wanted: {
		readonly seed: number | undefined;
		readonly size: number | undefined;
		readonly now: string | undefined;
		readonly today: Date;
	},
): Promise<SandboxStatus> {
	const folder = sandboxFolder(stateDir);
	const {seed = defaultData.seed, size = defaultData.size, now, today} = wanted;
	const settings = {seed, size, ...(now === undefined ? {} : {now})};
	await ensureData(recipeOf(folder, settings, today));
	for (const name of await readdir(folder)) if (name.endsWith('.log')) await rm(join(folder, name), {force: true});
	await writeDataSettings(folder, settings);
	return getSandboxStatus(stateDir, today);
}
