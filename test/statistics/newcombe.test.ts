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
