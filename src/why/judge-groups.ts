import {adjustPValues} from '../statistics/p-values.ts';
import type {Breakdown, Counts, Group, Sides} from './breakdown.ts';
import {type GroupTest, testGroup} from './test-group.ts';

/** A test of one group of one property. */
export type Candidate = GroupTest & {
	readonly property: string;
	readonly group: Group;
	/** The logarithm of the p-value, corrected for all candidates. */
	readonly logAdjusted: number;
	/** The logarithm of the p-value, corrected for the candidates at this property: the smallest is the likeliest cause. */
	readonly logScore: number;
};

/** The installations of a group, or those of a group inside another one. */
export type PropertyGroup = {readonly property: string; readonly group: Group};

/**
 * `overlaps`: it is not unusual without the causes above it. `as likely`: it overlaps, and explains the change nearly as well.
 * `may overlap`: the overlap was not tested.
 */
export type Verdict = 'unusual' | 'as likely' | 'overlaps' | 'may overlap' | 'within noise';
export type Finding = Candidate & {
	readonly verdict: Verdict;
	/** Only the installations in this group too. `group` has their counts. */
	readonly within?: PropertyGroup;
	/** Groups of nearly the same installations, which the counts cannot distinguish from this one. */
	readonly alternatives?: readonly Candidate[];
};

/** The largest expected share of false findings among the named ones. */
const maxFalse = 0.02;

/** A group is named only if the total, or the rest of its base, would be this share larger or smaller had the group changed as the others did. */
const minEffect = 0.01;

/** Of a large part, such as crash-free installations, the rest matters. */
const getRarer = ({count, base}: Counts): number => (base === null ? count : Math.min(count, base - count));

export const isUnusual = ({logAdjusted, excess}: Candidate, {before, now}: Sides): boolean =>
	logAdjusted <= Math.log(maxFalse) && Math.abs(excess) >= minEffect * Math.max(getRarer(before), getRarer(now));

const getChange = ({before, now}: Sides) => Math.abs(now.count - before.count);

/** If two groups make up the total, both are equally unusual: the one that changed more comes first. */
const compareCandidates = (one: Candidate, other: Candidate): number =>
	one.logScore - other.logScore || getChange(other.group) - getChange(one.group);

/** Tests every group of every property; the likeliest cause comes first. */
export function judgeGroups(breakdowns: readonly Breakdown[], total: Sides): readonly Candidate[] {
	const tests = breakdowns.flatMap(({property, groups}) => {
		const found = groups
			.filter(({kind}) => kind !== 'rest')
			.flatMap(group => testGroup(group, total).map(test => ({...test, property, group})));
		return found.map(test => ({...test, logScore: test.logP + Math.log(found.length)}));
	});
	const adjusted = adjustPValues(tests.map(({logP}) => logP));
	return tests.map((test, at) => ({...test, logAdjusted: adjusted[at] ?? 0})).toSorted(compareCandidates);
}
