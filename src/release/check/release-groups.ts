import {type Decisions, describeDecision, getDecisionState} from '../../archive/crashes/crash-decisions.ts';
import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {toGroupDecisions} from '../../archive/crashes/decided-groups.ts';
import {
	countDifferentGroups,
	findGroupStarts,
	findLargestGroups,
	readFirstCrashes,
} from '../../archive/crashes/version-crashes.ts';
import type {Records} from '../../archive/records/records.ts';
import {nameCrash} from '../../archive/results/group-columns.ts';
import {isAbsent} from '../../statistics/absence.ts';
import type {Comparison} from './compare-releases.ts';
import {type Culprit, findCulprits} from './find-culprits.ts';
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

export type ChangedGroup = GroupFacts & {
	/** Null if both versions have it. */
	readonly change: GroupChange | null;
	/** Undefined if its rate was not compared. */
	readonly culprit: Culprit | undefined;
};
export type NamedGroup = ChangedGroup & {
	readonly name: string;
	readonly shortName: string;
	readonly decision: string | null;
};

function getChange(group: GroupFacts, {rates: {first, second}}: Comparison): GroupChange | undefined {
	if (group.reports > 0) {
		if (group.state === 'regressed') return 'regressed';
		if (group.state === 'quiet' || group.otherReports > 0) return undefined;
		return group.isFirst ? 'new' : 'back';
	}
	return isAbsent(group.otherInstallations, {before: second.exposure, now: first.exposure}) ? 'gone' : undefined;
}

export const isCulprit = ({culprit}: Pick<ChangedGroup, 'culprit'>): boolean => (culprit?.ratio.low ?? 0) > 1;

const rankOf = ({change}: ChangedGroup) => (change === null ? groupChanges.length : groupChanges.indexOf(change));

/**
 * Returns the changed groups and those that the first version has more often: regressed ones first, then by the excess of those whose
 * rate is higher beyond chance, then by installations.
 */
export function findChangedGroups(
	groups: readonly GroupFacts[],
	comparison: Comparison,
	culprits: readonly Culprit[] = [],
): readonly ChangedGroup[] {
	const found = groups.map(
		(group): ChangedGroup => ({
			...group,
			change: getChange(group, comparison) ?? null,
			culprit: group.state === 'quiet' ? undefined : culprits.find(each => each.fingerprint === group.fingerprint),
		}),
	);
	const excessOf = (group: ChangedGroup) => (isCulprit(group) ? (group.culprit?.excess ?? 0) : 0);
	return found
		.filter(group => group.change !== null || isCulprit(group))
		.toSorted(
			(one, other) =>
				Number(other.change === 'regressed') - Number(one.change === 'regressed') ||
				excessOf(other) - excessOf(one) ||
				rankOf(one) - rankOf(other) ||
				other.installations + other.otherInstallations - one.installations - one.otherInstallations ||
				(one.fingerprint < other.fingerprint ? -1 : 1),
		);
}

/** Further groups have too few reports to explain a verdict. */
const maxCompared = 20;

/** Counts the crash groups of both versions on the days of the comparison. */
export async function readGroups(
	records: Records,
	{version, against, days, comparison, observed}: ReadComparison,
	{decisions, today}: {readonly decisions: Decisions; readonly today: string},
): Promise<readonly NamedGroup[]> {
	const crashGroups = await readCrashGroups(records);
	const starts = await findGroupStarts(records, crashGroups, days.at(-1) ?? '');
	const groupDecisions = toGroupDecisions(decisions, crashGroups);
	const stateOf = (fingerprint: string) =>
		getDecisionState(groupDecisions.get(fingerprint), {lastVersion: version, today});
	const pair = {days, version, against: against === allOthers ? undefined : against};
	const heads = observed ? await findLargestGroups(records, crashGroups, {pair, most: maxCompared}) : [];
	const firsts = await readFirstCrashes(records, crashGroups, {pair, heads});
	const regressed = [...groupDecisions.keys()].filter(fingerprint => stateOf(fingerprint) === 'regressed');
	const found = await countDifferentGroups(records, crashGroups, {pair, always: [...regressed, ...heads]});
	const facts = found.map(
		(group): GroupFacts => ({
			...group,
			isFirst: starts.get(group.fingerprint)?.version === version,
			state: stateOf(group.fingerprint),
		}),
	);
	const culprits = observed ? findCulprits(firsts, observed) : [];
	return findChangedGroups(facts, comparison, culprits).map(group => {
		const [className, method] = (crashGroups.samples.get(group.fingerprint) ?? []).map(String);
		const decision = groupDecisions.get(group.fingerprint);
		return {
			...group,
			name: [className, method].filter(Boolean).join(' in '),
			shortName: nameCrash(className, method),
			decision: decision ? describeDecision(decision) : null,
		};
	});
}
