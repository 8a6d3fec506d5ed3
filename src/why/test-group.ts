import {type Part, testEqualOddsRatios, testShares} from '../statistics/exact-tests.ts';
import {getBinomialPValue} from '../statistics/p-values.ts';
import {type Counts, type Sides, subtractSides} from './breakdown.ts';
import {getRate} from './contribution.ts';

/**
 * `share`: a larger or smaller part of the count. `rate`: a rate that changed differently from the others. `mix`: more or
 * fewer of a group with another rate.
 */
type Cause = 'share' | 'rate' | 'mix';

export type GroupTest = {
	readonly cause: Cause;
	/** The logarithm of the p-value. */
	readonly logP: number;
	/** The count now, less the count if the group had changed as the others did. */
	readonly excess: number;
};

const countOf = (own: Counts, all: Counts): Part => ({count: own.count, total: all.count});
const rateOf = ({count, base}: Counts): Part => ({count, total: base ?? 0});
const baseOf = (own: Counts, all: Counts): Part => ({count: own.base ?? 0, total: all.base ?? 0});

const isPart = ({count, total}: Part) => count >= 0 && count <= total;

const testShare = (group: Sides, total: Sides): GroupTest => ({
	cause: 'share',
	logP: testShares(countOf(group.now, total.now), countOf(group.before, total.before)),
	excess:
		group.now.count - (total.before.count === 0 ? 0 : (group.before.count * total.now.count) / total.before.count),
});

function testRate(group: Sides, others: Sides): GroupTest {
	const [own, other] = [getRate(group.before) ?? 0, getRate(others.before)];
	const factor = other ? (getRate(others.now) ?? 0) / other : 1;
	const base = group.now.base ?? 0;
	return {
		cause: 'rate',
		logP: testEqualOddsRatios(
			{first: rateOf(group.now), second: rateOf(group.before)},
			{first: rateOf(others.now), second: rateOf(others.before)},
		),
		excess: (group.before.base ?? 0) > 0 ? group.now.count - Math.min(base, base * own * factor) : 0,
	};
}

const addParts = (one: Part, other: Part): Part => ({count: one.count + other.count, total: one.total + other.total});

/** A shift between groups matters only if their rates differ too, so the larger of the two p-values counts. */
function testMix(group: Sides, others: Sides, total: Sides): GroupTest {
	const own = addParts(rateOf(group.before), rateOf(group.now));
	const rest = addParts(rateOf(others.before), rateOf(others.now));
	const all = addParts(own, rest);
	const shares = [baseOf(group.now, total.now), baseOf(group.before, total.before)] as const;
	const [now, before] = shares.map(({count, total: size}) => (size === 0 ? 0 : count / size)) as [number, number];
	const difference = own.total === 0 || all.total === 0 ? 0 : own.count / own.total - all.count / all.total;
	return {
		cause: 'mix',
		logP: Math.max(testShares(shares[0], shares[1]), testShares(own, rest)),
		excess: (now - before) * (total.now.base ?? 0) * difference,
	};
}

/** Tests a group against all others; returns undefined if it overlaps with them or contains all installations. */
export function testGroup(group: Sides, total: Sides): readonly GroupTest[] {
	const others = subtractSides(total, group);
	const isPlain = total.now.base === null || total.before.base === null;
	const parts = [group, others].flatMap(({before, now}) =>
		isPlain ? [countOf(before, total.before), countOf(now, total.now)] : [rateOf(before), rateOf(now)],
	);
	if (!parts.every(isPart)) return [];
	if (isPlain) return [testShare(group, total)];
	return [testRate(group, others), testMix(group, others, total)];
}

/** Tests whether a total changed; returns the logarithm of the p-value. Counts without a base must be of equally long ranges. */
export function testTotal({before, now}: Sides): number {
	if (now.base !== null && before.base !== null) return testShares(rateOf(now), rateOf(before));
	return Math.log(getBinomialPValue(now.count, now.count + before.count, 0.5));
}
