/** The rules for retries: which failed calls are sent again, and after how long. The loop is in retrying-exchange.ts. */

/** A call by the risk of a retry: none, changing data twice, locking an account. */
export type CallKind = 'read' | 'write' | 'login';

/**
 * A failure by what it says about delivery. `unsent`: the request did not arrive. `broken`: the connection ended, and nobody
 * knows. `busy`, `down`: the service rejected it. `failing`: 502, 503 or 504, perhaps of a gateway.
 */
export type CallFailure = 'unsent' | 'broken' | 'busy' | 'down' | 'failing' | 'other';

/** True where a retry is safe and may help. The caller finds out whether a write arrived that may have. */
const isRetried: Readonly<Record<CallFailure, Readonly<Record<CallKind, boolean>>>> = {
	unsent: {read: true, write: true, login: true},
	broken: {read: true, write: false, login: false},
	busy: {read: true, write: true, login: false},
	down: {read: true, write: true, login: false},
	failing: {read: true, write: false, login: false},
	other: {read: false, write: false, login: false},
};

const byCode: Readonly<Record<string, CallFailure>> = {
	refused: 'unsent',
	dns: 'unsent',
	unreachable: 'unsent',
	'connect-timeout': 'unsent',
	closed: 'unsent',
	reset: 'broken',
};

/** The failure that a code of the transport stands for. A time-out is not retried: the user set the limit. */
export const getTransportFailure = (code: string | undefined): CallFailure => byCode[code ?? ''] ?? 'other';

/** The failure that a status stands for; undefined if the answer is to be read. */
export function getStatusFailure(status: number, retryAfterMs: number | undefined): CallFailure | undefined {
	if (status === 429) return 'busy';
	if (status === 503 && retryAfterMs !== undefined) return 'down';
	return status === 502 || status === 503 || status === 504 ? 'failing' : undefined;
}

/** Retry-After in milliseconds, from seconds or a date (RFC 9110, 10.2.3); undefined where it is neither. */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: Date): number | undefined {
	const text = [header].flat()[0]?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	// Date.parse alone would take "-5" or "soon 1" for a date.
	const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

export type Attempt = {
	readonly kind: CallKind;
	readonly failure: CallFailure;
	/** Retries made so far. */
	readonly done: number;
	/** Retries allowed. */
	readonly retries: number;
	readonly retryAfterMs?: number | undefined;
	/** A longer wait is not made. */
	readonly limitMs: number;
	/** From 0 to below 1. */
	readonly random: number;
};

const firstWaitMs = 500;
const longestWaitMs = 20_000;

/** Milliseconds to wait before the next try; undefined if no try is left. Full jitter spreads the tries of many clients. */
export function getWait({kind, failure, done, retries, retryAfterMs, limitMs, random}: Attempt): number | undefined {
	if (done >= retries || !isRetried[failure][kind]) return undefined;
	const own = random * Math.min(longestWaitMs, firstWaitMs * 2 ** done);
	const wait = retryAfterMs === undefined ? own : retryAfterMs + random * firstWaitMs;
	return wait <= limitMs ? wait : undefined;
}
