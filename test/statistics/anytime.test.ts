import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareRates, createLimitTest, getAnytimeShare, type RatePair} from '../../src/statistics/anytime.ts';
import {createDraws} from '../support/data/random-draws.ts';

const pair = (events: number, exposure: number, otherEvents: number, otherExposure: number): RatePair => ({
	first: {events, exposure},
	second: {events: otherEvents, exposure: otherExposure},
});
const rates = fc
	.tuple(fc.nat(40), fc.integer({min: 1, max: 900}), fc.nat(40), fc.integer({min: 1, max: 900}))
	.map(drawn => pair(...drawn));

test('is the ratio of two rates if there is one pair, within its interval', () => {
	fc.assert(
		fc.property(rates, each => {
			const {value, low, high} = compareRates([each]);
			const {first, second} = each;
			if (first.events === 0 || second.events === 0) return;
			expect(value).toBeCloseTo((first.events / first.exposure) * (second.exposure / second.events), 6);
			expect(low < Number(value) && Number(value) < high).toBe(true);
		}),
	);
});

test('has the reciprocal interval if the groups change places', () => {
	fc.assert(
		fc.property(fc.array(rates, {minLength: 1, maxLength: 5}), pairs => {
			const {low, high} = compareRates(pairs);
			const swapped = compareRates(pairs.map(({first, second}) => ({first: second, second: first})));
			expect(swapped.low / (1 + swapped.low)).toBeCloseTo(1 / (1 + high), 6);
			expect(1 / (1 + swapped.high)).toBeCloseTo(low / (1 + low), 6);
		}),
	);
});

test('is not misled by another mix of pairs (Simpson)', () => {
	// In both pairs the rates are equal; in total the first group has 2.6 times the rate of the second.
	const pairs = [pair(90, 900, 10, 100), pair(2, 100, 18, 900)];
	expect(compareRates(pairs).value).toBeCloseTo(1, 6);
	expect(compareRates([pair(92, 1000, 28, 1000)]).value).toBeCloseTo(92 / 28, 6);
});

test('excludes exactly the ratios that are 20 times less likely than the mixture, summed by hand for 3 of 4 events', () => {
	const likelihood = (log: number) => {
		const share = Math.exp(log) / (1 + Math.exp(log));
		return share ** 3 * (1 - share);
	};
	let mixture = 0;
	for (let log = -6; log < 6.01; log += 0.05)
		mixture += (0.05 * likelihood(log)) / (Math.PI * 0.5 * (1 + (log / 0.5) ** 2));
	const {low, high} = compareRates([pair(3, 7, 1, 7)]);
	for (const end of [low, high]) expect(likelihood(Math.log(end)) / mixture).toBeCloseTo(1 / 20, 6);
});

test('says that nothing is certain without events, and only a bound if one group has none', () => {
	expect(compareRates([pair(0, 10, 0, 10)])).toEqual({value: undefined, low: 0, high: Number.POSITIVE_INFINITY});
	expect(compareRates([pair(9, 10, 0, 0)])).toEqual({value: undefined, low: 0, high: Number.POSITIVE_INFINITY});
	const none = compareRates([pair(30, 10, 0, 10)]);
	expect([none.value, none.low > 1, none.high]).toEqual([Number.POSITIVE_INFINITY, true, Number.POSITIVE_INFINITY]);
	expect(compareRates([pair(0, 10, 30, 10)])).toMatchObject({value: 0, low: 0, high: expect.any(Number)});
});

test('is wider if more ratios are compared', () => {
	const [one, ten] = [compareRates([pair(30, 10, 20, 10)]), compareRates([pair(30, 10, 20, 10)], 10)];
	expect(ten.low < one.low && one.high < ten.high).toBe(true);
});

test('misses the true ratio at any of 10 looks in at most 5 % of 100 sequences, although the shares change', () => {
	const {binomial} = createDraws(1);
	let missed = 0;
	for (let run = 0; run < 100; run++) {
		const pairs: RatePair[] = [];
		let isMissed = false;
		for (let day = 1; day <= 60; day++) {
			const exposure = 20 * day;
			pairs.push(pair(binomial(exposure, 0.012), exposure, binomial(1260 - exposure, 0.006), 1260 - exposure));
			if (day % 6 > 0) continue;
			const {low, high} = compareRates(pairs);
			isMissed ||= low > 2 || high < 2;
		}
		if (isMissed) missed++;
	}
	expect(missed).toBeLessThanOrEqual(5);
});

test('a limit lies on the same side of the interval after each added pair', () => {
	const limits = fc.double({min: 0.2, max: 5, noNaN: true});
	fc.assert(
		fc.property(fc.array(rates, {minLength: 1, maxLength: 6}), limits, (pairs, limit) => {
			const {prepare, start, add, sideOf} = createLimitTest(limit);
			const sums = start();
			pairs.forEach(({first, second}, at) => {
				add(sums, prepare({first: first.exposure, second: second.exposure}), first.events, second.events);
				const {low, high} = compareRates(pairs.slice(0, at + 1));
				expect(sideOf(sums)).toBe(low > limit ? 1 : high < limit ? -1 : 0);
			});
		}),
	);
});

test('has an interval of a share within 0 and 1 that contains it', () => {
	fc.assert(
		fc.property(fc.nat(500), fc.nat(500), fc.double({min: 0.01, max: 0.99, noNaN: true}), (count, rest, expected) => {
			const {low, high} = getAnytimeShare(count, count + rest, expected);
			const share = count + rest === 0 ? expected : count / (count + rest);
			expect(0 <= low && low <= share + 1e-9 && share - 1e-9 <= high && high <= 1).toBe(true);
		}),
	);
});
