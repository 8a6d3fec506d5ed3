import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type FollowOptions, findOverlap, followLog, type LogRecord} from '../../../src/archive/download/follow-log.ts';
import {fakeClock} from '../../support/laws/clock.ts';

const letters = (text: string) => [...text];

test.each<[string, string, string, object, string, boolean]>([
	['nothing came', 'abc', 'abc', {}, '', true],
	['one came', 'abc', 'bcd', {}, 'd', true],
	['all but one are new', 'abc', 'cde', {}, 'de', true],
	['everything is new', 'abc', 'def', {}, 'def', false],
	['the same line came again', 'aab', 'abb', {}, 'b', true],
	['a log that was seen whole grows by a line it had', 'a', 'aa', {whole: true}, 'a', true],
	['more lines were asked for, and older ones stand in front', 'cd', 'abcdef', {older: 4}, 'ef', true],
	['a late line stands among the others', 'abcd', 'bcxd', {}, 'x', true],
	['a late line stands in front of what was seen', 'abcd', 'xbcd', {}, 'x', false],
])('%s', (_, seen, window, {older = 0, whole = false}: {older?: number; whole?: boolean}, fresh, continuous) => {
	const found = findOverlap(letters(seen), letters(window), {older, whole});
	expect({fresh: found.fresh.map(at => window[at]).join(''), continuous: found.continuous}).toEqual({
		fresh,
		continuous,
	});
});

/** A log that grows by `bursts` lines between looks, seen by a service that gives `cap` lines at most; what a reader gets. */
const readAlong = async (start: number, bursts: readonly number[], cap: number) => {
	const log: LogRecord[] = Array.from({length: start}, (_, at) => [at]);
	const gaps: number[] = [];
	const got: LogRecord[] = [];
	let turn = 0;
	const clock = fakeClock();
	const options: FollowOptions = {
		readNewest: async count => log.slice(-Math.min(count, cap)),
		clock: {
			...clock,
			sleep: async () => {
				const burst = bursts[turn++];
				if (burst === undefined) throw new Error('enough');
				for (let left = burst; left > 0; left--) log.push([log.length]);
			},
		},
		signal: new AbortController().signal,
		intervalMs: 1,
		count: 50,
		onGap: async () => void gaps.push(turn),
	};
	const first = log.slice(-Math.min(50, cap));
	await expect(async () => {
		for await (const block of followLog(first, options)) got.push(...block);
	}).rejects.toThrow('enough');
	return {got: got.map(([value]) => value), expected: log.slice(start).map(([value]) => value), gaps};
};

test('yields each new record once and in order, however many arrive between two requests', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(300),
			fc.array(fc.oneof(fc.nat(5), fc.nat(400), fc.nat(3000)), {maxLength: 8}),
			async (start, bursts) => {
				// From nothing to a round number of lines: that may be a limit of the service, and a gap is reported.
				fc.pre(start > 0 || (bursts.find(burst => burst > 0) ?? 1) % 100 !== 0);
				const {got, expected, gaps} = await readAlong(start, bursts, Number.POSITIVE_INFINITY);
				expect(got).toEqual(expected);
				expect(gaps).toEqual([]);
			},
		),
		{numRuns: 60},
	);
});

test('reports a gap whenever records were lost, and repeats none', async () => {
	await fc.assert(
		fc.asyncProperty(fc.nat(300), fc.array(fc.nat(2500), {maxLength: 8}), async (start, bursts) => {
			const {got, expected, gaps} = await readAlong(start, bursts, 1000);
			const known = new Set(got);
			expect(known.size).toBe(got.length);
			expect(got).toEqual(expected.filter(value => known.has(value)));
			if (got.length < expected.length) expect(gaps).not.toEqual([]);
			else if (start > 0 && bursts.every(burst => burst < 900)) expect(gaps).toEqual([]);
		}),
		{numRuns: 60},
	);
});

test('ends when the signal aborts', async () => {
	const stop = new AbortController();
	stop.abort(new Error('interrupted'));
	const options = {
		readNewest: async () => [],
		clock: fakeClock(),
		signal: stop.signal,
		intervalMs: 1,
		count: 50,
		onGap: async () => undefined,
	};
	await expect(followLog([], options).next()).rejects.toThrow('interrupted');
});
