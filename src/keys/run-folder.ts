import {type FileHandle, mkdir, readdir, rename, rm, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {crc32} from 'node:zlib';
import {CliError} from '../errors.ts';
import {isAlive, ownPid} from '../session/lock-owner.ts';
import {ensurePrivateFolder, syncFolder} from '../session/private-file.ts';
import {diskError, readChunks, withFile, writeWhole} from './disk.ts';
import {
	damaged,
	decodeEntry,
	encodeEntry,
	type JournalEntry,
	type RunHeader,
	type RunState,
	replay,
} from './journal.ts';
import {type Measure, readLines} from './spool.ts';

/**
 * Where runs are kept: a folder each, with the plan (what is sent) and the journal (what became of it). A run is prepared in
 * a folder of another name and gets its own by one rename, so a run that can be found is whole; it is removed by a rename, too.
 */

const runsIn = (stateDir: string) => join(stateDir, 'keys');
export const planOf = (folder: string): string => join(folder, 'plan');
export const journalOf = (folder: string): string => join(folder, 'journal');
/** Rows of the file that are not in the plan. */
export const leftOf = (folder: string): string => join(folder, 'left');

/** All that a run keeps; what else its preparation needed goes. */
const kept: ReadonlySet<string> = new Set(['plan', 'journal', 'left']);

/** Folders that are no runs yet, or no longer, and the process that works on them. */
const inWork = /^(?:preparing|removing)-(\d+)-/;
const namePattern = /^\d{8}-\d{6}-[a-z\d]{4}$/;

/** A name that sorts by time and can be typed. */
export const createRunName = (now: Date, random: number): string =>
	`${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${Math.floor(random * 36 ** 4)
		.toString(36)
		.padStart(4, '0')}`;

const readEntriesOf = (runs: string): Promise<readonly string[]> =>
	readdir(runs).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code === 'ENOENT') return [];
		throw diskError('read', runs, cause);
	});

/** Removes what killed processes left half prepared or half removed. */
async function removeRemains(runs: string): Promise<void> {
	for (const entry of await readEntriesOf(runs)) {
		const pid = inWork.exec(entry)?.[1];
		if (pid && !isAlive(Number(pid))) await rm(join(runs, entry), {recursive: true, force: true});
	}
}

/** A private folder to prepare a run in. Those that killed processes left are removed. */
export async function createWorkFolder(stateDir: string, random: number): Promise<string> {
	const runs = runsIn(stateDir);
	await ensurePrivateFolder(runs);
	const folder = join(runs, `preparing-${ownPid}-${random.toString(36).slice(2)}`);
	try {
		await removeRemains(runs);
		await mkdir(folder, {mode: 0o700});
	} catch (cause) {
		throw diskError('make', folder, cause);
	}
	return folder;
}

/** Turns a prepared folder into the run that its header names. */
export async function publishRun(folder: string, stateDir: string, header: RunHeader): Promise<string> {
	const target = join(runsIn(stateDir), header.run);
	try {
		for (const entry of await readdir(folder)) if (!kept.has(entry)) await rm(join(folder, entry));
		await withFile(journalOf(folder), 'wx', async file => {
			await writeWhole(file, Buffer.from(encodeEntry(header)));
			await file.sync();
		});
		await syncFolder(folder);
		await rename(folder, target);
		await syncFolder(runsIn(stateDir));
	} catch (cause) {
		throw diskError('make', target, cause);
	}
	return target;
}

/**
 * Removes runs for good. A kill leaves each of them whole or without its name, and the next to work here removes the rest.
 * Throws CliError disk.
 */
export async function removeRuns(stateDir: string, folders: readonly string[]): Promise<void> {
	const runs = runsIn(stateDir);
	const renamed = (folder: string) => join(runs, `removing-${ownPid}-${basename(folder)}`);
	try {
		await removeRemains(runs);
		if (folders.length === 0) return;
		for (const folder of folders) await rename(folder, renamed(folder));
		// The disk must have the new names before the first file goes.
		await syncFolder(runs);
		for (const folder of folders) await rm(renamed(folder), {recursive: true, force: true});
	} catch (cause) {
		throw diskError('remove runs in', runs, cause);
	}
}

/** What a run takes on disk, in bytes. */
export async function sizeOfRun(folder: string): Promise<number> {
	try {
		const sizes = (await readdir(folder)).map(async entry => (await stat(join(folder, entry))).size);
		return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
	} catch (cause) {
		throw diskError('read', folder, cause);
	}
}

async function measureFile(path: string): Promise<Measure> {
	const measure = async (file: FileHandle) => {
		let [bytes, crc] = [0, 0];
		for await (const chunk of readChunks(file)) {
			bytes += chunk.length;
			crc = crc32(chunk, crc);
		}
		return {bytes, crc};
	};
	return withFile(path, 'r', measure).catch(cause => Promise.reject(diskError('read', path, cause)));
}

/** What goes on must be as it was planned. Throws CliError: damaged, disk. */
export async function validatePlan({folder, state}: Run): Promise<void> {
	const {bytes, crc} = await measureFile(planOf(folder));
	const {header} = state;
	if (bytes !== header.planBytes || crc !== header.planCrc) throw damaged(planOf(folder));
}

export type Run = {readonly folder: string; readonly state: RunState};

/** Folder of a run by its name, which is only ever one part of a path. Throws CliError usage when there is none. */
export async function findRunFolder(stateDir: string, name: string): Promise<string> {
	const folder = join(runsIn(stateDir), name);
	if (namePattern.test(name) && (await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
	throw new CliError('usage', `there is no run ${name}`, {hint: 'see usagectl keys runs', code: 'no-run'});
}

/** Reads what became of a run. Throws CliError: damaged, disk. */
export async function readRun(folder: string): Promise<Run> {
	return {folder, state: await replay(readLines(journalOf(folder)), journalOf(folder))};
}

/** Gives a run a name under which it is not found. */
export const putAside = (folder: string): Promise<void> =>
	rename(folder, `${folder}.damaged`).catch(cause => Promise.reject(diskError('rename', folder, cause)));

/** What a run is, by the first entry of its journal; undefined when that cannot be read. */
export async function readRunHeader(folder: string): Promise<RunHeader | undefined> {
	for await (const lines of readLines(journalOf(folder))) {
		const entry = decodeEntry(lines[0] ?? '');
		return entry?.entry === 'run' ? entry : undefined;
	}
	return undefined;
}

/** Folders of all runs of this machine, the newest first. */
export async function listRunFolders(stateDir: string): Promise<readonly string[]> {
	return (await readEntriesOf(runsIn(stateDir)))
		.filter(entry => namePattern.test(entry))
		.sort()
		.reverse()
		.map(entry => join(runsIn(stateDir), entry));
}

/** The entries of a journal once more, for what its replay does not keep. */
export async function* readEntries(folder: string): AsyncGenerator<JournalEntry> {
	for await (const lines of readLines(journalOf(folder))) {
		for (const line of lines) {
			const entry = decodeEntry(line);
			if (entry) yield entry;
		}
	}
}
