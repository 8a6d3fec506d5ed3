import {exitCodes, type FailureKind} from '../errors.ts';

const meanings: Readonly<Record<FailureKind, string>> = {
	internal: 'a bug in the tool',
	usage:
		'wrong use: flags, filter, dates, CSV, an input file that does not exist, a question that nobody could answer; nothing was sent',
	auth: 'not signed in, session over, wrong password, no permission',
	refused: 'the service refused the request, or answered something the contract does not allow',
	network: 'network, time-out, 429 or 5xx after all retries: try again later',
	partial: 'partly done: rejected keys, some files or products failed, keys not found',
	assertion: 'something you asserted does not hold (--fail-on-empty, --fail-on, --strict)',
	damaged: 'damaged or unsafe data refused: CRC, truncated or hostile archive',
	locked: 'another run holds the lock',
	disk: 'local disk or permission',
	notReady: 'not ready yet: an open file the service is still processing',
	hangup: 'SIGHUP: state saved, files whole',
	interrupted: 'SIGINT: state saved, files whole, how to resume said',
	brokenPipe: 'the reader of stdout went away',
	terminated: 'SIGTERM: state saved, files whole',
};

/** Every exit code with its meaning, in order. */
export const exitCodeRows: readonly (readonly [code: string, meaning: string])[] = [
	['0', 'done, complete'],
	...Object.entries(exitCodes)
		.sort(([, left], [, right]) => left - right)
		.map(([kind, code]) => [String(code), meanings[kind as FailureKind]] as const),
];
