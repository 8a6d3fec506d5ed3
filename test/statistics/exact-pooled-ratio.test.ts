import fc from 'fast-check';
import {expect, test} from 'vitest';
import {poolExactRateRatio} from '../../src/statistics/exact-pooled-ratio.ts';
import {poolRateRatio} from '../../src/statistics/mantel-haenszel.ts';
import {compareRates} from '../../src/statistics/rate-ratio.ts';
import {createDraws} from '../support/data/random-draws.ts';
import {laws} from '../support/laws/laws.ts';

const rate = fc.record({events: fc.nat(30), exposure: fc.integer({min: 1, max: 1000})});

test('is the exact ratio of two rates in a single stratum, and in a stratum divided by lot', () =>
	fc.assert(
		fc.property(rate, rate, (first, second) => {
			const plain = compareRates(first, second);
			const pooled = poolExactRateRatio([{first, second}]);
			for (const end of ['low', 'high'] as const) {
				const [one = 0, other = 0] = [pooled?.[end], plain?.[end]];
				expect(Number.isFinite(one)).toBe(Number.isFinite(other));
				if (Number.isFinite(one)) expect(one).toBeCloseTo(other, 6 - Math.ceil(Math.log10(1 + other)));
			}
		}),
		laws(100),
	));

const strataOf = (rows: readonly (readonly [number, number, number, number])[]) =>
	rows.map(([events, exposure, otherEvents, otherExposure]) => ({
		first: {events, exposure},
		second: {events: otherEvents, exposure: otherExposure},
	}));

/**
 * The ratios are those of statsmodels 0.15.0 (StratifiedTable.riskratio_pooled, which is the same sum), the bounds come from scipy
 * 1.17.1: binom.pmf of each stratum, numpy.convolve over the strata, and brentq for the ratio at which a tail has 2.5 %.
 */
test.each([
	[
		'few events',
		[
			[3, 120, 1, 900],
			[4, 350, 9, 1500],
			[0, 40, 2, 260],
		],
		2.822_355_390_787_67,
		0.965_819_795_066_901_7,
		8.088_586_506_319_86,
	],
	[
		'no event before',
		[
			[5, 800, 0, 2600],
			[2, 90, 0, 700],
		],
		undefined,
		6.298_146_048_622_343,
		Number.POSITIVE_INFINITY,
	],
	[
		'sparse strata',
		[
			[1, 14, 0, 35],
			[0, 9, 1, 22],
			[2, 31, 1, 18],
			[0, 12, 0, 40],
			[3, 25, 2, 90],
		],
		2.796_378_278_101_02,
		0.671_722_334_040_901_3,
		16.542_574_032_990_377,
	],
	[
		'190 events',
		[
			[60, 4000, 50, 6000],
			[40, 9000, 40, 15_000],
		],
		1.742_857_142_857_143,
		1.297_275_770_075_516_4,
		2.343_052_481_785_431_7,
	],
	[
		'480 events',
		[
			[150, 4000, 130, 6000],
			[110, 9000, 90, 15_000],
		],
		1.851_311_953_352_769_8,
		1.541_957_933_772_415,
		2.227_161_075_544_051,
	],
] as const)('equals statsmodels and scipy for %s', (_, rows, ratio, low, high) => {
	const pooled = poolExactRateRatio(strataOf(rows));
	expect(pooled?.ratio).toEqual(ratio === undefined ? undefined : expect.closeTo(ratio, 10));
	expect(pooled?.low).toBeCloseTo(low, 9);
	expect(pooled?.high).toEqual(Number.isFinite(high) ? expect.closeTo(high, 8) : high);
});

test('nearly agrees with the approximation for 190 events', () => {
	const strata = [
		{first: {events: 60, exposure: 4000}, second: {events: 50, exposure: 6000}},
		{first: {events: 40, exposure: 9000}, second: {events: 40, exposure: 15_000}},
	];
	const [exact, approximate] = [poolExactRateRatio(strata), poolRateRatio(strata)];
	expect(exact?.ratio).toBe(approximate?.ratio);
	expect((exact?.low ?? 0) / (approximate?.low ?? 1)).toBeCloseTo(1, 1);
	expect((exact?.high ?? 0) / (approximate?.high ?? 1)).toBeCloseTo(1, 1);
});

test('does not blame the release for its mix: no crash on the few old systems with the old version proves nothing', () => {
	const strata = [
		{first: {events: 10, exposure: 1000}, second: {events: 0, exposure: 100}},
		{first: {events: 0, exposure: 10}, second: {events: 0, exposure: 5000}},
	];
	expect(compareRates({events: 10, exposure: 1010}, {events: 0, exposure: 5100})?.low).toBeGreaterThan(5);
	expect(poolExactRateRatio(strata)?.low).toBeLessThan(1);
});

test('knows nothing without a stratum that both have, and no bound without events', () => {
	expect(poolExactRateRatio([{first: {events: 4, exposure: 9}, second: {events: 0, exposure: 0}}])).toBeUndefined();
	const none = poolExactRateRatio([{first: {events: 0, exposure: 9}, second: {events: 0, exposure: 9}}]);
	expect(none).toEqual({ratio: undefined, low: 0, high: Number.POSITIVE_INFINITY});
});

test('holds the true ratio in at least 95 % of simulations with few crashes in several strata', () => {
	const {binomial} = createDraws(5);
	const draw = (exposure: number, chance: number) => ({events: binomial(exposure, chance), exposure});
	const runs = 400;
	let held = 0;
	for (let run = 0; run < runs; run++) {
		const strata = [0.01, 0.004, 0.02].map((chance, at) => ({
			first: draw(200 + 300 * at, 2 * chance),
			second: draw(900 - 300 * at, chance),
		}));
		const pooled = poolExactRateRatio(strata);
		if (pooled && pooled.low <= 2 && pooled.high >= 2) held++;
	}
	expect(held / runs).toBeGreaterThan(0.95);
});
