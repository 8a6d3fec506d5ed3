import {appendFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {RiskCell, Totals} from '../../src/release/check/compare-releases.ts';
import {compareRates} from '../../src/statistics/anytime.ts';
import {playRollout, type Rollout, rollouts} from '../support/data/simulated-rollouts.ts';

/**
 * Releases of 3,000 installations that are looked at on each of 30 nights, with limits of 1.5 times and 2 percentage points. WORLDS takes
 * another number of releases for each roll-out, FROM other seeds; ACCOUNT names a file for the figures.
 */

const worlds = Number(process.env.WORLDS ?? 100);
const from = Number(process.env.FROM ?? 0);
const [maxRatio, maxDrop] = [1.5, 0.02];

/** The interval as docs/release.md describes it, with sums that grow from night to night. */
function createSequence() {
	const logs = Array.from({length: 241}, (_, at) => (at - 120) * 0.05);
	const weights = logs.map(log => 0.05 / (Math.PI * 0.5 * (1 + (log / 0.5) ** 2)));
	const sums = new Float64Array(logs.length);
	const seen: RiskCell[] = [];
	const likelihood = (log: number, cells: readonly RiskCell[]) => {
		const ratio = Math.exp(log);
		let sum = 0;
		for (const {first, second} of cells)
			sum += first.events * log - (first.events + second.events) * Math.log(ratio * first.exposure + second.exposure);
		return sum;
	};
	const isShared = ({first, second}: RiskCell) =>
		first.exposure > 0 && second.exposure > 0 && first.events + second.events > 0;
	let least = Number.NEGATIVE_INFINITY;
	return {
		add: (cells: readonly RiskCell[]) => {
			const shared = cells.filter(isShared);
			seen.push(...shared);
			logs.forEach((log, at) => {
				sums[at] = (sums[at] as number) + likelihood(log, shared);
			});
			const most = Math.max(...sums);
			least = most + Math.log(weights.reduce((sum, each, at) => sum + each * Math.exp((sums[at] as number) - most), 0));
			least += Math.log(0.05);
		},
		/** Returns on which side of the interval a ratio lies; 0 within it. */
		sideOf: (ratio: number): -1 | 0 | 1 => {
			if (seen.length === 0 || likelihood(Math.log(ratio), seen) >= least) return 0;
			const slope = seen.reduce((sum, {first, second}) => {
				const share = (ratio * first.exposure) / (ratio * first.exposure + second.exposure);
				return sum + first.events - (first.events + second.events) * share;
			}, 0);
			return slope > 0 ? -1 : 1;
		},
		/** Returns the information about the logarithm of a ratio. */
		getInformation: (ratio: number) =>
			seen.reduce((sum, {first, second}) => {
				const share = (ratio * first.exposure) / (ratio * first.exposure + second.exposure);
				return sum + (first.events + second.events) * share * (1 - share);
			}, 0),
	};
}

/** Returns the ratio at which the drop would be this large; undefined without a crash of the old version. */
function toRatio(drop: number, {installations, crashed}: Totals): number | undefined {
	const free = (installations - crashed) / installations;
	return crashed === 0 || drop >= free ? undefined : Math.log(free - drop) / Math.log(free);
}

function playWorld(rollout: Rollout, seed: number) {
	const found = {missed: 0, missedDrop: 0, failed: 0, passed: 0, dropFailed: 0, dropPassed: 0, error: 0};
	const sequence = createSequence();
	const rates: RiskCell[] = [];
	let night = 0;
	for (const {cells, expected, totals, trueDrop, compare} of playRollout(rollout, seed)) {
		night++;
		sequence.add(cells);
		rates.push(...expected);
		const sideOfDrop = (drop: number) => {
			const ratio = toRatio(drop, totals[1]);
			return ratio === undefined ? 0 : sequence.sideOf(ratio);
		};
		if (sequence.sideOf(rollout.factor) !== 0) found.missed ||= night;
		if (sideOfDrop(trueDrop) !== 0) found.missedDrop ||= night;
		if (sequence.sideOf(maxRatio) < 0) found.failed ||= night;
		if (sequence.sideOf(maxRatio) > 0) found.passed ||= night;
		if (sideOfDrop(maxDrop) < 0 && trueDrop <= maxDrop) found.dropFailed ||= night;
		if (sideOfDrop(maxDrop) > 0 && trueDrop > maxDrop) found.dropPassed ||= night;
		if (night < rollout.days) continue;
		const {ratio} = compare();
		expect([ratio.low > maxRatio, ratio.high < maxRatio]).toEqual([
			sequence.sideOf(maxRatio) < 0,
			sequence.sideOf(maxRatio) > 0,
		]);
		// Frail installations crash first, so that those that have not crashed yet differ less than by the factor.
		const truth = compareRates(rates).value ?? 1;
		found.error = Math.log((ratio.value ?? 1) / truth) * Math.sqrt(sequence.getInformation(truth));
	}
	return found;
}

/** Plays all worlds of a roll-out; the figures are percentages of them. */
function account(name: string, rollout: Rollout) {
	const played = Array.from({length: worlds}, (_, at) => playWorld(rollout, 7919 * (from + at) + 31 * name.length));
	const part = (isCounted: (world: (typeof played)[number]) => boolean) =>
		Math.round((10_000 * played.filter(isCounted).length) / worlds) / 100;
	const failedBy = (night: number) => part(({failed}) => failed > 0 && failed <= night);
	const figures = {
		...{name, factor: rollout.factor, worlds},
		...{missed: part(({missed}) => missed > 0), missedDrop: part(({missedDrop}) => missedDrop > 0)},
		...{failed: failedBy(rollout.days), passed: part(({passed}) => passed > 0)},
		...{dropFalselyFailed: part(each => each.dropFailed > 0), dropFalselyPassed: part(each => each.dropPassed > 0)},
		/** Of intervals of 95 % of one look, from the information, around the ratio of those that have not crashed before. */
		covered: part(({error}) => Math.abs(error) < 1.96),
		failedBy: [7, 14, 21, 30].map(failedBy),
	};
	if (process.env.ACCOUNT) appendFileSync(process.env.ACCOUNT, `${JSON.stringify(figures)}\n`);
	return figures;
}

/** What chance adds to a percentage of these worlds. */
const withChance = (percent: number) => percent + 300 * Math.sqrt(((percent / 100) * (1 - percent / 100)) / worlds);

test.each(Object.entries(rollouts))('an equal release that rolls out %s', (name, rollout) => {
	const {missed, missedDrop, failed, dropFalselyFailed, covered} = account(name, {...rollout, factor: 1});
	expect(Math.max(missed, missedDrop)).toBeLessThanOrEqual(withChance(5));
	expect(Math.max(failed, dropFalselyFailed)).toBeLessThanOrEqual(withChance(2.5));
	expect(100 - covered).toBeLessThanOrEqual(withChance(7));
});

test.each(Object.entries(rollouts))('a release that crashes twice as often and rolls out %s', (name, rollout) => {
	const {passed, dropFalselyPassed, covered} = account(name, {...rollout, factor: 2});
	expect(Math.max(passed, dropFalselyPassed)).toBeLessThanOrEqual(withChance(2.5));
	expect(100 - covered).toBeLessThanOrEqual(withChance(7));
});
