import {toDiskError} from '../../files/disk-error.ts';
import type {Progress} from '../../ports.ts';
import {getNameStem} from '../file-days.ts';
import {getZipLimits} from '../zip/zip-limits.ts';
import {chooseFiles, type FileChoice, type FileSelection} from './choose-files.ts';
import {type DownloadResult, downloadFiles} from './download-files.ts';
import {adoptExistingZips} from './existing-zip.ts';
import type {FetchPorts} from './fetch-file.ts';
import type {LogFile} from './log-file.ts';
import {type ManifestRecord, readManifest} from './manifest.ts';
import {createNotReadyError, waitForOpenFiles} from './open-files.ts';
import {findStoredForms, hasForms, isFinalAndCurrent, readHeaderKB, type StoredForms} from './stored-forms.ts';
import {openTargetFolder, type TargetFolder} from './target-folder.ts';

export type DownloadRequest = {
	readonly folder: string;
	readonly files: readonly LogFile[];
	readonly selection: FileSelection;
	readonly forms: StoredForms;
	readonly overwrite: boolean;
	readonly concurrency: number;
	readonly maxBytes: number | undefined;
	/** Largest ratio of unpacked to packed bytes of an entry; undefined: the default. */
	readonly maxRatio?: number | undefined;
	readonly waitMs: number | undefined;
	readonly needsOpen: boolean;
	/** Called before the first of these files is fetched. */
	readonly announce?: (files: readonly LogFile[]) => Promise<void>;
};

export type DownloadOutcome = {
	readonly results: readonly DownloadResult[];
	readonly choice: FileChoice;
	/** Open files that the service still processes; with `needsOpen`, they are among the failed results, too. */
	readonly unready: readonly LogFile[];
};

async function findCompleteFiles(
	folder: string,
	manifest: ReadonlyMap<string, ManifestRecord>,
	{files, forms, overwrite}: DownloadRequest,
) {
	const complete = new Set<string>();
	if (overwrite) return complete;
	for (const file of files) {
		const record = manifest.get(file.name);
		if (record && isFinalAndCurrent(record, file) && hasForms(await findStoredForms(folder, record), forms))
			complete.add(file.name);
	}
	return complete;
}

/** Finds final files of the same product and kind that are in the folder and not listed any more. */
async function findUnlistedFiles(
	folder: string,
	manifest: ReadonlyMap<string, ManifestRecord>,
	{files, forms}: Pick<DownloadRequest, 'files' | 'forms'>,
): Promise<readonly ManifestRecord[]> {
	const listed = new Set(files.map(({name}) => name));
	const stems = new Set(files.map(getNameStem));
	const found: ManifestRecord[] = [];
	for (const record of manifest.values()) {
		const isCandidate = record.kind !== 'open' && !listed.has(record.name) && stems.has(getNameStem(record));
		if (isCandidate && hasForms(await findStoredForms(folder, record), forms)) found.push(record);
	}
	return found;
}

/** Open files are listed without a compressed size; text compresses to about a tenth. */
export const estimateBytes = (files: readonly LogFile[]) =>
	files.reduce((sum, {compressedKB, uncompressedKB}) => sum + (compressedKB ?? uncompressedKB / 10) * 1024, 0);

/** An open file may turn out to be unready only when it is fetched. */
const isUnready = (result: DownloadResult) => result.state === 'failed' && result.failure.kind === 'notReady';

export type DownloadPorts = Omit<FetchPorts, 'advance'> & {readonly progress: Progress};

async function downloadIntoFolder(
	target: TargetFolder,
	request: DownloadRequest,
	ports: DownloadPorts,
): Promise<DownloadOutcome> {
	const {files, selection, overwrite, waitMs = 0, needsOpen} = request;
	const limits = (file: LogFile) => getZipLimits(file.uncompressedKB, {...request, open: file.kind === 'open'});
	const recorded = await readManifest(target.path);
	const manifest = await adoptExistingZips(files, recorded, {target, limits, now: ports.clock.now()});
	const complete = await findCompleteFiles(target.path, manifest, request);
	const unlisted = overwrite ? [] : await findUnlistedFiles(target.path, manifest, request);
	const onDisk = unlisted.map(record => ({...record, uncompressedKB: record.listedKB}));
	const records = [...manifest.values()];
	const headerKB = await readHeaderKB(target.path, records, ({listedKB}) => getZipLimits(listedKB, request));
	const choice = chooseFiles(files, selection, ({name}) => complete.has(name), {onDisk, headerKB});
	const current = await waitForOpenFiles(choice.fetch, waitMs, ports);
	const ready = current.filter(({available}) => available);
	const failed = current
		.filter(({available}) => !available)
		.map((file): DownloadResult => ({file, state: 'failed', failure: createNotReadyError(file)}));
	await request.announce?.(ready);
	const {advance, end} = ports.progress.start({what: 'downloading', total: estimateBytes(ready), unit: 'bytes'});
	try {
		const downloaded = await downloadFiles(ready, {...request, target, manifest, limits}, {...ports, advance});
		const results = [...failed, ...downloaded];
		return {
			results: needsOpen ? results : results.filter(result => !isUnready(result)),
			choice,
			unready: results.filter(isUnready).map(({file}) => file),
		};
	} finally {
		end();
	}
}

/**
 * Downloads the selected files that are not in the folder. A file that fails is part of the results; errors that end
 * the whole run are thrown.
 */
export async function downloadSelection(request: DownloadRequest, ports: DownloadPorts): Promise<DownloadOutcome> {
	const target = await openTargetFolder(request.folder);
	try {
		return await downloadIntoFolder(target, request, ports);
	} catch (error) {
		throw toDiskError(error, 'write', request.folder);
	} finally {
		await target.close();
	}
}
