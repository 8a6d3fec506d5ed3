/** Which failed calls are made again, and after how long. Data and pure functions; the loop is in exchange.ts. */

/** What a repetition may do: nothing, change data twice, or lock an account. */
export type CallKind = 'read' | 'write' | 'login';

/**
 * What went wrong, by what it says of the delivery. `unsent`: it surely did not arrive. `broken`: the connection ended, and
 * nobody knows. `busy` and `down`: the service turned it away. `failing`: 502, 503, 504 from something in between.
 */
export type Trouble = 'unsent' | 'broken' | 'busy' | 'down' | 'failing' | 'other';

/** True where a repetition is safe and may help. An updateKeys that may have arrived is the caller's to resolve. */
const repeats: Readonly<Record<Trouble, Readonly<Record<CallKind, boolean>>>> = {
	unsent: {read: true, write: true, login: true},
	broken: {read: true, write: false, login: false},
	busy: {read: true, write: true, login: false},
	down: {read: true, write: true, login: false},
	failing: {read: true, write: false, login: false},
	other: {read: false, write: false, login: false},
};

const byCode: Readonly<Record<string, Trouble>> = {
	refused: 'unsent',
	dns: 'unsent',
	unreachable: 'unsent',
	'connect-timeout': 'unsent',
	reset: 'broken',
};

/** What a failure of the transport says, by its code. A time-out is none: the user's patience is over. */
export const getTransportTrouble = (code: string | undefined): Trouble => byCode[code ?? ''] ?? 'other';

/** What a status line says. */
export function getStatusTrouble(status: number, retryAfterMs: number | undefined): Trouble | undefined {
	if (status === 429) return 'busy';
	if (status === 503 && retryAfterMs !== undefined) return 'down';
	return status === 502 || status === 503 || status === 504 ? 'failing' : undefined;
}

/** Retry-After in milliseconds: seconds or a date (RFC 9110, 10.2.3); undefined when it is neither. */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: Date): number | undefined {
	const text = [header].flat()[0]?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	// Date.parse alone would take "-5" or "soon 1" for a date.
	const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

export type Attempt = {
	readonly kind: CallKind;
	readonly trouble: Trouble;
	/** Repetitions made so far, and how many are allowed. */
	readonly done: number;
	readonly retries: number;
	readonly retryAfterMs?: number | undefined;
	/** A longer wait than this is not worth making. */
	readonly limitMs: number;
	/** From 0 to below 1. */
	readonly random: number;
};

const firstWaitMs = 500;
const longestWaitMs = 20_000;

/** Milliseconds to wait before the next try; undefined when there is none. Full jitter, so that many clients do not come back in step. */
export function getWait({kind, trouble, done, retries, retryAfterMs, limitMs, random}: Attempt): number | undefined {
	if (done >= retries || !repeats[trouble][kind]) return undefined;
	const own = random * Math.min(longestWaitMs, firstWaitMs * 2 ** done);
	const wait = retryAfterMs === undefined ? own : retryAfterMs + random * firstWaitMs;
	return wait <= limitMs ? wait : undefined;
}
