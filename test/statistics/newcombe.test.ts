import fc from 'fast-check';
import {expect, test} from 'vitest';
import {getDifferenceInterval, isWithinNoise} from '../../src/statistics/newcombe.ts';
import {laws} from '../support/laws/laws.ts';

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

const proportion = fc
	.integer({min: 1, max: 100_000})
	.chain(total => fc.record({count: fc.integer({min: 0, max: total}), total: fc.constant(total)}));

test('contains the difference, stays between -1 and 1, and changes sign with the order', () =>
	fc.assert(
		fc.property(proportion, proportion, (first, second) => {
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
