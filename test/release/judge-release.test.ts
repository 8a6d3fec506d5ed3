import {expect, test} from 'vitest';
import {type Comparison, compareReleases} from '../../src/release/compare-releases.ts';
import {adjustmentReversesRatio, type JudgeOptions, judgeRelease} from '../../src/release/judge-release.ts';
import {getCrashFree} from '../../src/release/release-counts.ts';
import {createDraws} from '../support/data/random-draws.ts';
import {compareUntil, simulate, type World} from '../support/data/simulated-releases.ts';

const options: JudgeOptions = {
	thresholds: {minInstallations: 200, minCrashFree: undefined, maxDrop: undefined, maxRatio: 1.5},
	knowsDays: true,
	isComplete: true,
	regressions: 0,
};
const judge = (comparison: Comparison, more: Partial<JudgeOptions> = {}) =>
	judgeRelease(comparison, {...options, ...more}).verdict;

const side = (installations: number, crashed: number, days = 5 * installations) => ({
	...{installations, crashed, exposure: days, days, reports: crashed},
});
const compare = (first: ReturnType<typeof side>, second: ReturnType<typeof side>) =>
	compareReleases([{stratum: '', first, second}]);

test.each([
	['as often, with many installations', side(20_000, 200), side(20_000, 200), 'ok'],
	['as often, with few crashes', side(500, 3), side(500, 3), 'unknown'],
	['three times as often', side(5000, 150), side(5000, 50), 'fail'],
	['less often', side(5000, 50), side(5000, 150), 'ok'],
	['never, as the version before', side(5000, 0), side(5000, 0), 'unknown'],
	['never, although the version before does', side(5000, 0), side(5000, 50), 'ok'],
	['often, although the version before does never', side(5000, 50), side(5000, 0), 'fail'],
	['once, with one installation', side(1, 1), side(5000, 10), 'unknown'],
	['often, but with fewer installations than the minimum', side(199, 100), side(5000, 10), 'unknown'],
])('a version that crashes %s', (_, first, second, verdict) => {
	expect(judge(compare(first, second))).toBe(verdict);
});

test('decides by each limit, and by the worst of them', () => {
	const same = compare(side(20_000, 400), side(20_000, 400));
	const limit = (thresholds: Partial<JudgeOptions['thresholds']>) =>
		judge(same, {thresholds: {...options.thresholds, ...thresholds}});
	expect(limit({minCrashFree: 0.97})).toBe('ok');
	expect(limit({minCrashFree: 0.98})).toBe('unknown');
	expect(limit({minCrashFree: 0.99})).toBe('fail');
	expect(limit({maxDrop: 0.01})).toBe('ok');
	expect(limit({maxDrop: 0.0001})).toBe('unknown');
	expect(judge(same, {regressions: 1})).toBe('fail');
});

test('never passes a comparison for which the server tells no days, but lets it fail', () => {
	expect(judge(compare(side(20_000, 200), side(20_000, 200)), {knowsDays: false})).toBe('unknown');
	expect(judge(compare(side(5000, 150), side(5000, 50)), {knowsDays: false})).toBe('fail');
});

test('passes nothing if crash reports are missing, but lets a failure stand', () => {
	expect(judge(compare(side(20_000, 200), side(20_000, 200)), {isComplete: false})).toBe('unknown');
	expect(judge(compare(side(5000, 150), side(5000, 50)), {isComplete: false})).toBe('fail');
	expect(judge(compare(side(20_000, 200), side(20_000, 200)), {isComplete: false, regressions: 1})).toBe('fail');
});

test('is unknown if the systems have too little in common', () => {
	const [some, none] = [side(5000, 250), side(0, 0)];
	const apart = compareReleases([
		{stratum: 'old', first: some, second: none},
		{stratum: 'new', first: side(300, 3), second: side(5000, 50)},
	]);
	expect(judge(apart)).toBe('unknown');
});

/** A release of 3,000 installations in two weeks, of which 1.6 % crash on a day of use. */
const world: World = {
	...{installations: 3000, days: 14, rollOut: () => 0.3, useChance: 0.4, factor: 1},
	crashChance: {new: 0.016, old: 0.016},
};

test('does not take the mix of systems for the release (Simpson)', () => {
	// The new version is mostly on an old system that crashes six times as often with any version.
	const mixed: World = {
		...world,
		crashChance: {old: 0.06, new: 0.01},
		oldSystem: {share: 0.3, preference: 6},
		rollOut: () => 0.15,
	};
	const draws = createDraws(11);
	for (let run = 0; run < 5; run++) {
		const comparison = compareUntil(simulate(mixed, draws), '2026-06-14');
		expect(comparison.ratio?.low).toBeGreaterThan(1.5);
		expect(judge(comparison)).not.toBe('fail');
	}
	const better = compareUntil(simulate({...mixed, installations: 8000, factor: 0.7}, createDraws(12)), '2026-06-14');
	expect(adjustmentReversesRatio(better)).toBe(true);
	// Within noise, no direction can turn.
	expect(better.ratio && adjustmentReversesRatio({...better, ratio: {...better.ratio, low: 0.9}})).toBe(false);
});

/** test/soak/releases.test.ts simulates more, day by day. */
test('fails at most 1 % of 100 releases that crash as often, looked at on four days of their roll-out', () => {
	const {binomial} = createDraws(13);
	let failed = 0;
	for (let run = 0; run < 100; run++) {
		const share = [0.05, 0.3, 0.6][run % 3] ?? 1;
		const draw = (installations: number, chance: number, days: number) =>
			side(installations, binomial(installations, chance * days), installations * days);
		const verdicts = [1, 3, 5, 7].map(days => {
			const strata = [0.02, 0.006].map((chance, at) => ({
				stratum: String(at),
				first: draw(Math.round(5000 * share), chance, days),
				second: draw(Math.round(5000 * (1 - share)), chance, days),
			}));
			return judge(compareReleases(strata));
		});
		if (verdicts.includes('fail')) failed++;
	}
	expect(failed).toBeLessThanOrEqual(1);
}, 180_000);

test('fails a release that crashes five times as often within its first days', () => {
	const draws = createDraws(14);
	for (let run = 0; run < 5; run++)
		expect(judge(compareUntil(simulate({...world, factor: 5}, draws), '2026-06-04'))).toBe('fail');
});

test('has intervals that hold the true figure of 93 to 97 % of 1,000 releases', () => {
	const draws = createDraws(15);
	let [shares, ratios, changes] = [0, 0, 0];
	for (let run = 0; run < 1000; run++) {
		const [first, second] = [draws.binomial(1200, 0.06), draws.binomial(4000, 0.04)];
		const free = getCrashFree({installations: 1200, crashed: first});
		if (free && free.low <= 0.94 && free.high >= 0.94) shares++;
		const {ratio, change} = compare(side(1200, first, 12_000), side(4000, second, 40_000));
		if (ratio && ratio.low <= 1.5 && ratio.high >= 1.5) ratios++;
		if (change && change.low <= -0.02 && change.high >= -0.02) changes++;
	}
	for (const held of [shares, changes]) {
		expect(held).toBeGreaterThanOrEqual(930);
		expect(held).toBeLessThanOrEqual(970);
	}
	// The exact interval is wider than it must be (docs/release.md).
	expect(ratios).toBeGreaterThanOrEqual(940);
	expect(ratios).toBeLessThanOrEqual(980);
});
