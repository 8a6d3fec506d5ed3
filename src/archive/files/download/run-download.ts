import {toDiskError} from '../../../files/disk-error.ts';
import type {Progress} from '../../../ports.ts';
import type {LogFile} from '../log-file.ts';
import {type ManifestRecord, readManifest} from '../manifest.ts';
import {getLimits} from '../zip/zip-limits.ts';
import {type Choice, chooseFiles, type Selection} from './choose-files.ts';
import {type DownloadPlan, downloadFiles, type Result} from './download-files.ts';
import {adoptExisting} from './existing-zip.ts';
import type {FetchPorts} from './fetch-file.ts';
import {awaitOpenFiles, createNotReadyError} from './open-files.ts';
import {type Forms, findForms, hasForms, isCurrent} from './present-file.ts';
import {openTargetFolder, type TargetFolder} from './target-folder.ts';

export type DownloadRequest = {
	readonly folder: string;
	/** All files that the service lists. */
	readonly files: readonly LogFile[];
	readonly selection: Selection;
	readonly forms: Forms;
	readonly overwrite: boolean;
	readonly concurrency: number;
	/** Limit for the unpacked bytes of one file, instead of the one that follows from the listing. */
	readonly maxBytes: number | undefined;
	/** Largest ratio of unpacked to packed bytes of an entry that is unpacked; undefined: the usual one. */
	readonly maxRatio?: number | undefined;
	/** The longest wait for an open file; undefined: none. */
	readonly waitMs: number | undefined;
	/** An open file that is not ready is a failure. */
	readonly needsOpen: boolean;
};

export type Downloaded = {
	readonly results: readonly Result[];
	readonly choice: Choice;
	readonly unready: readonly LogFile[];
};

/** Returns the names of the files that are in the folder in the requested forms. */
async function findComplete(
	folder: string,
	manifest: ReadonlyMap<string, ManifestRecord>,
	{files, forms, overwrite}: DownloadRequest,
) {
	const complete = new Set<string>();
	if (overwrite) return complete;
	for (const file of files) {
		const record = manifest.get(file.name);
		if (record && isCurrent(record, file) && hasForms(await findForms(folder, record), forms)) complete.add(file.name);
	}
	return complete;
}

/** Estimates the bytes to download. Open files are listed without a compressed size; text compresses to about a tenth. */
const estimateBytes = (files: readonly LogFile[]) =>
	files.reduce((sum, {compressedKB, uncompressedKB}) => sum + (compressedKB ?? uncompressedKB / 10) * 1024, 0);

/** Moves open files from the failures to `unready` when they turned out not to be ready only when they were fetched. */
function separateUnready({results, choice, unready}: Downloaded): Downloaded {
	const isUnready = (result: Result) => result.state === 'failed' && result.failure.kind === 'notReady';
	const late = results.filter(isUnready).map(({file}) => file);
	return {results: results.filter(result => !isUnready(result)), choice, unready: [...unready, ...late]};
}

export type DownloadPorts = Omit<FetchPorts, 'advance'> & {readonly progress: Progress};

async function downloadInto(target: TargetFolder, request: DownloadRequest, ports: DownloadPorts): Promise<Downloaded> {
	const {files, selection, forms, overwrite, concurrency, maxBytes, maxRatio, waitMs = 0, needsOpen} = request;
	const limits = (file: LogFile) => getLimits(file.uncompressedKB, {open: file.kind === 'open', maxBytes, maxRatio});
	const known = await readManifest(target.path);
	const manifest = await adoptExisting(files, known, {target, limits, now: ports.clock.now()});
	const complete = await findComplete(target.path, manifest, request);
	const choice = chooseFiles(files, selection, ({name}) => complete.has(name));
	const current = await awaitOpenFiles(choice.fetch, waitMs, ports);
	const unready = current.filter(({available}) => !available);
	const ready = current.filter(({available}) => available);
	const failed: Result[] = needsOpen
		? unready.map(file => ({file, state: 'failed', failure: createNotReadyError(file)}))
		: [];
	const {advance, end} = ports.progress.start({what: 'downloading', total: estimateBytes(ready), unit: 'bytes'});
	try {
		const plan: DownloadPlan = {target, manifest, forms, overwrite, concurrency, limits};
		const results = [...failed, ...(await downloadFiles(ready, plan, {...ports, advance}))];
		return needsOpen ? {results, choice, unready} : separateUnready({results, choice, unready});
	} finally {
		end();
	}
}

/**
 * Downloads the selected files that are not in the folder yet. A file that fails is one of the results; errors that end the
 * whole run are thrown.
 */
export async function download(request: DownloadRequest, ports: DownloadPorts): Promise<Downloaded> {
	const target = await openTargetFolder(request.folder);
	try {
		return await downloadInto(target, request, ports);
	} catch (error) {
		throw toDiskError(error, 'write', request.folder);
	} finally {
		await target.close();
	}
}
