import fc from 'fast-check';
import {expect, test} from 'vitest';
import {getWilsonInterval} from '../../src/statistics/wilson.ts';
import {laws} from '../support/laws/laws.ts';

/** R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I, method 3. */
test.each([
	[81, 263, 0.2553, 0.3662],
	[15, 148, 0.0624, 0.1605],
	[0, 20, 0, 0.1611],
	[1, 29, 0.0061, 0.1718],
])('gives the published interval of %i of %i', (count, total, low, high) => {
	const interval = getWilsonInterval(count, total);
	expect(interval?.low).toBeCloseTo(low, 4);
	expect(interval?.high).toBeCloseTo(high, 4);
});

test('has no interval for an empty group or for counts that are not a part of their total', () => {
	expect(getWilsonInterval(0, 0)).toBeUndefined();
	expect(getWilsonInterval(4, 3)).toBeUndefined();
	expect(getWilsonInterval(-1, 3)).toBeUndefined();
	expect(getWilsonInterval(Number.NaN, 3)).toBeUndefined();
});

const proportion = fc
	.integer({min: 1, max: 100_000})
	.chain(total => fc.tuple(fc.integer({min: 0, max: total}), fc.constant(total)));

test('contains its share, stays between 0 and 1, and mirrors the interval of the others', () =>
	fc.assert(
		fc.property(proportion, ([count, total]) => {
			const {low, high} = getWilsonInterval(count, total) ?? expect.fail();
			const others = getWilsonInterval(total - count, total) ?? expect.fail();
			expect(0 <= low && low <= count / total && count / total <= high && high <= 1).toBe(true);
			expect(others.low).toBeCloseTo(1 - high, 10);
			expect(others.high).toBeCloseTo(1 - low, 10);
		}),
		laws(200),
	));

/** Probabilities of 0 to `total` successes, by the recurrence of the binomial distribution. */
function getBinomial(total: number, share: number): number[] {
	const result = [(1 - share) ** total];
	for (let count = 1; count <= total; count += 1)
		result.push(((result[count - 1] ?? 0) * (total - count + 1) * share) / (count * (1 - share)));
	return result;
}

test('contains the true share in 95 of 100 samples: exactly counted, over groups of every size', () => {
	const shares = Array.from({length: 99}, (_, at) => (at + 1) / 100);
	for (const total of [5, 10, 30, 100]) {
		const coverage = shares.map(share =>
			getBinomial(total, share).reduce((sum, probability, count) => {
				const {low, high} = getWilsonInterval(count, total) ?? expect.fail();
				return low <= share && share <= high ? sum + probability : sum;
			}, 0),
		);
		const mean = coverage.reduce((sum, value) => sum + value, 0) / coverage.length;
		expect(mean, `groups of ${total}`).toBeGreaterThan(0.94);
		expect(mean, `groups of ${total}`).toBeLessThan(0.97);
		// The known worst case of the score interval, next to shares of 0 and 1.
		expect(Math.min(...coverage), `groups of ${total}`).toBeGreaterThan(0.82);
	}
});
