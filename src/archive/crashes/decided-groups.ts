import {compareVersions} from '../../text/version-order.ts';
import {counted, enumeration} from '../../text/wording.ts';
import {
	type Decision,
	type DecisionKind,
	type Decisions,
	describeDecision,
	getDecisionState,
} from './crash-decisions.ts';
import type {CrashDetail} from './crash-detail.ts';
import type {CrashGroups} from './crash-groups.ts';
import type {CountedGroup, GroupMark} from './group-counts.ts';

/** Crash groups with the decisions on them. */

/** The marks of groups that need no attention. */
const quietMarks = {known: 'known', 'fixed-in': 'fixed', 'ignore-until': 'ignored'} as const satisfies Readonly<
	Record<DecisionKind, string>
>;
type QuietMark = (typeof quietMarks)[DecisionKind];
export const decisionMarks = ['regressed', ...Object.values(quietMarks)] as const;

export type DecidedGroup = Omit<CountedGroup, 'mark'> & {
	readonly mark: GroupMark | 'regressed' | QuietMark | null;
};

/** Returns the decisions by the fingerprint of the group. A decision on a variant counts unless there is one on the group itself. */
export function toGroupDecisions(decisions: Decisions, {heads}: Pick<CrashGroups, 'heads'>): Decisions {
	const found = new Map<string, Decision>();
	for (const decision of decisions.values()) {
		const head = heads.get(decision.fingerprint) ?? decision.fingerprint;
		if (!found.has(head) || head === decision.fingerprint) found.set(head, decision);
	}
	return found;
}

/** Replaces the marks of decided groups. A group without records in the period keeps its mark, or has none if it is quiet. */
export const markDecided = (
	groups: readonly CountedGroup[],
	decisions: Decisions,
	today: string,
): readonly DecidedGroup[] =>
	groups.map(group => {
		const decision = decisions.get(group.names[0] ?? '');
		const state = getDecisionState(decision, {lastVersion: group.lastVersion, today});
		if (decision === undefined || state === undefined) return group;
		if (state === 'quiet') return {...group, mark: group.count > 0 ? quietMarks[decision.kind] : null};
		return group.count > 0 ? {...group, mark: 'regressed'} : group;
	});

export const isHiddenByDecision = ({mark}: DecidedGroup): boolean =>
	Object.values<string | null>(quietMarks).includes(mark);

const maxNamedVersions = 3;

/** Names the versions that report a group although a decision says it is fixed in one of them; undefined if there are none. */
export function describeRegression(
	decision: Decision,
	{breakdown}: Pick<CrashDetail, 'breakdown'>,
	today: string,
): string | undefined {
	const isRegressed = ({part, value: lastVersion}: CrashDetail['breakdown'][number]) =>
		part === 'version' && lastVersion !== '' && getDecisionState(decision, {lastVersion, today}) === 'regressed';
	const found = breakdown.filter(isRegressed).toSorted((one, other) => compareVersions(one.value, other.value));
	if (found.length === 0) return undefined;
	const named = found.slice(0, maxNamedVersions).map(({value, reports}) => `${value} (${counted(reports, 'report')})`);
	const rest = found.length - named.length;
	const versions = enumeration([...named, ...(rest > 0 ? [counted(rest, 'later version')] : [])]);
	return `still reported by ${versions}, so it is regressed`;
}

/** Describes a decision and its outcome: `fixed-in 5.2, but 5.3 reports it (ticket 17)`. */
export function describeOutcome(
	decision: Decision,
	{breakdown}: Pick<CrashDetail, 'breakdown'>,
	today: string,
): string {
	const versions = breakdown.flatMap(({part, value}) => (part === 'version' && value !== '' ? [value] : []));
	const lastVersion = versions.toSorted(compareVersions).at(-1) ?? null;
	const state = getDecisionState(decision, {lastVersion, today});
	const outcome =
		state === 'regressed'
			? `, but ${lastVersion} reports it`
			: decision.kind === 'ignore-until' && state === undefined
				? ', which has passed'
				: '';
	return `${describeDecision(decision)}${outcome}${decision.note === '' ? '' : ` (${decision.note})`}`;
}
