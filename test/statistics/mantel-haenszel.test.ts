import {describe, expect, test} from 'vitest';
import {poolDifference, poolRateRatio} from '../../src/statistics/mantel-haenszel.ts';
import {compareRates} from '../../src/statistics/rate-ratio.ts';
import {createDraws} from '../support/data/random-draws.ts';

/** Coronary deaths and person-years of British doctors by age, smokers and others (Doll and Hill 1966; Stata's manual of `ir`). */
const doctors = [
	[32, 52_407, 2, 18_790],
	[104, 43_248, 12, 10_673],
	[206, 28_612, 28, 5710],
	[186, 12_663, 28, 2585],
	[102, 5317, 31, 1462],
].map(([events = 0, exposure = 0, otherEvents = 0, otherExposure = 0]) => ({
	first: {events, exposure},
	second: {events: otherEvents, exposure: otherExposure},
}));

/** Deaths with tolbutamide and with a placebo, younger and older patients (UGDP 1970; Rothman, Modern Epidemiology). */
const patients = [
	{first: {count: 8, total: 106}, second: {count: 5, total: 120}},
	{first: {count: 22, total: 98}, second: {count: 16, total: 85}},
];

/** Cases of tuberculosis and other people, vaccinated and not, in 13 trials of BCG (Colditz 1994; `dat.bcg` of metafor). */
const trials = [
	[4, 119, 11, 128],
	[6, 300, 29, 274],
	[3, 228, 11, 209],
	[62, 13_536, 248, 12_619],
	[33, 5036, 47, 5761],
	[180, 1361, 372, 1079],
	[8, 2537, 10, 619],
	[505, 87_886, 499, 87_892],
	[29, 7470, 45, 7232],
	[17, 1699, 65, 1600],
	[186, 50_448, 141, 27_197],
	[5, 2493, 3, 2338],
	[27, 16_886, 29, 17_825],
].map(([count = 0, others = 0, otherCount = 0, otherOthers = 0]) => ({
	first: {count, total: count + others},
	second: {count: otherCount, total: otherCount + otherOthers},
}));

describe('the pooled ratio of rates', () => {
	test('equals the manual of Stata for the British doctors: 1.424682, 1.154703 to 1.757784', () => {
		const pooled = poolRateRatio(doctors);
		expect(pooled?.ratio).toBeCloseTo(1.424_682, 5);
		expect(pooled?.low).toBeCloseTo(1.154_703, 5);
		expect(pooled?.high).toBeCloseTo(1.757_784, 5);
	});

	test('is the plain ratio in a single stratum', () => {
		const [stratum] = doctors;
		const plain = stratum && compareRates(stratum.first, stratum.second);
		expect(poolRateRatio(doctors.slice(0, 1))?.ratio).toBeCloseTo(plain?.ratio ?? 0, 10);
	});

	test('is undefined without events in the strata that both groups share', () => {
		expect(poolRateRatio([])).toBeUndefined();
		expect(poolRateRatio([{first: {events: 5, exposure: 9}, second: {events: 0, exposure: 9}}])).toBeUndefined();
		expect(poolRateRatio([{first: {events: 5, exposure: 9}, second: {events: 3, exposure: 0}}])).toBeUndefined();
	});

	test('holds the true ratio in 93 to 97 % of simulations in which the mix differs', () => {
		const {binomial} = createDraws(3);
		const rate = (size: number, probability: number) => ({events: binomial(size, probability), exposure: size});
		const runs = 1000;
		let [held, plainHeld] = [0, 0];
		for (let run = 0; run < runs; run++) {
			const [old, modern] = [
				{first: rate(3000, 0.045), second: rate(1000, 0.03)},
				{first: rate(1000, 0.015), second: rate(9000, 0.01)},
			];
			const pooled = poolRateRatio([old, modern]);
			if (pooled && pooled.low <= 1.5 && pooled.high >= 1.5) held++;
			const sum = (side: 'first' | 'second') => ({
				events: old[side].events + modern[side].events,
				exposure: old[side].exposure + modern[side].exposure,
			});
			const plain = compareRates(sum('first'), sum('second'));
			if (plain && plain.low <= 1.5 && plain.high >= 1.5) plainHeld++;
		}
		expect(held / runs).toBeGreaterThan(0.93);
		expect(held / runs).toBeLessThan(0.97);
		// Without strata, the mix looks like an effect of the release.
		expect(plainHeld / runs).toBeLessThan(0.1);
	});
});

describe('the pooled difference of shares', () => {
	/** The figures are those that metafor (R) tests of `rma.mh(measure = "RD")`, which has the same variance. */
	describe('equals metafor', () => {
		/** Returns the standard error, of which the interval has 1.96 on each side. */
		const errorOf = ({low, high}: {readonly low: number; readonly high: number}) => (high - low) / 2 / 1.959_964;

		test('for the patients of the UGDP: 0.0349, and -0.0176 to 0.0874 with 90 %', () => {
			const pooled = poolDifference(patients) ?? expect.fail('undefined');
			expect(pooled.difference).toBeCloseTo(0.0349, 4);
			expect(pooled.difference - 1.644_854 * errorOf(pooled)).toBeCloseTo(-0.0176, 4);
			expect(pooled.difference + 1.644_854 * errorOf(pooled)).toBeCloseTo(0.0874, 4);
		});

		test('for the trials of BCG: -0.0033, -0.0039 to -0.0027, z = -11.4708', () => {
			const pooled = poolDifference(trials) ?? expect.fail('undefined');
			expect(pooled.difference).toBeCloseTo(-0.0033, 4);
			expect(pooled.low).toBeCloseTo(-0.0039, 4);
			expect(pooled.high).toBeCloseTo(-0.0027, 4);
			// The variance of Greenland and Robins (1985), which does not hold for many small strata, gives -11.56.
			expect(pooled.difference / errorOf(pooled)).toBeCloseTo(-11.4708, 4);
		});
	});

	test('is the plain difference in a single stratum', () => {
		expect(poolDifference(patients.slice(0, 1))?.difference).toBeCloseTo(8 / 106 - 5 / 120, 12);
	});

	test('is undefined without a stratum in which both groups are', () => {
		expect(poolDifference([{first: {count: 1, total: 4}, second: {count: 0, total: 0}}])).toBeUndefined();
	});

	test('holds the true difference in 93 to 97 % of simulations, in few large and in many small strata', () => {
		const {binomial} = createDraws(4);
		const group = (total: number, probability: number) => ({count: binomial(total, probability), total});
		const coverage = (strata: number, size: number) => {
			const runs = 1000;
			let held = 0;
			for (let run = 0; run < runs; run++) {
				const pooled = poolDifference(
					Array.from({length: strata}, (_, at) => ({
						first: group(size, 0.05 + (at % 5) * 0.02 + 0.03),
						second: group(2 * size, 0.05 + (at % 5) * 0.02),
					})),
				);
				if (pooled && pooled.low <= 0.03 && pooled.high >= 0.03) held++;
			}
			return held / runs;
		};
		for (const found of [coverage(2, 1500), coverage(60, 40)]) {
			expect(found).toBeGreaterThan(0.93);
			expect(found).toBeLessThan(0.97);
		}
	});
});
