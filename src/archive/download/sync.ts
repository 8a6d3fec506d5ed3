import {mkdir} from 'node:fs/promises';
import {toDiskError} from '../../files/disk-error.ts';
import {withLock} from '../../files/lock.ts';
import {getCoveredDays} from '../file-days.ts';
import {addToManifest, type Kept, readManifest} from '../manifest.ts';
import {type Downloaded, type DownloadPorts, type DownloadRequest, download} from './download.ts';
import {openTargetFolder} from './target-folder.ts';

export type SyncRequest = Omit<DownloadRequest, 'selection' | 'overwrite'> & {
	readonly since: string | undefined;
	/** Runs under one name never work at once; those of other kinds and products may. */
	readonly lock: string;
};

/** Open copies whose day has come in a final file since. */
function findStale(manifest: ReadonlyMap<string, Kept>): readonly Kept[] {
	const kept = [...manifest.values()].filter(({state}) => state === 'placed');
	const covered = getCoveredDays(kept.filter(({kind}) => kind !== 'open'));
	return kept.filter(({kind, from}) => kind === 'open' && covered.has(from));
}

async function removeStale(folder: string): Promise<void> {
	const stale = findStale(await readManifest(folder));
	if (stale.length === 0) return;
	const target = await openTargetFolder(folder);
	try {
		for (const kept of stale) {
			await target.remove(kept.name);
			if (kept.unpacked) await target.remove(kept.unpacked);
			await addToManifest(folder, {...kept, state: 'removed'});
		}
	} finally {
		await target.close();
	}
}

/**
 * Brings a folder up to date with all that the service lists, the open day too, and takes away open copies that final files
 * replaced. One run at a time: another one's is CliError `locked` (exit 9).
 */
export async function sync(request: SyncRequest, ports: DownloadPorts): Promise<Downloaded> {
	const {folder, since, lock} = request;
	try {
		await mkdir(folder, {recursive: true});
		return await withLock({folder, name: `.usagectl-${lock}`, clock: ports.clock, signal: ports.signal}, async () => {
			const selection = {kinds: ['monthly', 'daily', 'open'] as const, since};
			const downloaded = await download({...request, selection, overwrite: false}, ports);
			await removeStale(folder);
			return downloaded;
		});
	} catch (error) {
		throw toDiskError(error, 'write', folder);
	}
}
