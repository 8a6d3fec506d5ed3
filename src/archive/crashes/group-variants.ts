import {groupBy} from '../../text/group-by.ts';
import {alignFrames} from './align-stacks.ts';

/**
 * The crashes with one fingerprint. A group has several variants because compilers inline different functions in
 * different builds.
 */
export type CrashVariant = {
	readonly fingerprint: string;
	/** Class and method, which are equal in a group. */
	readonly key: string;
	readonly frames: readonly string[];
	readonly reports: number;
	readonly firstDay: string;
};

type CrashGroup = {
	frames: readonly string[];
	names: ReadonlySet<string>;
	readonly members: CrashVariant[];
	reports: number;
};

/** Returns how many frames two stacks of one group may differ by: none or few if they are short. */
const getFrameTolerance = (length: number) => (length < 4 ? 0 : Math.floor(length * (length < 8 ? 0.25 : 0.4)));
/**
 * With more groups than this of one class and method, their stacks have nothing in common, so comparing them is a
 * waste.
 */
const maxComparedGroups = 500;
/** A short stack that fits into a single group joins it if it is this many times rarer. */
const fragmentRarity = 3;

/** Excludes stacks that cannot be close enough, because aligning them is slow. */
function canBeAligned({frames}: CrashVariant, {frames: own, names}: CrashGroup): boolean {
	// without stacks there is nothing to compare
	if (own.length === 0) return false;
	const tolerance = getFrameTolerance(frames.length + own.length);
	return (
		Math.abs(frames.length - own.length) <= tolerance && frames.filter(frame => !names.has(frame)).length <= tolerance
	);
}

function findNearestGroup(
	variant: CrashVariant,
	groups: readonly CrashGroup[],
): {group: CrashGroup; frames: readonly string[]} | undefined {
	let best: {group: CrashGroup; frames: readonly string[]; distance: number} | undefined;
	for (const group of groups) {
		if (!canBeAligned(variant, group)) continue;
		const alignment = alignFrames(group.frames, variant.frames);
		if (!alignment) continue;
		const distance = alignment.merged.length - alignment.shared;
		if (distance > getFrameTolerance(alignment.merged.length) || (best && best.distance <= distance)) continue;
		best = {group, frames: alignment.merged, distance};
	}
	return best;
}

/** Tests if `whole` contains the frames in this order, with the same innermost frame. */
function isPartOfStack(frames: readonly string[], whole: readonly string[]) {
	if (frames.length < 2 || frames[0] !== whole[0]) return false;
	let at = 0;
	for (const frame of whole) if (frame === frames[at]) at++;
	return at === frames.length;
}

function joinFragments(groups: readonly CrashGroup[]): readonly CrashGroup[] {
	const fragments = new Set<CrashGroup>();
	for (const group of groups) {
		const wholes = groups.filter(
			each => each !== group && !fragments.has(each) && isPartOfStack(group.frames, each.frames),
		);
		const [whole] = wholes;
		if (!whole || wholes.length > 1 || group.reports * fragmentRarity > whole.reports) continue;
		whole.members.push(...group.members);
		whole.reports += group.reports;
		fragments.add(group);
	}
	return groups.filter(group => !fragments.has(group));
}

/** Sorts long stacks first, then frequent ones: these are the least likely to be fragments. */
const byWeight = (a: CrashVariant, b: CrashVariant) =>
	b.frames.length - a.frames.length || b.reports - a.reports || (a.fingerprint < b.fingerprint ? -1 : 1);

function gatherGroups(variants: readonly CrashVariant[]): readonly CrashGroup[] {
	const groups: CrashGroup[] = [];
	for (const variant of variants.toSorted(byWeight)) {
		const found = groups.length < maxComparedGroups ? findNearestGroup(variant, groups) : undefined;
		if (found) {
			found.group.frames = found.frames;
			found.group.names = new Set(found.frames);
			found.group.members.push(variant);
			found.group.reports += variant.reports;
		} else
			groups.push({
				frames: variant.frames,
				names: new Set(variant.frames),
				members: [variant],
				reports: variant.reports,
			});
	}
	return groups.length < maxComparedGroups ? joinFragments(groups) : groups;
}

/** Returns the earliest member, so that later ones do not change the fingerprint of the group. */
const getGroupHead = (members: readonly CrashVariant[]): CrashVariant =>
	members.reduce((head, each) =>
		each.firstDay < head.firstDay || (each.firstDay === head.firstDay && each.fingerprint < head.fingerprint)
			? each
			: head,
	);

/** Returns the group's fingerprint for each variant. Stacks that differ only by inlined frames are one crash. */
export function groupVariants(variants: readonly CrashVariant[]): ReadonlyMap<string, string> {
	const heads = new Map<string, string>();
	for (const same of groupBy(variants, ({key}) => key).values())
		for (const {members} of gatherGroups(same)) {
			const {fingerprint} = getGroupHead(members);
			for (const member of members) heads.set(member.fingerprint, fingerprint);
		}
	return heads;
}
