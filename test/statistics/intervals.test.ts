import fc from 'fast-check';
import {expect, test} from 'vitest';
import {getDifferenceInterval, getWilsonInterval, isWithinNoise} from '../../src/statistics/intervals.ts';
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

const of = (count: number, total: number) => ({count, total});

/** R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998), table II, method 10. */
test.each([
	[of(56, 70), of(48, 80), 0.0524, 0.3339],
	[of(9, 10), of(3, 10), 0.1705, 0.809],
	[of(5, 56), of(0, 29), -0.0381, 0.1926],
	[of(0, 10), of(0, 20), -0.1611, 0.2775],
	[of(10, 10), of(0, 10), 0.6075, 1],
])('gives the published interval of the difference between %o and %o', (first, second, low, high) => {
	const interval = getDifferenceInterval(first, second);
	expect(interval?.low).toBeCloseTo(low, 4);
	expect(interval?.high).toBeCloseTo(high, 4);
});

test('tells shares apart only if the interval of their difference leaves out 0', () => {
	expect(isWithinNoise(of(56, 70), of(48, 80))).toBe(false);
	expect(isWithinNoise(of(5, 56), of(0, 29))).toBe(true);
	expect(isWithinNoise(of(0, 0), of(48, 80))).toBe(true);
});

const group = fc
	.integer({min: 1, max: 100_000})
	.chain(total => fc.record({count: fc.integer({min: 0, max: total}), total: fc.constant(total)}));

test('contains the difference, stays between -1 and 1, and changes sign with the order', () =>
	fc.assert(
		fc.property(group, group, (first, second) => {
			const {low, high} = getDifferenceInterval(first, second) ?? expect.fail();
			const difference = first.count / first.total - second.count / second.total;
			expect(-1 - 1e-9 <= low && low <= difference && difference <= high && high <= 1 + 1e-9).toBe(true);
			expect(getDifferenceInterval(second, first)?.low).toBeCloseTo(-high, 10);
			expect(isWithinNoise(first, second)).toBe(isWithinNoise(second, first));
		}),
		laws(200),
	));

/** The probabilities of 0 to `total` successes. */
function binomial(total: number, rate: number): readonly number[] {
	const terms = [(1 - rate) ** total];
	for (let count = 1; count <= total; count++)
		terms.push(((terms[count - 1] as number) * ((total - count + 1) / count) * rate) / (1 - rate));
	return terms;
}

function getCoverage(
	[total, rate]: readonly [number, number],
	[otherTotal, otherRate]: readonly [number, number],
): number {
	const others = binomial(otherTotal, otherRate);
	return binomial(total, rate).reduce(
		(sum, probability, count) =>
			others.reduce((all, otherProbability, otherCount) => {
				const {low, high} = getDifferenceInterval(of(count, total), of(otherCount, otherTotal)) ?? expect.fail();
				const covers = low <= rate - otherRate && rate - otherRate <= high;
				return covers ? all + probability * otherProbability : all;
			}, sum),
		0,
	);
}

test('contains the true difference in about 95 of 100 cases, over sizes and rates', () => {
	const sizes = [30, 47, 90];
	const rates = [0.03, 0.08, 0.2, 0.37, 0.5];
	const coverages = sizes.flatMap(total =>
		sizes.flatMap(other => rates.flatMap(rate => rates.map(rate2 => getCoverage([total, rate], [other, rate2])))),
	);
	const mean = coverages.reduce((sum, each) => sum + each, 0) / coverages.length;
	expect(mean).toBeGreaterThan(0.95);
	expect(mean).toBeLessThan(0.965);
	expect(Math.min(...coverages)).toBeGreaterThan(0.92);
});
