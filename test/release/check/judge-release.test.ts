import {expect, test} from 'vitest';
import {type Comparison, compareReleases, type RiskCell} from '../../../src/release/check/compare-releases.ts';
import {type JudgeOptions, judgeRelease} from '../../../src/release/check/judge-release.ts';
import {playRollout, type Rollout, rollouts} from '../../support/data/simulated-rollouts.ts';

const options: JudgeOptions = {
	thresholds: {minInstallations: 200, minCrashFree: undefined, maxDrop: undefined, maxRatio: 1.5},
	knowsDays: true,
	isComplete: true,
	regressions: 0,
};
const judge = (comparison: Comparison, more: Partial<JudgeOptions> = {}) =>
	judgeRelease(comparison, {...options, ...more}).verdict;

const side = (installations: number, crashed: number, days = 5 * installations) => ({
	...{installations, crashed, days, reports: crashed},
});
type Side = ReturnType<typeof side>;
const toCell = (stratum: string, first: Side, second: Side, day = '2026-06-01'): RiskCell => ({
	...{stratum, day},
	first: {events: first.crashed, exposure: first.days},
	second: {events: second.crashed, exposure: second.days},
});
const compare = (first: Side, second: Side) => compareReleases({cells: [toCell('', first, second)], first, second});

test.each([
	['as often, with many installations', side(20_000, 300), side(20_000, 300), 'ok'],
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

const judgeDrop = (comparison: Comparison, maxDrop: number) =>
	judgeRelease(comparison, {...options, thresholds: {...options.thresholds, maxDrop}}).checks.find(
		({name}) => name === 'drop',
	);

test('compares crash-free after the same use, although the new version has been used on fewer days', () => {
	// Three times as often per day of use, on a fifth of the days: as counted, more installations are crash-free.
	const worse = compare(side(5000, 120, 10_000), side(5000, 200, 50_000));
	expect(judgeDrop(worse, 0.005)).toMatchObject({
		verdict: 'fail',
		unadjusted: expect.closeTo(-0.016, 9),
		value: expect.closeTo(0.0753, 3),
	});
	// As often, on five times the days: as counted, fewer are.
	const equal = compare(side(5000, 500, 50_000), side(5000, 100, 10_000));
	expect(judgeDrop(equal, 0.01)).toMatchObject({
		verdict: 'ok',
		unadjusted: expect.closeTo(0.08, 9),
		value: expect.closeTo(0, 6),
	});
});

test('cannot tell a drop if the other version has no crash', () => {
	expect(judgeDrop(compare(side(5000, 50), side(5000, 0)), 0.005)).toMatchObject({verdict: 'unknown', value: null});
});

test('never passes a comparison for which the server tells no days, but lets it fail', () => {
	expect(judge(compare(side(20_000, 300), side(20_000, 300)), {knowsDays: false})).toBe('unknown');
	expect(judge(compare(side(5000, 150), side(5000, 50)), {knowsDays: false})).toBe('fail');
});

test('passes nothing if crash reports are missing, but lets a failure stand', () => {
	expect(judge(compare(side(20_000, 300), side(20_000, 300)), {isComplete: false})).toBe('unknown');
	expect(judge(compare(side(5000, 150), side(5000, 50)), {isComplete: false})).toBe('fail');
	expect(judge(compare(side(20_000, 300), side(20_000, 300)), {isComplete: false, regressions: 1})).toBe('fail');
});

test('is unknown if systems or days have too little in common', () => {
	const [some, none, other] = [side(5000, 250), side(0, 0), side(5000, 50)];
	const cells = [toCell('old', some, none), toCell('new', side(300, 30), other)];
	const apart = compareReleases({cells, first: side(5300, 280), second: other});
	expect(judgeRelease(apart, options).decisive).toMatchObject({doubt: expect.stringContaining('system or age')});
	const later = [toCell('', some, none, '2026-06-02'), toCell('', side(300, 30), other)];
	const replaced = compareReleases({cells: later, first: side(5300, 280), second: other});
	expect(judgeRelease(replaced, options).decisive).toMatchObject({doubt: expect.stringContaining('the same days')});
});

const playAll = (rollout: Rollout, seed: number) => [...playRollout(rollout, seed)];
const compareLast = (rollout: Rollout, seed: number) =>
	(playAll(rollout, seed).at(-1) ?? expect.fail('no night')).compare();

test('does not take the mix of systems for the release (Simpson)', () => {
	const comparison = compareLast(rollouts['to 30 % in 7 days, most on an old system'], 11);
	expect(comparison.plainRatio).toBeGreaterThan(1.5);
	expect(judge(comparison)).not.toBe('fail');
});

test('fails a release that crashes five times as often within its first days', () => {
	const rollout = {...rollouts['to 30 % in 7 days'], factor: 5, days: 6};
	for (const seed of [1, 2, 3]) expect(judge(compareLast(rollout, seed))).toBe('fail');
});

/** test/soak/releases.test.ts looks at each night of thousands. */
test.each(['to 90 % in 7 days, frail', 'to 60 % in 7 days, many on an old system'] as const)(
	'holds the true ratio and drop of nearly all releases that roll out %s',
	name => {
		let missed = 0;
		for (let seed = 0; seed < 30; seed++) {
			const rollout = {...rollouts[name], factor: 1 + (seed % 2)};
			const {compare, trueDrop} = playAll(rollout, seed).at(-1) ?? expect.fail('no night');
			const {ratio, drop = expect.fail('no drop')} = compare();
			if (ratio.low > rollout.factor || ratio.high < rollout.factor) missed++;
			if (drop.low > trueDrop || drop.high < trueDrop) missed++;
		}
		expect(missed).toBeLessThanOrEqual(3);
	},
);
