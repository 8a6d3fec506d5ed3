import {lstat, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {toDiskError} from '../../files/disk-error.ts';
import {type Column, type Dataset, dataset, type Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';
import {forEachCsv} from '../csv/csv-contents.ts';
import {createFileTally, describeTally} from '../csv/file-tally.ts';
import {countRows} from '../csv/read-rows.ts';
import type {DownloadResult} from '../download/download-files.ts';
import type {FileSource} from '../download/log-file.ts';
import type {ManifestRecord} from '../download/manifest.ts';
import type {DownloadOutcome} from '../download/run-download.ts';
import type {LogKind} from '../log-kinds.ts';
import {describeMissingRows, type ReadFile, validateReadable} from '../records/missing-rows.ts';

type DownloadPorts = {
	readonly note: (text: string) => Promise<void>;
	/** Says that records are missing. */
	readonly incomplete: (text: string) => Promise<void>;
};

export const downloadColumns: readonly Column[] = [
	{key: 'fileName', title: 'File', kind: 'text', layout: {priority: 1, minWidth: 48}},
	{key: 'kind', title: 'Kind', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text', layout: {minWidth: 10}},
	{key: 'size', title: 'Bytes', kind: 'count', unit: 'bytes'},
	{key: 'sha256', title: 'SHA-256', kind: 'text', hiddenByDefault: true},
	{key: 'path', title: 'Path', kind: 'text', hiddenByDefault: true},
	{key: 'rows', title: 'Rows', kind: 'count'},
	{key: 'rejected', title: 'Rejected', kind: 'count', layout: {priority: 1}},
];

const getPath = (folder: string, {name, zip, unpacked}: ManifestRecord) => join(folder, zip ? name : (unpacked ?? ''));

function toRow(folder: string, {file, ...result}: DownloadResult): Row {
	if (result.state === 'failed') return [file.name, file.kind, 'failed', null, null, null];
	const {size, sha256} = result.record;
	return [file.name, file.kind, result.state, size, sha256, getPath(folder, result.record)];
}

/** Another program may have removed or replaced the file since it was placed. */
async function findContents(path: string): Promise<readonly string[]> {
	const fail = (error: unknown): never => {
		throw toDiskError(error, 'read', path);
	};
	if (!(await lstat(path).catch(fail)).isDirectory()) return [path];
	const entries = await readdir(path, {withFileTypes: true, recursive: true}).catch(fail);
	return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

/** Counts the rows of each downloaded file, and says which cannot be read. */
async function readTallies(
	results: readonly DownloadResult[],
	folder: string,
	{ports, kind}: {readonly ports: DownloadPorts; readonly kind: LogKind},
): Promise<readonly ReadFile[]> {
	const files: ReadFile[] = [];
	for (const result of results) {
		if (result.state === 'failed') continue;
		const {name} = result.file;
		const tally = createFileTally();
		const count = (content: AsyncIterable<Buffer>) => countRows(content, tally);
		for (const path of await findContents(getPath(folder, result.record)))
			await forEachCsv(path, count, {tally, maxRatio: Number.POSITIVE_INFINITY});
		for (const note of describeTally(name, tally, kind === 'exceptions')) await ports.note(note);
		files.push({name, tally});
	}
	const missing = describeMissingRows(files);
	if (missing !== undefined) await ports.incomplete(missing);
	return files;
}

async function noteSkippedFiles({choice, results, unready}: DownloadOutcome, {note}: DownloadPorts): Promise<void> {
	const {complete, covered, open} = choice;
	if (complete.length > 0)
		await note(`${counted(complete.length, 'file')} ${complete.length === 1 ? 'is' : 'are'} already complete`);
	if (covered.length > 0) await note(`${counted(covered.length, 'file')} skipped: other files contain their days`);
	if (open.length > 0)
		await note(`${open.map(({name}) => name).join(', ')} skipped: not final yet (--kind open downloads it)`);
	const failed = new Set(results.map(({file}) => file.name));
	const later = unready.filter(({name}) => !failed.has(name));
	if (later.length > 0)
		await note(
			`${later.map(({name}) => name).join(', ')} skipped: the service is still processing it; run the command again later`,
		);
}

/** Throws if files failed: the shared kind of error if all failed for one reason, else CliError (partial). */
function validateResults(results: readonly DownloadResult[]): void {
	const failed = results.flatMap(result => (result.state === 'failed' ? [result] : []));
	const [first] = failed;
	if (!first) return;
	const {kind, details} = first.failure;
	const isShared = failed.length === results.length && failed.every(({failure}) => failure.kind === kind);
	const problems = failed.map(({file, failure}) => `${file.name}: ${failure.message}`);
	if (isShared && results.length === 1)
		throw new CliError(kind, `${first.file.name}: ${first.failure.message}`, {...details, cause: first.failure});
	throw new CliError(
		isShared ? kind : 'partial',
		`${printCount(failed.length)} of ${printCount(results.length)} files failed`,
		{
			hint: failed.length < results.length ? 'run the command again; it downloads only the failed files' : details.hint,
			problems,
			retryable: failed.some(({failure}) => failure.details.retryable === true),
		},
	);
}

/** Returns a row for each file. If files failed or cannot be read, the error follows after the rows. */
export async function presentDownload(
	{source, folder, ...downloaded}: DownloadOutcome & {readonly source: FileSource; readonly folder: string},
	ports: DownloadPorts,
): Promise<{readonly dataset: Dataset; readonly exit: () => number}> {
	await noteSkippedFiles(downloaded, ports);
	const {results} = downloaded;
	// The format of raw events is undocumented, so their rows are not counted.
	const files = source === 'events raw' ? [] : await readTallies(results, folder, {ports, kind: source});
	const counts = new Map(files.map(({name, tally}) => [name, [tally.rows, tally.rejected]]));
	const rows = results.map(result => [...toRow(folder, result), ...(counts.get(result.file.name) ?? [null, null])]);
	return {
		dataset: dataset(downloadColumns, rows),
		exit: () => {
			validateResults(results);
			validateReadable(files);
			return 0;
		},
	};
}
