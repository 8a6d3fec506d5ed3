import {expect, test} from 'vitest';
import {type Forecast, type ForecastRequest, forecastRelease} from '../../../src/release/check/forecast-release.ts';
import {playRollout, type Rollout, rollouts} from '../../support/data/simulated-rollouts.ts';

const compareAfter = (rollout: Rollout, seed: number) =>
	([...playRollout(rollout, seed)].at(-1) ?? expect.fail('no night')).compare();
const request = ({days}: Rollout, more: Partial<ForecastRequest> = {}): ForecastRequest => ({
	...{version: '2', against: '1', limit: 1.5},
	days: Array.from({length: days}, (_, day) => String(day)),
	...more,
});
const forecast = (rollout: Rollout, more: Partial<ForecastRequest> = {}, seed = 5): Forecast => {
	const found = forecastRelease(compareAfter(rollout, seed), request(rollout, more));
	return typeof found === 'string' ? expect.fail(found) : found;
};
const tenDays = {...rollouts['to 10 % in 7 days'], days: 10};

test('finds a release the earlier, the closer its share is to a half, and says so unasked', () => {
	const {now, other, factor, nights} = forecast(tenDays);
	expect([now.share, other?.share, factor, nights]).toEqual([expect.closeTo(0.11, 2), 0.5, 2, 28]);
	expect(Number(other?.failed)).toBeGreaterThan(2 * now.failed);
	const [three, thirty] = [0.03, 0.3].map(share => forecast(tenDays, {share}).other);
	expect([three?.share, thirty?.share]).toEqual([0.03, 0.3]);
	expect(Number(three?.failed)).toBeLessThan(Number(thirty?.failed));
});

test('ends on the night by which nearly all have failed, with many crashes', () => {
	const many = {...rollouts['to 30 % in 7 days'], days: 5, installations: 30_000, factor: 1.5};
	const {nights, now} = forecast(many);
	expect(nights).toBeLessThan(28);
	expect(now.failed).toBeGreaterThanOrEqual(0.9);
});

test('finds frail installations by their second crashes, and expects fewer crashes of those that remain', () => {
	const rollout = {...rollouts['to 30 % in 7 days'], days: 14, factor: 1.5};
	expect(compareAfter(rollout, 5).frailty).toBeLessThan(0.4);
	// The variance of one in five that crash six times as often as others, relative to the mean, is 1.
	const found = compareAfter({...rollout, frailty: 6}, 5);
	expect(found.frailty).toBeGreaterThan(0.5);
	expect(found.frailty).toBeLessThan(1.5);
	const [frail, lasting] = [found, {...found, frailty: 0, otherDays: 0}].map(each => {
		const plan = forecastRelease(each, request(rollout));
		return typeof plan === 'string' ? expect.fail(plan) : plan.now.failed;
	}) as [number, number];
	expect(frail).toBeLessThan(lasting - 0.1);
});

test('tells the same twice', () => {
	expect(forecast(tenDays)).toEqual(forecast(tenDays));
});

test('decides nothing if the other version is no longer used, and says it', () => {
	const rollout = rollouts['to 100 % in 7 days'];
	// Half of the last week has installations of both.
	expect(forecast({...rollout, days: 10}).now).toEqual({share: 1, failed: 0, passed: 0});
	const gone = {...rollout, days: 20};
	expect(forecastRelease(compareAfter(gone, 5), request(gone))).toBe(
		'not at this adoption: nobody used 1 in the last 7 days',
	);
});

test('is unknown with too little data', () => {
	const short = {...tenDays, days: 2};
	expect(forecastRelease(compareAfter(short, 5), request(short))).toMatch(/^unknown: .* 3 days of use$/);
	const healthy = {...tenDays, crashChance: [0.0002, 0.0002] as const};
	expect(forecastRelease(compareAfter(healthy, 5), request(healthy))).toMatch(/^unknown: fewer than 10 installations/);
});
