import {type Decisions, describeDecision, getDecisionState} from '../../archive/crashes/crash-decisions.ts';
import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {toGroupDecisions} from '../../archive/crashes/decided-groups.ts';
import {countDifferentGroups, findGroupStarts} from '../../archive/crashes/version-crashes.ts';
import type {Records} from '../../archive/records/records.ts';
import type {Comparison} from './compare-releases.ts';
import {allOthers, type ReadComparison} from './read-comparison.ts';

/** The crash groups of a release, compared with those of the version before. */

const groupChanges = ['regressed', 'new', 'back', 'gone'] as const;
type GroupChange = (typeof groupChanges)[number];

export type GroupFacts = {
	readonly fingerprint: string;
	/** Reports under the release, and under the version that it is compared with. */
	readonly reports: number;
	readonly installations: number;
	readonly otherReports: number;
	readonly otherInstallations: number;
	/** No earlier version ever reported it. */
	readonly isFirst: boolean;
	/** From the decision on the group. */
	readonly state: 'quiet' | 'regressed' | undefined;
};

export type ChangedGroup = GroupFacts & {readonly change: GroupChange};
export type NamedGroup = ChangedGroup & {readonly name: string; readonly decision: string | null};

/** If fewer installations with the crash are expected, it may be chance that there are none: the probability is above 5 %. */
const minExpected = 3;

function getChange(group: GroupFacts, {rates: {first, second}}: Comparison): GroupChange | undefined {
	if (group.reports > 0) {
		if (group.state === 'regressed') return 'regressed';
		if (group.state === 'quiet' || group.otherReports > 0) return undefined;
		return group.isFirst ? 'new' : 'back';
	}
	const expected = second.exposure === 0 ? 0 : (group.otherInstallations * first.exposure) / second.exposure;
	return Math.min(expected, group.otherInstallations) >= minExpected ? 'gone' : undefined;
}

/** Returns the changed groups: regressed ones first, then by installations. */
export const findChangedGroups = (groups: readonly GroupFacts[], comparison: Comparison): readonly ChangedGroup[] =>
	groups
		.flatMap(group => {
			const change = getChange(group, comparison);
			return change === undefined ? [] : [{...group, change}];
		})
		.toSorted(
			(one, other) =>
				groupChanges.indexOf(one.change) - groupChanges.indexOf(other.change) ||
				other.installations + other.otherInstallations - one.installations - one.otherInstallations ||
				(one.fingerprint < other.fingerprint ? -1 : 1),
		);

/** Counts the crash groups of both versions on the days of the comparison. */
export async function readGroups(
	records: Records,
	{version, against, days, comparison}: ReadComparison,
	{decisions, today}: {readonly decisions: Decisions; readonly today: string},
): Promise<readonly NamedGroup[]> {
	const crashGroups = await readCrashGroups(records);
	const starts = await findGroupStarts(records, crashGroups, days.at(-1) ?? '');
	const groupDecisions = toGroupDecisions(decisions, crashGroups);
	const stateOf = (fingerprint: string) =>
		getDecisionState(groupDecisions.get(fingerprint), {lastVersion: version, today});
	const found = await countDifferentGroups(records, crashGroups, {
		...{days, version},
		against: against === allOthers ? undefined : against,
		always: [...groupDecisions.keys()].filter(fingerprint => stateOf(fingerprint) === 'regressed'),
	});
	const facts = found.map(
		(group): GroupFacts => ({
			...group,
			isFirst: starts.get(group.fingerprint)?.version === version,
			state: stateOf(group.fingerprint),
		}),
	);
	return findChangedGroups(facts, comparison).map(group => {
		const [className, method] = (crashGroups.samples.get(group.fingerprint) ?? []).map(String);
		const decision = groupDecisions.get(group.fingerprint);
		return {
			...group,
			name: [className, method].filter(Boolean).join(' in '),
			decision: decision ? describeDecision(decision) : null,
		};
	});
}
