import {expect, test} from 'vitest';
import {getAnswer} from '../../../src/release/check/check-reasons.ts';
import {toRows} from '../../../src/release/check/check-rows.ts';
import type {Forecast} from '../../../src/release/check/forecast-release.ts';
import {judgeRelease} from '../../../src/release/check/judge-release.ts';
import type {ReadComparison} from '../../../src/release/check/read-comparison.ts';
import {describeForecast, getForecast} from '../../../src/release/check/when-decided.ts';
import {playRollout, type Rollout, rollouts} from '../../support/data/simulated-rollouts.ts';

const thresholds = {minInstallations: 200, minCrashFree: undefined, maxDrop: undefined, maxRatio: 1.5};

function check(
	rollout: Rollout,
	{
		isComplete = true,
		share = undefined as number | undefined,
		maxDrop = undefined as number | undefined,
		forecast = undefined as Forecast | undefined,
	} = {},
) {
	const nights = [...playRollout(rollout, 5)];
	const comparison = (nights.at(-1) ?? expect.fail('no night')).compare();
	const days = nights.map((_, at) => String(at));
	const read: ReadComparison = {
		...{comparison, basis: 'daily', version: '5.2', against: '5.1', drawn: [], observed: undefined},
		days,
	};
	const judgment = judgeRelease(comparison, {
		thresholds: {...thresholds, maxDrop},
		knowsDays: true,
		isComplete,
		regressions: 0,
	});
	const found = forecast ?? getForecast(read, judgment, {maxRatio: thresholds.maxRatio, share, isComplete});
	return {
		...read,
		days: ['2026-06-14'],
		judgment,
		forecast: found,
		groups: [],
		folder: 'crashes',
		where: '',
	};
}

const tell = (...rollout: Parameters<typeof check>) => describeForecast(check(...rollout));

const early = {...rollouts['to 10 % in 7 days'], days: 10};

test('says when at the present share and at a better one', () => {
	expect(tell(early)).toMatch(
		/^at its share of 11 %, 5\.2 fails by 2026-07-13 in \d+ % of simulations if it crashes twice as often as 5\.1 from now on, and passes in \d+ % if as often; at a share of 50 %, in \d+ % and \d+ %$/,
	);
});

test('says that it simulates only the ratio if another check is undecided, too', () => {
	expect(tell(early, {maxDrop: 0.02})).toMatch(
		/^by the ratio of crash rates alone, at its share of 11 %, 5\.2 fails by /,
	);
});

test('says that it will not be decided while hardly anyone has the other version', () => {
	expect(tell({...rollouts['to 90 % in 7 days'], days: 14}, {share: 0.3})).toMatch(
		/^at its share of 91 %, 5\.2 will probably not be decided by 2026-07-13; at a share of 30 %, it fails in \d+ %/,
	);
});

test('never calls a simulated outcome impossible or certain', () => {
	const forecast = {nights: 28, factor: 2, now: {share: 0.999, failed: 1, passed: 0}, other: undefined};
	expect(tell(early, {forecast})).toMatch(
		/^at its share of over 99 %, .* in over 99 % of simulations .* and passes in under 1 % if as often$/,
	);
});

test('has percentages in data if it is likely to be decided, else only the sentence', () => {
	const find = (...rollout: Parameters<typeof check>) =>
		toRows(check(...rollout)).find(([name]) => name === 'forecast') ?? expect.fail('no forecast');
	expect(find(early)).toEqual(expect.arrayContaining([expect.any(Number), expect.stringMatching(/^at its share of /)]));
	expect(find({...rollouts['to 90 % in 7 days'], days: 14}).filter(cell => cell !== null)).toEqual([
		'forecast',
		expect.stringContaining('will probably not be decided'),
		'daily',
	]);
});

test('a page says beside its large figure that it decides nothing', () => {
	expect(getAnswer(check(early))?.text).toMatch(/limit 1\.5\): too few crashes to tell$/);
});

test('takes missing crash reports for the obstacle only if there is no other', () => {
	expect(tell(early, {isComplete: false})).toBe(tell(early));
	const passed = {...rollouts['to 30 % in 7 days'], days: 20, installations: 20_000};
	expect(tell(passed)).toBeUndefined();
	expect(tell(passed, {isComplete: false})).toBe('it passes once no crash reports are missing');
});
