import pMap from 'p-map';
import {CliError, isStopped} from '../../errors.ts';
import {validateFileName} from '../file-name.ts';
import type {ZipLimits} from '../zip/zip-limits.ts';
import {isDamagedArchive} from '../zip-rejection.ts';
import {unpackExistingZip} from './existing-zip.ts';
import {type FetchPorts, fetchFile} from './fetch-file.ts';
import type {LogFile} from './log-file.ts';
import type {ManifestRecord} from './manifest.ts';
import {createNotReadyError} from './open-files.ts';
import {createManifestRecord, type Placement, placeFetchedFile, validateNameIsFree} from './place-file.ts';
import {findStoredForms, isFinalAndCurrent, type StoredForms} from './stored-forms.ts';

export type DownloadPlan = Placement & {
	readonly forms: StoredForms;
	readonly concurrency: number;
	readonly limits: (file: LogFile) => ZipLimits;
};

export type DownloadResult = {readonly file: LogFile} & (
	| {readonly state: 'fetched' | 'unpacked'; readonly record: ManifestRecord}
	| {readonly state: 'failed'; readonly failure: CliError}
);

const wouldFailForEveryFile = (error: CliError) =>
	isStopped(error) ||
	['auth', 'brokenPipe', 'internal'].includes(error.kind) ||
	(error.kind === 'disk' && error.details.code !== 'exists');

/** Unpacks the zip in the folder if nothing else is missing. Returns undefined if the file must be fetched. */
async function unpackIfPresent(file: LogFile, plan: DownloadPlan): Promise<ManifestRecord | undefined> {
	const record = plan.manifest.get(file.name);
	if (!record || plan.overwrite || !isFinalAndCurrent(record, file)) return undefined;
	const found = await findStoredForms(plan.target.path, record);
	if (!found.zip || !plan.forms.unpacked) return undefined;
	try {
		return await unpackExistingZip(file, record, plan);
	} catch (error) {
		// it was damaged after its download, so it is fetched again
		if (isDamagedArchive(error)) return undefined;
		throw error;
	}
}

async function fetchAndPlace(file: LogFile, plan: DownloadPlan, ports: FetchPorts): Promise<ManifestRecord> {
	const before = plan.manifest.get(file.name);
	const found = before ? await findStoredForms(plan.target.path, before) : {zip: false, unpacked: false};
	// a form that is in the folder already is replaced too, so that both have the same content
	const forms = {zip: plan.forms.zip || found.zip, unpacked: plan.forms.unpacked || found.unpacked};
	// the name becomes part of a path
	validateFileName(file.name);
	if (forms.zip) await validateNameIsFree(file.name, plan);
	const job = {file, limits: plan.limits(file), unpack: forms.unpacked, work: plan.target.work};
	const fetched = await fetchFile(job, ports);
	const record = createManifestRecord(file, fetched, {forms, now: ports.clock.now()});
	await placeFetchedFile(fetched, record, plan);
	return record;
}

async function processFile(file: LogFile, plan: DownloadPlan, ports: FetchPorts): Promise<DownloadResult> {
	try {
		const unpacked = await unpackIfPresent(file, plan);
		if (unpacked) return {file, state: 'unpacked', record: unpacked};
		return {file, state: 'fetched', record: await fetchAndPlace(file, plan, ports)};
	} catch (error) {
		if (!(error instanceof CliError) || wouldFailForEveryFile(error)) throw error;
		// it was available when it was listed
		if (file.kind === 'open' && error.kind === 'refused')
			return {file, state: 'failed', failure: createNotReadyError(file)};
		return {file, state: 'failed', failure: error};
	}
}

/**
 * Fetches files into a folder, several at a time. Each is checked before it gets its name; one that fails does not
 * affect the others. Returns the results in the order of the files. Throws errors that end the whole run, such as an
 * expired session, a full disk or an interrupt, after all other transfers have stopped.
 */
export async function downloadFiles(
	files: readonly LogFile[],
	plan: DownloadPlan,
	ports: FetchPorts,
): Promise<readonly DownloadResult[]> {
	const stop = new AbortController();
	const signal = AbortSignal.any([ports.signal, stop.signal]);
	const downloadFile = async (file: LogFile): Promise<DownloadResult> => {
		try {
			stop.signal.throwIfAborted();
			return await processFile(file, plan, {...ports, signal});
		} catch (error) {
			// keeps the first reason; later failures come from the abort
			stop.abort(error);
			throw error;
		}
	};
	try {
		// waits for all transfers, so that none writes to the folder afterwards
		return await pMap(files, downloadFile, {concurrency: plan.concurrency, stopOnError: false});
	} catch {
		throw stop.signal.reason;
	}
}
