import type {Counts, Sides} from './breakdown.ts';

/** `count`: installations of their own. `part`: a count that is a part of a base. `ratio`: that part as a share between 0 and 1. */
export type FigureKind = 'count' | 'part' | 'ratio';

export type Contribution = {
	readonly change: number;
	/** The change of this group if every group had changed as the total did. */
	readonly expected: number;
	/** The part of the change of the total; null if the total did not change. */
	readonly share: number | null;
	/** The parts of the change that come from the number of installations and from their rate. Null for counts of their own. */
	readonly mix: number | null;
	readonly rate: number | null;
};

export const getRate = ({count, base}: Counts): number | undefined =>
	base === null || base <= 0 ? undefined : count / base;

/** Returns the rates of both ranges. An empty group has the rate of its other range, so that its change is one of the mix. */
function getRates({before, now}: Sides): readonly [number, number] {
	const [first, second] = [getRate(before), getRate(now)];
	return [first ?? second ?? 0, second ?? first ?? 0];
}

const getShare = (part: number, total: number): number | null => (total === 0 ? null : part / total);

function contributeCount(group: Sides, total: Sides): Contribution {
	const change = group.now.count - group.before.count;
	const growth = total.before.count === 0 ? 0 : total.now.count / total.before.count - 1;
	const share = getShare(change, total.now.count - total.before.count);
	const expected = group.before.count * growth;
	if (group.before.base === null || group.now.base === null) return {change, expected, share, mix: null, rate: null};
	const [first, second] = getRates(group);
	const rate = ((second - first) * (group.before.base + group.now.base)) / 2;
	return {change, expected, share, mix: change - rate, rate};
}

function contributeRatio(group: Sides, total: Sides): Contribution {
	const weightOf = (own: Counts, all: Counts) => (all.base === null || all.base === 0 ? 0 : (own.base ?? 0) / all.base);
	const weights = [weightOf(group.before, total.before), weightOf(group.now, total.now)] as const;
	const [first, second] = getRates(group);
	const [firstOfAll, secondOfAll] = getRates(total);
	const mix = (weights[1] - weights[0]) * ((first + second) / 2 - (firstOfAll + secondOfAll) / 2);
	const rate = ((second - first) * (weights[0] + weights[1])) / 2;
	const change = mix + rate;
	return {
		change,
		expected: weights[0] * (secondOfAll - firstOfAll),
		share: getShare(change, secondOfAll - firstOfAll),
		mix,
		rate,
	};
}

/** Returns what a group contributes to the change of the total. The contributions of groups that divide the total add up to it. */
export const getContribution = (group: Sides, total: Sides, kind: FigureKind): Contribution =>
	kind === 'ratio' ? contributeRatio(group, total) : contributeCount(group, total);
