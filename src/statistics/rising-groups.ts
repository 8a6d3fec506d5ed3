import {testShares} from './exact-tests.ts';

/** Crash groups that spread: more installations have them in one week than in the week before. */

/** Installations in the last seven days, and in the seven days before. */
export type Weeks = {readonly now: number; readonly before: number};

/** Fewer installations cannot show a rise, so such groups do not count as tests. */
const minInstallations = 5;
const logNoise = Math.log(0.05);
/** Stands for all installations, of which those with a crash are a small part. */
const many = 1e9;

export const isTestable = ({now, before}: Weeks): boolean => now + before >= minInstallations;

/**
 * Returns a test: does a group rise both in number, compared with the week before, and in its share of all installations that sent a
 * crash report? The number alone would rise with the use of the product, and the share if other crashes become rarer. Both are exact
 * and corrected for the number of groups.
 */
export function createIsRising(groups: readonly Weeks[], all: Weeks): (group: Weeks) => boolean {
	const tests = groups.filter(isTestable).length;
	const isHigher = (now: number, before: number, totals: Weeks) => {
		const [first, second] = [
			{count: now, total: totals.now},
			{count: before, total: totals.before},
		];
		// One of two sides is half of the p-value.
		const logP = testShares(first, second) - Math.LN2;
		return now * totals.before > before * totals.now && logP + Math.log(tests) <= logNoise;
	};
	return group =>
		isTestable(group) &&
		isHigher(group.now, group.before, {now: many, before: many}) &&
		isHigher(group.now, group.before, all);
}
