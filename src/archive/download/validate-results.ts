import {CliError} from '../../errors.ts';
import type {Result} from './download-files.ts';

/** Throws when files failed: with their kind of error if all files failed for the same reason, otherwise CliError `partial`. */
export function validateResults(results: readonly Result[]): void {
	const failed = results.flatMap(result => (result.state === 'failed' ? [result] : []));
	const [first] = failed;
	if (!first) return;
	const {kind, details} = first.failure;
	const isShared = failed.length === results.length && failed.every(({failure}) => failure.kind === kind);
	const problems = failed.map(({file, failure}) => `${file.name}: ${failure.message}`);
	if (isShared && results.length === 1)
		throw new CliError(kind, `${first.file.name}: ${first.failure.message}`, {...details, cause: first.failure});
	throw new CliError(isShared ? kind : 'partial', `${failed.length} of ${results.length} files failed`, {
		hint:
			failed.length < results.length
				? 'the other files are complete: the same command fetches only the failed ones'
				: details.hint,
		problems,
		retryable: failed.some(({failure}) => failure.details.retryable === true),
	});
}
