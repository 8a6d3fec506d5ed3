import {exitCodes, type FailureKind} from '../errors.ts';

const meanings: Readonly<Record<FailureKind, string>> = {
	internal: 'a bug in usagectl',
	usage: 'invalid flags, filter, dates or input file, or a prompt was needed but not possible; nothing was sent',
	auth: 'not signed in, session expired, wrong password or no permission',
	refused: 'the service rejected the request or sent an invalid response',
	network:
		'network failure, timeout, HTTP status 429 or 5xx after all retries, or a message of --notify not delivered: try again later',
	partial: 'partial success: keys were rejected, left out or not found, or some files, products or questions failed',
	assertion: 'a check failed (questions run, release check, doctor --service, --fail-on-empty, --fail-on, --strict)',
	damaged: 'damaged or unsafe data: wrong checksum, truncated or malicious zip file',
	locked: 'another run holds the lock: try again later',
	disk: 'a local resource failed: disk full, no permission, too little memory for a query, or (on Windows) no stdin, stdout or stderr',
	notReady: 'not ready: the service is still writing the file',
	undecided: 'undecided: the data does not allow release check to say ok or fail',
	hangup: 'stopped by SIGHUP',
	interrupted: 'stopped by SIGINT (Ctrl-C); a hint says how to resume',
	brokenPipe: 'stdout was closed by its reader',
	terminated: 'stopped by SIGTERM',
};

export const exitCodeRows: readonly (readonly [code: string, meaning: string])[] = [
	['0', 'success'],
	...Object.entries(exitCodes)
		.sort(([, left], [, right]) => left - right)
		.map(([kind, code]) => [String(code), meanings[kind as FailureKind]] as const),
];
