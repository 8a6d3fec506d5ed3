import {join} from 'node:path';
import {disk} from '../../files/disk.ts';
import {createTemporaryName, removeLeftovers} from '../../files/temporary-names.ts';
import {getRunsFolder, type Workspace} from '../store/workspace.ts';
import {encodeEntry, type RunHeader, type RunState, zeroTotals} from './journal.ts';

/**
 * Each run has a folder with the plan (the rows to send) and the journal (their results). The folder is prepared under a
 * temporary name and then renamed, so a run that can be found is complete. Deletion begins with a rename, too.
 */

export const planPath = (folder: string): string => join(folder, 'plan');
export const journalPath = (folder: string): string => join(folder, 'journal');
export const leftOutPath = (folder: string): string => join(folder, 'left');

/** The files of a run. Others in its work folder are deleted. */
const runFiles: ReadonlySet<string> = new Set(['plan', 'journal', 'left']);

export type Run = {readonly folder: string; readonly state: RunState};

/** Creates a name that sorts by time and is easy to type. */
export const createRunName = (now: Date, random: number): string =>
	`${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${Math.floor(random * 36 ** 4)
		.toString(36)
		.padStart(4, '0')}`;

/** Turns the workspace of a plan into a run. Throws CliError (disk). */
export async function publishRun(
	{header}: {readonly header: RunHeader},
	{workspace: {folder}, stateDir}: {readonly workspace: Pick<Workspace, 'folder'>; readonly stateDir: string},
): Promise<Run> {
	const target = join(getRunsFolder(stateDir), header.run);
	const entry = encodeEntry(header);
	const targetDisk = disk.reportingAs('make', target);
	for (const name of await targetDisk.list(folder))
		if (!runFiles.has(name)) await targetDisk.remove(join(folder, name));
	await targetDisk.writeNew(journalPath(folder), entry, 0o600);
	await targetDisk.syncFolder(folder);
	await targetDisk.move(folder, target);
	const unsent = {done: new Set<number>(), unconfirmed: new Set<number>(), totals: zeroTotals, end: undefined};
	return {folder: target, state: {header, ...unsent, validBytes: Buffer.byteLength(entry)}};
}

/**
 * If the process is killed, each run is either complete or under a temporary name, which the next process deletes. Throws
 * CliError (disk).
 */
export async function removeRuns(stateDir: string, folders: readonly string[]): Promise<void> {
	const runs = getRunsFolder(stateDir);
	const renamed = folders.map(folder => ({folder, temporary: join(runs, createTemporaryName())}));
	const runsDisk = disk.reportingAs('remove runs in', runs);
	await removeLeftovers(runs);
	// The disk must have the new names before the first file is removed.
	for (const {folder, temporary} of renamed) await runsDisk.move(folder, temporary);
	for (const {temporary} of renamed) await runsDisk.remove(temporary);
}

export async function getRunBytes(folder: string): Promise<number> {
	const folderDisk = disk.reportingAs('read', folder);
	const sizes = (await folderDisk.list(folder)).map(async entry => (await folderDisk.stat(join(folder, entry))).size);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
