import {type Breakdown, type Group, type Sides, subtractSides} from './breakdown.ts';
import {type Candidate, type Finding, isUnusual, type PropertyGroup} from './judge-groups.ts';
import {type GroupTest, testGroup} from './test-group.ts';

/** Groups that share installations: which of them is the cause? */

export const logNoise = Math.log(0.05);
/** A candidate that stays unusual without the first cause is more often due to chance than that cause, so its limit is stricter. */
const logIndependent = Math.log(0.001);

export const isSame = (one: PropertyGroup, other: PropertyGroup) =>
	one.property === other.property && one.group.kind === other.group.kind && one.group.value === other.group.value;

export const canCross = ({group}: PropertyGroup) => group.kind === 'value' || group.kind === 'none';

const empty = {count: 0, base: 0};
export const findGroup = (groups: readonly Group[], {kind, value}: Group): Group | undefined =>
	groups.find(each => each.kind === kind && each.value === value);

export const testOf = (cause: GroupTest['cause'], group: Sides, total: Sides): GroupTest | undefined =>
	testGroup(group, total).find(test => test.cause === cause);

/**
 * Returns another candidate that explains this one: without the installations of the other, this one is within noise, and without
 * the installations of this one, the other is still unusual. If two properties nearly coincide, such as country and language, the
 * one with the smaller p-value is not always the cause.
 */
export function findBetter(
	best: Candidate,
	open: readonly Candidate[],
	inside: readonly Breakdown[],
	total: Sides,
): Candidate | undefined {
	return open.find(rival => {
		const both = inside.find(({property}) => property === rival.property)?.groups;
		const shared = both && findGroup(both, rival.group);
		if (!shared || rival.cause !== best.cause) return false;
		const rest = testOf(best.cause, subtractSides(best.group, shared), subtractSides(total, rival.group));
		const other = testOf(best.cause, subtractSides(rival.group, shared), subtractSides(total, best.group));
		return rest !== undefined && other !== undefined && rest.logP > logNoise && other.logP <= logNoise;
	});
}

/** Tests a candidate again without the installations of a cause. Returns undefined if their overlap is unknown. */
export function isIndependent(
	candidate: Candidate,
	cause: Finding,
	{best, inside, total}: {readonly best: Candidate; readonly inside: readonly Breakdown[]; readonly total: Sides},
): boolean | undefined {
	const without = (removed: Sides, own: Sides) => {
		const test = testOf(candidate.cause, subtractSides(candidate.group, own), subtractSides(total, removed));
		return test !== undefined && test.logP <= logIndependent && isUnusual({...candidate, ...test}, total);
	};
	const none: Sides = {
		before: {...empty, base: candidate.group.before.base && 0},
		now: {...empty, base: candidate.group.now.base && 0},
	};
	if (cause.within && candidate.property === cause.property)
		return without(cause.group, isSame(candidate, {...cause}) ? cause.group : none);
	if (candidate.property === best.property) return isSame(candidate, best) ? false : without(cause.group, none);
	const crossed = inside.find(({property}) => property === candidate.property);
	if (!crossed) return undefined;
	return without(best.group, findGroup(crossed.groups, candidate.group) ?? none);
}

/** Of two groups whose p-values differ by less than this factor, either may be the cause. */
const logAlike = Math.log(20);

export const isAlike = (candidate: Candidate, cause: Finding): boolean =>
	candidate.property !== cause.property &&
	candidate.cause === cause.cause &&
	Math.sign(candidate.excess) === Math.sign(cause.excess) &&
	candidate.logScore - cause.logScore < logAlike;
