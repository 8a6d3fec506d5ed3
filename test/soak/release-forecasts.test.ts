import {expect, test} from 'vitest';
import type {Comparison} from '../../src/release/check/compare-releases.ts';
import {type Forecast, forecastRelease} from '../../src/release/check/forecast-release.ts';
import {judgeRelease} from '../../src/release/check/judge-release.ts';
import {playRollout, type Rollout, rollouts} from '../support/data/simulated-rollouts.ts';

/** Releases that are undecided on night 14: is what is forecast then what happens? WORLDS takes another number of releases. */

const worlds = Number(process.env.WORLDS ?? 60);
const from = Number(process.env.FROM ?? 1001);
const night = 14;
const thresholds = {minInstallations: 200, minCrashFree: undefined, maxDrop: undefined, maxRatio: 1.5};
const judge = (comparison: Comparison) =>
	judgeRelease(comparison, {thresholds, knowsDays: true, isComplete: true, regressions: 0}).verdict;
const days = Array.from({length: night}, (_, day) => String(day));

/** Plays a release until the end of its forecast; returns undefined if it is decided before. */
function play(rollout: Rollout, seed: number) {
	let forecast: Forecast | string | undefined;
	let passed = 0;
	for (const {compare} of playRollout({...rollout, days: night + 28}, seed)) {
		passed++;
		if (passed < night) continue;
		const verdict = judge(compare());
		if (forecast === undefined) {
			if (verdict !== 'unknown') return undefined;
			forecast = forecastRelease(compare(), {version: '2', against: '1', limit: thresholds.maxRatio, days});
			if (typeof forecast === 'string') return undefined;
			continue;
		}
		if (typeof forecast === 'string' || passed - night > forecast.nights) break;
		if (verdict !== 'unknown') return {forecast, verdict};
	}
	return typeof forecast === 'object' ? {forecast, verdict: 'unknown' as const} : undefined;
}

const [tenth, third, most] = [
	rollouts['to 10 % in 7 days'],
	rollouts['to 30 % in 7 days'],
	rollouts['to 60 % in 7 days'],
];

test.each([
	['to 10 % in 7 days', tenth],
	['to 30 % in 7 days', third],
	['to 60 % in 7 days', most],
	['to 10 % in 7 days, frail', {...tenth, frailty: 6}],
	['to 30 % in 7 days, frail', {...third, frailty: 6}],
	['to 60 % in 7 days, frail', {...most, frailty: 6}],
] as const)(
	'a forecast of releases that roll out %s comes true as often as it says, or up to 15 points less often',
	(name, rollout) => {
		for (const [factor, key, verdict] of [
			[2, 'failed', 'fail'],
			[1, 'passed', 'ok'],
		] as const) {
			const played = Array.from({length: worlds}, (_, at) => play({...rollout, factor}, from + at));
			const known = played.filter(each => each !== undefined);
			const forecast = known.reduce((sum, each) => sum + each.forecast.now[key], 0) / known.length;
			const happened = known.filter(each => each.verdict === verdict).length / known.length;
			if (process.env.WORLDS) console.log(JSON.stringify({name, factor, undecided: known.length, forecast, happened}));
			const chance = 3 * Math.sqrt((forecast * (1 - forecast)) / known.length);
			expect(forecast - happened).toBeLessThan(0.15 + chance);
			expect(happened - forecast).toBeLessThan(0.05 + chance);
		}
	},
);
