import {appendFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {addDays} from '../../src/calendar.ts';
import {judgeRelease, type Verdict} from '../../src/release/judge-release.ts';
import {createDraws} from '../support/data/random-draws.ts';
import {compareUntil, simulate, type World} from '../support/data/simulated-releases.ts';

/**
 * Days until `release check` fails a release that crashes a known number of times as often, by the share of installations that get it
 * within a week. RUNS takes another number of releases for each, SEEDS other seeds; ACCOUNT names a file for the figures.
 */

const seeds = (process.env.SEEDS ?? '1,2,3,4,5,6,7,8,9,10').split(',').map(Number);
const runs = Number(process.env.RUNS ?? 2);
/** Releases in which nothing was planted, for each seed and share. */
const runsOfNone = Number(process.env.RUNS_OF_NONE ?? 10);
const days = 14;
const tell = (account: object) =>
	process.env.ACCOUNT ? appendFileSync(process.env.ACCOUNT, `${JSON.stringify(account)}\n`) : undefined;

const createWorld = (share: number, factor: number): World => ({
	...{installations: 6000, days, useChance: 0.4, factor},
	rollOut: day => share * Math.min(1, (day + 1) / 7),
	crashChance: {new: 0.016, old: 0.016},
});

/** Returns the verdict at the end of each day; the check compares from the first day of the version on. */
function judgeDaily(world: World, seed: number): readonly Verdict[] {
	const clients = simulate(world, createDraws(seed));
	return Array.from({length: days}, (_, at) => {
		const {verdict} = judgeRelease(compareUntil(clients, addDays('2026-06-01', at)), {
			thresholds: {minInstallations: 200, minCrashFree: undefined, maxDrop: undefined, maxRatio: 1.5},
			...{knowsDays: true, isComplete: true, regressions: 0},
		});
		return verdict;
	});
}

function summarize(share: number, factor: number) {
	const count = factor === 1 ? runsOfNone : runs;
	const found = seeds.flatMap(seed =>
		Array.from({length: count}, (_, run) =>
			judgeDaily(createWorld(share, factor), 1000 * seed + 10 * run + Math.round(factor)),
		),
	);
	const firstFails = found.map(verdicts => verdicts.indexOf('fail') + 1).filter(day => day > 0);
	const sorted = firstFails.toSorted((one, other) => one - other);
	const account = {
		...{share, factor, releases: found.length, failed: firstFails.length},
		medianDay: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
		lastDay: sorted.at(-1) ?? null,
		passedAtEnd: found.filter(verdicts => verdicts.at(-1) === 'ok').length,
	};
	tell(account);
	return account;
}

const shares = [0.05, 0.3, 1] as const;

test('fails at most 1 % of the releases in which nothing was planted', () => {
	const found = shares.map(share => summarize(share, 1));
	const sum = (figure: 'failed' | 'releases') => found.reduce((total, each) => total + each[figure], 0);
	expect(sum('failed')).toBeLessThanOrEqual(sum('releases') / 100);
});

test.each(shares)('fails releases that crash five times as often within days, at %d', share => {
	const {failed, releases} = summarize(share, 5);
	expect(failed).toBe(releases);
});

test.each(shares)('tells how soon a release that crashes 1.3 or 2 times as often fails, at %d', share => {
	const [slightly, twice] = [summarize(share, 1.3), summarize(share, 2)];
	// A ratio of 1.3 is below the limit of 1.5.
	expect(slightly.failed).toBeLessThanOrEqual(slightly.releases / 100);
	expect(twice.failed).toBeGreaterThan(slightly.failed);
});
