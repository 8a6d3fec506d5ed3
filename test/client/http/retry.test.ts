import {expect, test} from 'vitest';
import {
	type CallFailure,
	type CallKind,
	getRetryWait,
	getStatusFailure,
	getTransportFailure,
	parseRetryAfter,
} from '../../../src/client/http/retry.ts';

const now = new Date('2026-06-30T12:00:00Z');
const attempt = {done: 0, retries: 3, limitMs: 60_000, random: 0.5} as const;

/** Every cell: what went wrong × what the call may do twice. From the rule of HTTP, and test/faults.md N4 and N5. */
test.each<[string, () => CallFailure | undefined, readonly boolean[]]>([
	['nothing listens', () => getTransportFailure('refused'), [true, true, true]],
	['the name is unknown', () => getTransportFailure('dns'), [true, true, true]],
	['no route', () => getTransportFailure('unreachable'), [true, true, true]],
	['the connection is not taken', () => getTransportFailure('connect-timeout'), [true, true, true]],
	['the connection broke', () => getTransportFailure('reset'), [true, false, false]],
	['the time is up', () => getTransportFailure('timeout'), [false, false, false]],
	['a certificate is wrong', () => getTransportFailure('tls'), [false, false, false]],
	['no HTTP', () => getTransportFailure('malformed'), [false, false, false]],
	['a proxy says no', () => getTransportFailure('proxy'), [false, false, false]],
	['something unheard of', () => getTransportFailure(undefined), [false, false, false]],
	['429', () => getStatusFailure(429, undefined), [true, true, false]],
	['502', () => getStatusFailure(502, undefined), [true, false, false]],
	['503', () => getStatusFailure(503, undefined), [true, false, false]],
	['503 with Retry-After', () => getStatusFailure(503, 1000), [true, true, false]],
	['504', () => getStatusFailure(504, 1000), [true, false, false]],
])('%s', (_, getFailure, expected) => {
	const kinds: readonly CallKind[] = ['read', 'write', 'login'];
	const failure = getFailure() as CallFailure;
	expect(failure).toBeDefined();
	expect(kinds.map(kind => getRetryWait({...attempt, kind, failure}) !== undefined)).toEqual(expected);
});

test('treats other statuses as answers', () => {
	for (const status of [200, 302, 400, 401, 403, 404, 413, 500, 501])
		expect(getStatusFailure(status, 1000)).toBeUndefined();
});

test.each<[string | undefined, number | undefined]>([
	['120', 120_000],
	['0', 0],
	['Tue, 30 Jun 2026 12:00:30 GMT', 30_000],
	['Tue, 30 Jun 2026 11:00:00 GMT', 0],
	['Wed, 30 Jun 2027 12:00:00 GMT', 365 * 86_400_000],
	[' Tue, 30 Jun 2026 12:00:30 GMT ', 30_000],
	['  7 ', 7000],
	['Tuesday 30 Jun 2026 12:00:30 GMT', 30_000],
	['on Tue, 30 Jun 2026 12:00:30 GMT', undefined],
	['-5', undefined],
	['soon', undefined],
	['1.5', undefined],
	['1e9', undefined],
	['99999999999', undefined],
	['', undefined],
	[undefined, undefined],
])('Retry-After: %s', (header, expected) => {
	expect(parseRetryAfter(header, now)).toBe(expected);
});

const read = {...attempt, kind: 'read', failure: 'busy'} as const;

test('doubles waits from half a second with full jitter, and stops after the retries', () => {
	const waits = [0, 1, 2, 3].map(done => getRetryWait({...read, done, random: 1 - Number.EPSILON}));
	expect(waits.map(wait => wait && Math.round(wait))).toEqual([500, 1000, 2000, undefined]);
	expect(getRetryWait({...read, random: 0})).toBe(0);
	expect(getRetryWait({...read, retries: 0})).toBeUndefined();
	expect(getRetryWait({...read, done: 9, retries: 10, random: 0.999})).toBeLessThan(20_000);
});

test('waits as long as the service asks for, up to the limit', () => {
	expect(getRetryWait({...read, retryAfterMs: 30_000})).toBe(30_250);
	expect(getRetryWait({...read, retryAfterMs: 60_001})).toBeUndefined();
	expect(getRetryWait({...read, retryAfterMs: 59_750})).toBe(60_000);
	expect(getRetryWait({...read, retryAfterMs: 59_751})).toBeUndefined();
});

test('spreads the retries of a thousand clients', () => {
	const draw = Array.from({length: 1000}, (_, at) => at / 1000);
	const slots = new Set(draw.map(random => Math.floor((getRetryWait({...read, done: 2, random}) ?? 0) / 200)));
	expect(slots.size).toBe(10);
});
