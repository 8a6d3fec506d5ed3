import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {adjustPValues, getBetaShare, getBinomialPValue} from '../../src/statistics/p-values.ts';
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

	test('equals the p-value of the example of Fay (R package rateratio.test): 2 of 11', () => {
		expect(getBinomialPValue(2, 11, 17_877 / (17_877 + 16_660))).toBeCloseTo(0.050_11, 5);
	});

	test('has p-values below 5 % for at most 5 % of equal rates', () => {
		const {binomial} = createDraws(2);
		const draws = Array.from({length: 2000}, () => binomial(60, 0.4));
		expect(draws.filter(count => getBinomialPValue(count, 60, 0.4) < 0.05).length / 2000).toBeLessThan(0.05);
	});
});

test('corrects p-values for their number as in the example of Benjamini and Hochberg (1995)', () => {
	const values = [
		0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
	];
	const adjusted = adjustPValues(values.map(Math.log)).map(Math.exp);
	expect(adjusted.filter(value => value <= 0.05)).toHaveLength(4);
	expect(adjusted[3]).toBeCloseTo((0.0095 * 15) / 4, 12);
	expect(adjusted.at(-1)).toBe(1);
});
