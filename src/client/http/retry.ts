/**
 * The rules for retries: which failed calls are sent again, and after how long. The loop is in retrying-exchange.ts.
 */

/** Classifies calls by the risk of a retry: none, changing data twice, locking an account. */
export type CallKind = 'read' | 'write' | 'login';

/**
 * Classifies failures by what they say about delivery. `unsent`: the request did not arrive. `broken`: the connection
 * ended, so delivery is unknown. `busy`, `down`: the service rejected it. `failing`: 502, 503 or 504, perhaps of a
 * gateway.
 */
export type CallFailure = 'unsent' | 'broken' | 'busy' | 'down' | 'failing' | 'other';

/** True if a retry is safe and may help. The caller finds out whether a write with unknown delivery arrived. */
const isRetried: Readonly<Record<CallFailure, Readonly<Record<CallKind, boolean>>>> = {
	unsent: {read: true, write: true, login: true},
	broken: {read: true, write: false, login: false},
	busy: {read: true, write: true, login: false},
	down: {read: true, write: true, login: false},
	failing: {read: true, write: false, login: false},
	other: {read: false, write: false, login: false},
};

const failuresByCode: Readonly<Record<string, CallFailure>> = {
	refused: 'unsent',
	dns: 'unsent',
	unreachable: 'unsent',
	'connect-timeout': 'unsent',
	closed: 'unsent',
	reset: 'broken',
};

/** A timeout is not retried, because the user set the limit. */
export const getTransportFailure = (code: string | undefined): CallFailure => failuresByCode[code ?? ''] ?? 'other';

/** Returns undefined if the answer is not a failure to retry. */
export function getStatusFailure(status: number, retryAfterMs: number | undefined): CallFailure | undefined {
	if (status === 429) return 'busy';
	if (status === 503 && retryAfterMs !== undefined) return 'down';
	return status === 502 || status === 503 || status === 504 ? 'failing' : undefined;
}

/** Parses Retry-After, in seconds or as a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: Date): number | undefined {
	const text = [header].flat()[0]?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	// Date.parse alone would take "-5" or "soon 1" for a date.
	const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

export type RetryAttempt = {
	readonly kind: CallKind;
	readonly failure: CallFailure;
	readonly done: number;
	readonly retries: number;
	readonly retryAfterMs?: number | undefined;
	readonly limitMs: number;
	readonly random: number;
};

const firstWaitMs = 500;
const longestWaitMs = 20_000;

/**
 * Returns the milliseconds before the next attempt; undefined if there is none. Full jitter spreads the attempts of
 * many clients.
 */
export function getRetryWait({
	kind,
	failure,
	done,
	retries,
	retryAfterMs,
	limitMs,
	random,
}: RetryAttempt): number | undefined {
	if (done >= retries || !isRetried[failure][kind]) return undefined;
	const backoff = random * Math.min(longestWaitMs, firstWaitMs * 2 ** done);
	const wait = retryAfterMs === undefined ? backoff : retryAfterMs + random * firstWaitMs;
	return wait <= limitMs ? wait : undefined;
}
