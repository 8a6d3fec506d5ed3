import pMap from 'p-map';
import {CliError} from '../../errors.ts';
import {type LogFile, validateFileName} from '../log-file.ts';
import type {Kept} from '../manifest.ts';
import type {Limits} from '../zip/limits.ts';
import {isDamaged} from '../zip/refusal.ts';
import {unpackExisting} from './existing-zip.ts';
import {fetchFile, type Source} from './fetch-file.ts';
import {notReady} from './open-files.ts';
import {describeFetched, placeFetched, validateFree} from './place-file.ts';
import {type Forms, findForms, isCurrent} from './present-file.ts';
import type {TargetFolder} from './target-folder.ts';

export type DownloadPlan = {
	readonly target: TargetFolder;
	readonly manifest: ReadonlyMap<string, Kept>;
	readonly forms: Forms;
	/** Fetch anew what is there, and replace what is not ours. */
	readonly overwrite: boolean;
	readonly concurrency: number;
	readonly limits: (file: LogFile) => Limits;
};

/** What became of one file. */
export type Result = {readonly file: LogFile} & (
	| {readonly state: 'fetched' | 'unpacked'; readonly kept: Kept}
	| {readonly state: 'failed'; readonly failure: CliError}
);

/** Failures that every further file would meet too. */
const endsAll = (error: CliError) =>
	['auth', 'interrupted', 'brokenPipe', 'internal'].includes(error.kind) ||
	(error.kind === 'disk' && error.details.code !== 'exists');

/** Unpacks the zip that lies there, if that is all that lacks. */
async function unpackWhatIsThere(file: LogFile, plan: DownloadPlan): Promise<Kept | undefined> {
	const kept = plan.manifest.get(file.name);
	if (!kept || plan.overwrite || !isCurrent(kept, file)) return undefined;
	const found = await findForms(plan.target.path, kept);
	if (!found.zip || !plan.forms.unpacked) return undefined;
	try {
		return await unpackExisting(file, kept, plan);
	} catch (error) {
		// it was whole when it came: fetch it again
		if (isDamaged(error)) return undefined;
		throw error;
	}
}

async function fetchAndPlace(file: LogFile, plan: DownloadPlan, source: Source): Promise<Kept> {
	const before = plan.manifest.get(file.name);
	const found = before ? await findForms(plan.target.path, before) : {zip: false, unpacked: false};
	// a form that lies there from before must not fall behind the other
	const forms = {zip: plan.forms.zip || found.zip, unpacked: plan.forms.unpacked || found.unpacked};
	// before a path is made of it
	validateFileName(file.name);
	if (forms.zip) await validateFree(file.name, plan);
	const job = {file, limits: plan.limits(file), unpack: forms.unpacked, work: plan.target.work};
	const fetched = await fetchFile(job, source);
	const kept = describeFetched(file, fetched, {forms, now: source.clock.now()});
	await placeFetched(fetched, kept, plan);
	return kept;
}

async function work(file: LogFile, plan: DownloadPlan, source: Source): Promise<Result> {
	try {
		const unpacked = await unpackWhatIsThere(file, plan);
		if (unpacked) return {file, state: 'unpacked', kept: unpacked};
		return {file, state: 'fetched', kept: await fetchAndPlace(file, plan, source)};
	} catch (error) {
		if (!(error instanceof CliError) || endsAll(error)) throw error;
		// it was ready when it was listed
		if (file.kind === 'open' && error.kind === 'refused') return {file, state: 'failed', failure: notReady(file)};
		return {file, state: 'failed', failure: error};
	}
}

/**
 * Fetches files into a folder, several at a time: each is checked before it gets its name, and one that fails does not lose
 * the others. Returns what became of each, in their order. Throws what ends the whole run, such as a session that is
 * over, a full disk or an interrupt; the other transfers are then stopped and have ended.
 */
export async function downloadFiles(
	files: readonly LogFile[],
	plan: DownloadPlan,
	source: Source,
): Promise<readonly Result[]> {
	const stop = new AbortController();
	const signal = AbortSignal.any([source.signal, stop.signal]);
	const downloadFile = async (file: LogFile): Promise<Result> => {
		try {
			stop.signal.throwIfAborted();
			return await work(file, plan, {...source, signal});
		} catch (error) {
			// keeps the first reason: what fails afterwards was stopped
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
