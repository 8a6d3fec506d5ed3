import {join} from 'node:path';
import type {DownloadResult} from '../../archive/download/download-files.ts';
import type {DownloadOutcome} from '../../archive/download/run-download.ts';
import type {Context, Outcome} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';

export const columns: readonly Column[] = [
	{key: 'fileName', title: 'File', kind: 'text', layout: {priority: 1, minWidth: 48}},
	{key: 'kind', title: 'Kind', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text', layout: {minWidth: 10}},
	{key: 'size', title: 'Bytes', kind: 'count', unit: 'bytes'},
	{key: 'sha256', title: 'SHA-256', kind: 'text', hiddenByDefault: true},
	{key: 'path', title: 'Path', kind: 'text', hiddenByDefault: true},
];

function toRow(folder: string, {file, ...result}: DownloadResult): Row {
	if (result.state === 'failed') return [file.name, file.kind, 'failed', null, null, null];
	const {size, sha256, zip, unpacked} = result.record;
	return [file.name, file.kind, result.state, size, sha256, join(folder, zip ? file.name : (unpacked ?? ''))];
}

async function noteSkippedFiles({choice, results, unready}: DownloadOutcome, {note}: Context): Promise<void> {
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

/** Returns a row for each file. If files failed, the error follows after the rows. */
export async function present(downloaded: DownloadOutcome, folder: string, context: Context): Promise<Outcome> {
	await noteSkippedFiles(downloaded, context);
	const {results} = downloaded;
	return {
		dataset: dataset(
			columns,
			results.map(result => toRow(folder, result)),
		),
		exit: () => {
			validateResults(results);
			return 0;
		},
	};
}
