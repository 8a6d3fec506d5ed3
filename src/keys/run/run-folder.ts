import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {createTemporaryName, removeLeftovers} from '../../files/temporary.ts';
import {type Measure, readLines} from '../store/spool.ts';
import {runsIn} from '../store/workspace.ts';
import {
	damaged,
	decodeEntry,
	encodeEntry,
	type JournalEntry,
	type RunHeader,
	type RunState,
	replay,
} from './journal.ts';
import {openJournal} from './journal-file.ts';

/**
 * Where runs are kept: a folder each, with the plan (what is sent) and the journal (what became of it). A run is prepared in
 * a work folder that one rename turns into the run, so a run that can be found is complete; it is removed by a rename, too.
 */

export const planOf = (folder: string): string => join(folder, 'plan');
export const journalOf = (folder: string): string => join(folder, 'journal');
/** Rows of the file that are not in the plan. */
export const leftOf = (folder: string): string => join(folder, 'left');

/** The files of a run; the others in its work folder are removed. */
const kept: ReadonlySet<string> = new Set(['plan', 'journal', 'left']);

const namePattern = /^\d{8}-\d{6}-[a-z\d]{4}$/;

/** A name that sorts by time and can be typed. */
export const createRunName = (now: Date, random: number): string =>
	`${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${Math.floor(random * 36 ** 4)
		.toString(36)
		.padStart(4, '0')}`;

/** Turns a prepared folder into the run that its header names. */
export async function publishRun(folder: string, stateDir: string, header: RunHeader): Promise<string> {
	const target = join(runsIn(stateDir), header.run);
	const targetDisk = disk.reporting('make', target);
	for (const entry of await targetDisk.list(folder)) if (!kept.has(entry)) await targetDisk.remove(join(folder, entry));
	await targetDisk.writeNew(journalOf(folder), encodeEntry(header), 0o600);
	await targetDisk.syncFolder(folder);
	await targetDisk.move(folder, target);
	return target;
}

/**
 * Removes runs. A kill leaves each of them complete or under a temporary name, which the next process to work here removes.
 * Throws CliError disk.
 */
export async function removeRuns(stateDir: string, folders: readonly string[]): Promise<void> {
	const runs = runsIn(stateDir);
	const renamed = folders.map(folder => ({folder, temporary: join(runs, createTemporaryName())}));
	const runsDisk = disk.reporting('remove runs in', runs);
	await removeLeftovers(runs);
	// The disk must have the new names before the first file is removed.
	for (const {folder, temporary} of renamed) await runsDisk.move(folder, temporary);
	for (const {temporary} of renamed) await runsDisk.remove(temporary);
}

/** The size of a run on disk, in bytes. */
export async function sizeOfRun(folder: string): Promise<number> {
	const folderDisk = disk.reporting('read', folder);
	const sizes = (await folderDisk.list(folder)).map(async entry => (await folderDisk.stat(join(folder, entry))).size);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function measureFile(path: string): Promise<Measure> {
	let [bytes, crc] = [0, 0];
	for await (const chunk of disk.readChunks(path)) {
		bytes += chunk.length;
		crc = crc32(chunk, crc);
	}
	return {bytes, crc};
}

/** Checks that the plan is as it was written. Throws CliError: damaged, disk. */
export async function validatePlan({folder, state}: Run): Promise<void> {
	const {header} = state;
	const {bytes, crc} = await measureFile(planOf(folder));
	if (bytes !== header.planBytes || crc !== header.planCrc) throw damaged(planOf(folder));
}

export type Run = {readonly folder: string; readonly state: RunState};

/** The folder of the run of that name. Throws CliError usage when there is none. */
export async function findRunFolder(stateDir: string, name: string): Promise<string> {
	const folder = join(runsIn(stateDir), name);
	if (namePattern.test(name) && (await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
	throw new CliError('usage', `there is no run ${name}`, {hint: 'see usagectl keys runs', code: 'no-run'});
}

/** Reads the state of a run. Throws CliError: damaged, disk. */
export async function readRun(folder: string): Promise<Run> {
	return {folder, state: await replay(readLines(journalOf(folder)), journalOf(folder))};
}

/** Renames a run so that it is not found any more. */
export const putAside = (folder: string): Promise<void> =>
	disk.reporting('rename', folder).move(folder, `${folder}.damaged`);

/** The header of a run; undefined when it cannot be read. */
export async function readRunHeader(folder: string): Promise<RunHeader | undefined> {
	for await (const lines of readLines(journalOf(folder))) {
		const entry = decodeEntry(lines[0] ?? '');
		return entry?.entry === 'run' ? entry : undefined;
	}
	return undefined;
}

/** The folders of all runs of this machine, the newest first. */
export async function listRunFolders(stateDir: string): Promise<readonly string[]> {
	const entries = await disk.list(runsIn(stateDir)).catch(error => {
		if (isDiskError(error, 'ENOENT')) return [];
		throw error;
	});
	return entries
		.filter(entry => namePattern.test(entry))
		.sort()
		.reverse()
		.map(entry => join(runsIn(stateDir), entry));
}

/** The entries of a journal, for what `readRun` does not keep. */
export async function* readEntries(folder: string): AsyncGenerator<JournalEntry> {
	for await (const lines of readLines(journalOf(folder))) {
		for (const line of lines) {
			const entry = decodeEntry(line);
			if (entry) yield entry;
		}
	}
}

/** Appends the last entry of a run that has none. */
export async function endRun({folder, state}: Run, end: 'finished' | 'dropped', now: Date): Promise<void> {
	if (state.end !== undefined) return;
	const journal = await openJournal(journalOf(folder), state.goodBytes);
	try {
		await journal.append({entry: 'end', at: now.toISOString(), state: end});
	} finally {
		await journal.close();
	}
}
