import {expect, test} from 'vitest';
import {judgeDecline} from '../../src/statistics/share-decline.ts';
import {createDraws} from '../support/data/random-draws.ts';
import {type DeclineKind, declines, type Noise, noises, simulateShares} from '../support/data/simulated-shares.ts';
import {isLong, laws} from '../support/laws/laws.ts';

/** 500 worlds of each kind with LAW_RUNS, with the seeds 1 to 500. */
const {numRuns: worlds} = laws(12, 500);

/** How many of the worlds get a date, for how many of these the interval holds the truth, and how many get none. */
function simulate(kind: DeclineKind, noise: Noise) {
	const tally = {worlds, dates: 0, held: 0, unknown: 0};
	for (let seed = 1; seed <= worlds; seed++) {
		const {weeks, limit, truth = Number.POSITIVE_INFINITY} = simulateShares(kind, noise, createDraws(seed));
		const found = judgeDecline(weeks, limit);
		if (found.kind === 'unknown') tally.unknown++;
		if (found.kind !== 'falls') continue;
		tally.dates++;
		// A world is known by whole weeks.
		if (found.low <= truth && truth <= found.high + 1) tally.held++;
	}
	return tally;
}

const falling: ReadonlySet<DeclineKind> = new Set(['constant', 'logistic']);

/** In a long run, for each kind of noise; in the suite, over all of them. */
test.for(declines)('tells a date that holds if the share goes on as it did, and none otherwise: %s', kind => {
	const each = noises.map(noise => simulate(kind, noise));
	const sumOf = (key: keyof (typeof each)[number]) => each.reduce((sum, tally) => sum + tally[key], 0);
	const all = {dates: sumOf('dates'), held: sumOf('held'), unknown: sumOf('unknown'), worlds: sumOf('worlds')};
	for (const {dates, held, unknown, worlds: count} of isLong ? each : [all]) {
		if (!falling.has(kind)) expect(unknown).toBeGreaterThanOrEqual(0.9 * count);
		else {
			expect(held).toBeGreaterThanOrEqual(0.9 * dates);
			expect(dates).toBeGreaterThan(0.5 * count);
		}
	}
});

const line = (start: number, perWeek: number, count = 52) =>
	Array.from({length: count}, (_, week) => ({count: Math.round(start * Math.exp(-perWeek * week)), total: 100_000}));

test('tells the week in which an exact line falls below the limit', () => {
	const weeks = line(4000, 0.02);
	// 4 % · e^(-0.02 · week) is 1 % after 69.3 weeks; the last week is the 51st.
	const found = judgeDecline(weeks, 0.01);
	expect(found).toMatchObject({kind: 'falls'});
	if (found.kind !== 'falls') return;
	expect(found.weeks).toBeGreaterThan(17);
	expect(found.weeks).toBeLessThan(20);
	expect(found.low).toBeLessThanOrEqual(found.weeks);
	expect(found.high).toBeGreaterThanOrEqual(found.weeks);
});

test('says that a share is below the limit already, however few the weeks', () => {
	expect(judgeDecline(line(4000, 0.02, 3), 0.05)).toEqual({kind: 'below'});
});

test('says why there is no date', () => {
	expect(judgeDecline(line(4000, 0.02, 25), 0.01)).toEqual({
		kind: 'unknown',
		why: 'fewer than 26 weeks in a row have active installations',
	});
	expect(judgeDecline(line(4000, -0.02), 0.01)).toEqual({
		kind: 'unknown',
		why: 'the share does not fall',
	});
	const stopped = line(8000, 0.03).map(({count, total}, week, all) => ({
		count: week < 26 ? count : (all[26]?.count ?? 0),
		total,
	}));
	expect(judgeDecline(stopped, 0.01)).toEqual({kind: 'unknown', why: 'past weeks predict later ones badly'});
	expect(judgeDecline([], 0.01)).toEqual({
		kind: 'unknown',
		why: 'fewer than 26 weeks in a row have active installations',
	});
});

test('judges the weeks after the last one without installations', () => {
	const withGapAt = (gap: number) => line(4000, 0.02).map((week, at) => (at === gap ? {count: 0, total: 0} : week));
	expect(judgeDecline(withGapAt(12), 0.01)).toMatchObject({kind: 'falls'});
	expect(judgeDecline(withGapAt(26), 0.01)).toMatchObject({kind: 'unknown', why: expect.stringMatching(/^fewer/)});
});

test('predicts shares whose interval grows with the weeks', () => {
	const found = judgeDecline(line(4000, 0.02), 0.01);
	if (found.kind !== 'falls') throw new Error('no prediction');
	const [first, last] = [found.predicted[1], found.predicted.at(-1)];
	if (!first || !last) throw new Error('no prediction');
	expect(found.predicted).toHaveLength(found.high + 1);
	expect(first.share).toBeCloseTo(0.04 * Math.exp(-0.02 * 52), 3);
	expect(last.share).toBeCloseTo(0.04 * Math.exp(-0.02 * (51 + found.high)), 3);
	expect(last.high - last.low).toBeGreaterThan(first.high - first.low);
});
