import type {Stats} from 'node:fs';
import {lstat, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Clock} from '../ports.ts';
import {getOwner, isDead, type Owner} from '../session/lock-owner.ts';
import {syncFolder} from '../session/private-file.ts';
import {asDiskError} from './disk.ts';

/** A folder that files are put into, each of them whole. */
export type TargetFolder = {
	readonly path: string;
	/** The same, without links on the way. */
	readonly real: string;
	/** Private folder of this run inside it: what is not whole yet lies there. */
	readonly work: string;
	/** What has that name: a link is not followed. */
	readonly find: (name: string) => Promise<Stats | undefined>;
	/** Moves a whole file or folder from `work` to its name, in one step for a file; what had that name is gone. */
	readonly place: (from: string, name: string) => Promise<void>;
	readonly remove: (name: string) => Promise<void>;
	/** Takes `work` away. */
	readonly close: () => Promise<void>;
};

const prefix = '.usagectl-work-';
const ownerFile = 'owner.json';
/** A folder without a readable owner is one that was just made, or was left by a kill in that moment. */
const youthMs = 60_000;

const isLeft = async (folder: string, now: Date): Promise<boolean> => {
	const {mtime} = await stat(folder);
	try {
		return isDead(JSON.parse(await readFile(join(folder, ownerFile), 'utf8')) as Owner, mtime, now);
	} catch {
		return now.getTime() - mtime.getTime() > youthMs;
	}
};

/** Removes what killed runs left; what a living one works on stays (reliability: K6). */
const sweep = async (path: string, now: Date): Promise<void> => {
	for (const name of (await readdir(path)).filter(each => each.startsWith(prefix))) {
		const folder = join(path, name);
		// another run may sweep the same
		const left = await isLeft(folder, now).catch(() => false);
		if (left) await rm(folder, {recursive: true, force: true});
	}
};

const createWork = async (path: string, now: Date): Promise<string> => {
	const owner = getOwner(now);
	const work = join(path, `${prefix}${owner.token}`);
	await mkdir(work, {mode: 0o700});
	try {
		await writeFile(join(work, ownerFile), JSON.stringify(owner), {flag: 'wx', mode: 0o600});
		return work;
	} catch (error) {
		await rm(work, {recursive: true, force: true});
		throw error;
	}
};

/** Opens a folder to put files into, and makes it when it is not there. Throws errors of the disk (exit 10). */
export const openTargetFolder = async (path: string, clock: Clock): Promise<TargetFolder> => {
	const guard = async <Result>(action: () => Promise<Result>): Promise<Result> => {
		try {
			return await action();
		} catch (error) {
			throw asDiskError(error, path);
		}
	};
	const {real, work} = await guard(async () => {
		await mkdir(path, {recursive: true});
		// a link put in its place later leads nothing astray
		const found = await realpath(path);
		await sweep(found, clock.now());
		return {real: found, work: await createWork(found, clock.now())};
	});
	const find = (name: string) => lstat(join(real, name)).catch(() => undefined);
	return {
		path,
		real,
		work,
		find,
		place: (from, name) =>
			guard(async () => {
				// a folder cannot be renamed over one that has files
				if ((await find(name))?.isDirectory()) await rename(join(real, name), `${from}.replaced`);
				await rename(from, join(real, name));
				await syncFolder(real);
			}),
		remove: name => guard(() => rm(join(real, name), {recursive: true, force: true})),
		close: () => guard(() => rm(work, {recursive: true, force: true})),
	};
};
