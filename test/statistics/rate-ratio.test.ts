import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {getBetaShare, getBinomialPValue, getExactInterval} from '../../src/statistics/binomial-interval.ts';
import {compareRates} from '../../src/statistics/rate-ratio.ts';
import {createDraws} from '../support/data/random-draws.ts';

/** The share of a binomial distribution at or above a count, summed term by term. */
function sumUpperTail(count: number, total: number, share: number): number {
	let sum = 0;
	let term = (1 - share) ** total;
	for (let at = 0; at <= total; at++) {
		if (at >= count) sum += term;
		term *= ((total - at) / (at + 1)) * (share / (1 - share));
	}
	return sum;
}

describe('the exact binomial distribution', () => {
	test('equals the sum of its terms', () => {
		fc.assert(
			fc.property(
				fc.integer({min: 1, max: 200}),
				fc.double({min: 0.05, max: 0.95, noNaN: true}),
				fc.nat(),
				(total, share, drawn) => {
					const count = 1 + (drawn % total);
					expect(getBetaShare(share, count, total - count + 1)).toBeCloseTo(sumUpperTail(count, total, share), 9);
				},
			),
		);
	});

	test('has the exact interval of 10 of 100 that textbooks print (Clopper and Pearson): 4.90 to 17.62 %', () => {
		const {low, high} = getExactInterval(10, 100);
		expect([low, high].map(end => Math.round(end * 1e4))).toEqual([490, 1762]);
	});

	test('has an interval up to 1 - (0.025)^(1/n) without any event', () => {
		expect(getExactInterval(0, 50)).toEqual({low: 0, high: expect.closeTo(1 - 0.025 ** (1 / 50), 12)});
	});

	test('stays exact for a million events', () => {
		const {low, high} = getExactInterval(1_000_000, 2_000_000);
		expect(high - low).toBeCloseTo((2 * 1.959964 * 0.5) / Math.sqrt(2_000_000), 5);
	});
});

describe('the ratio of two rates', () => {
	test('equals the example of Fay (R package rateratio.test): 2 in 17,877 against 9 in 16,660', () => {
		const found = compareRates({events: 2, exposure: 17_877}, {events: 9, exposure: 16_660});
		expect(found?.ratio).toBeCloseTo(0.207_094_155_7, 9);
		expect(found?.low).toBeCloseTo(0.021_774_06, 7);
		expect(found?.high).toBeCloseTo(1.000_549_1, 6);
		expect(getBinomialPValue(2, 11, 17_877 / (17_877 + 16_660))).toBeCloseTo(0.050_11, 5);
	});

	test('equals the example of the help page of R poisson.test: 11 in 800 against 21 in 3,011', () => {
		const found = compareRates({events: 11, exposure: 800}, {events: 6 + 8 + 7, exposure: 1083 + 1050 + 878});
		expect(found?.ratio).toBeCloseTo(1.971_488, 6);
		expect(found?.low).toBeCloseTo(0.858_426_4, 6);
		expect(found?.high).toBeCloseTo(4.277_265_9, 6);
	});

	test('says that nothing is certain without events, and only a bound if one rate has none', () => {
		expect(compareRates({events: 0, exposure: 10}, {events: 0, exposure: 10})).toEqual({
			ratio: undefined,
			low: 0,
			high: Number.POSITIVE_INFINITY,
		});
		const bound = compareRates({events: 9, exposure: 10}, {events: 0, exposure: 10});
		expect(bound?.low).toBeGreaterThan(1);
		expect(bound?.high).toBe(Number.POSITIVE_INFINITY);
		expect(compareRates({events: 0, exposure: 0}, {events: 1, exposure: 10})).toBeUndefined();
	});

	test('excludes 1 exactly if the p-value is below 5 %', () => {
		fc.assert(
			fc.property(fc.nat(60), fc.nat(60), fc.integer({min: 1, max: 9}), (one, other, exposure) => {
				const found = compareRates({events: one, exposure}, {events: other, exposure: 5});
				const excludes = found !== undefined && (found.low > 1 || found.high < 1);
				expect(excludes).toBe(getBinomialPValue(one, one + other, exposure / (exposure + 5)) < 0.05);
			}),
		);
	});

	test('holds the true ratio in at least 95 % of simulated comparisons', () => {
		const {binomial} = createDraws(1);
		const runs = 2000;
		let held = 0;
		for (let run = 0; run < runs; run++) {
			const found = compareRates(
				{events: binomial(4000, 0.02), exposure: 4000},
				{events: binomial(9000, 0.01), exposure: 9000},
			);
			if (found && found.low <= 2 && found.high >= 2) held++;
		}
		expect(held / runs).toBeGreaterThan(0.95);
		expect(held / runs).toBeLessThan(0.98);
	});

	test('has p-values below 5 % for at most 5 % of equal rates', () => {
		const {binomial} = createDraws(2);
		const draws = Array.from({length: 2000}, () => binomial(60, 0.4));
		expect(draws.filter(count => getBinomialPValue(count, 60, 0.4) < 0.05).length / 2000).toBeLessThan(0.05);
	});
});
