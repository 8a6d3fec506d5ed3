import {toDiskError} from '../../files/disk-error.ts';
import {makeFolder, validateNoForeignLink} from '../../files/trust/foreign-files.ts';
import {withFolderLock} from '../../files/with-lock.ts';
import {getCoveredDays, getNameStem} from '../file-days.ts';
import type {LogFile} from './log-file.ts';
import {addToManifest, type ManifestRecord, readAwaitedFiles, readManifest} from './manifest.ts';
import {type DownloadOutcome, type DownloadPorts, type DownloadRequest, downloadSelection} from './run-download.ts';
import {openTargetFolder} from './target-folder.ts';

export type SyncRequest = Omit<DownloadRequest, 'selection' | 'overwrite' | 'announce'> & {
	readonly since: string | undefined;
	/** Name of the lock. Runs of other kinds and products use other locks and may work at the same time. */
	readonly lock: string;
};

function findReplacedOpenFiles(manifest: ReadonlyMap<string, ManifestRecord>): readonly ManifestRecord[] {
	const placed = [...manifest.values()].filter(({state}) => state === 'placed');
	const isCovered = (open: ManifestRecord) =>
		getCoveredDays(placed.filter(file => file.kind !== 'open' && getNameStem(file) === getNameStem(open))).has(
			open.from,
		);
	return placed.filter(file => file.kind === 'open' && isCovered(file));
}

async function removeReplacedOpenFiles(folder: string): Promise<void> {
	const stale = findReplacedOpenFiles(await readManifest(folder));
	if (stale.length === 0) return;
	const target = await openTargetFolder(folder);
	try {
		for (const record of stale) {
			await target.remove(record.name);
			if (record.unpacked) await target.remove(record.unpacked);
			await addToManifest(folder, {...record, state: 'removed'});
		}
	} finally {
		await target.close();
	}
}

/** Records which of the listed files are missing, of each product and kind. */
async function addAwaited(folder: string, listed: readonly LogFile[], missing: readonly LogFile[]): Promise<void> {
	const stems = [...new Set(listed.map(getNameStem))];
	const namesOf = (stem: string) => missing.filter(file => getNameStem(file) === stem).map(({name}) => name);
	await addToManifest(folder, ...stems.map(stem => ({stem, awaited: namesOf(stem)})));
}

/**
 * Brings a folder up to date with all listed files, including the open one, and removes open files that final ones
 * replace. Throws CliError (locked) if another run works on the folder.
 */
export async function syncFolder(
	request: SyncRequest,
	ports: DownloadPorts & {readonly stateDir: string},
): Promise<DownloadOutcome> {
	const {folder, files, since, lock: name} = request;
	const {stateDir, clock, signal} = ports;
	await validateNoForeignLink(folder);
	try {
		await makeFolder(folder);
		return await withFolderLock(folder, {stateDir, name, clock, signal}, async () => {
			await addToManifest(folder);
			const selection = {kinds: ['monthly', 'daily', 'open'] as const, since};
			const announce = async (due: readonly LogFile[]) => {
				if (due.length > 0) await addAwaited(folder, files, due);
			};
			const downloaded = await downloadSelection({...request, selection, overwrite: false, announce}, ports);
			const failed = downloaded.results.filter(({state}) => state === 'failed').map(({file}) => file);
			// An earlier run may have awaited files that are no longer needed.
			if (failed.length > 0 || (await readAwaitedFiles(folder)).length > 0) await addAwaited(folder, files, failed);
			await removeReplacedOpenFiles(folder);
			return downloaded;
		});
	} catch (error) {
		throw toDiskError(error, 'write', folder);
	}
}
