import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Pair, type Part, testEqualOddsRatios, testShares} from '../../src/statistics/exact-tests.ts';
import {laws} from '../support/laws/laws.ts';

const choose = (n: number, k: number): number => {
	let product = k < 0 || k > n ? 0 : 1;
	for (let at = 0; product > 0 && at < k; at++) product *= (n - at) / (at + 1);
	return product;
};

/** Returns twice the smaller tail by adding up every probability. */
function addTails(observed: number, weightOf: (value: number) => number, highest: number): number {
	const weights = Array.from({length: highest + 1}, (_, value) => weightOf(value));
	const sum = (from: number, to: number) => weights.slice(from, to).reduce((total, each) => total + each, 0);
	return Math.min(1, (2 * Math.min(sum(0, observed + 1), sum(observed, highest + 1))) / sum(0, highest + 1));
}

const part = fc.nat(20).chain(total => fc.record({count: fc.nat(total), total: fc.constant(total)}));
const pair = fc.record({first: part, second: part});

test("Fisher's test adds up every table with the same sums", () =>
	fc.assert(
		fc.property(part, part, (first, second) => {
			const marked = first.count + second.count;
			const naive = addTails(first.count, at => choose(first.total, at) * choose(second.total, marked - at), marked);
			expect(Math.exp(testShares(first, second))).toBeCloseTo(naive, 9);
		}),
		laws(200),
	));

test("Zelen's test adds up every pair of tables with the same sums", () =>
	fc.assert(
		fc.property(pair, pair, (one, other) => {
			const weight = ({first, second}: Pair, count: number) =>
				choose(first.total, count) * choose(second.total, first.count + second.count - count);
			const sum = one.first.count + other.first.count;
			const naive = addTails(one.first.count, at => weight(one, at) * weight(other, sum - at), sum);
			expect(Math.exp(testEqualOddsRatios(one, other))).toBeCloseTo(naive, 9);
		}),
		laws(200),
	));

test('gives the p-values of published tables', () => {
	// Fisher's lady tasting tea: 3 of 4 cups right has a one-sided p-value of 17/70.
	expect(Math.exp(testShares({count: 3, total: 4}, {count: 1, total: 4}))).toBeCloseTo(34 / 70, 12);
	expect(testShares({count: 0, total: 50_000}, {count: 4000, total: 50_000}) / Math.LN10).toBeLessThan(-1200);
});

test('finds nothing in two strata with the same change, however large', () => {
	const stratum = (count: number, total: number): Pair => ({
		first: {count: 2 * count, total},
		second: {count, total},
	});
	expect(Math.exp(testEqualOddsRatios(stratum(50, 50_000), stratum(900, 900_000)))).toBeGreaterThan(0.9);
	const unlike: Part = {count: 200, total: 50_000};
	const changed = {first: unlike, second: {count: 50, total: 50_000}};
	expect(Math.exp(testEqualOddsRatios(changed, stratum(900, 900_000)))).toBeLessThan(1e-4);
});
