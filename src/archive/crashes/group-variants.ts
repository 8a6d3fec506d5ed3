import {groupBy} from '../../text/group-by.ts';
import {alignFrames} from './align-stacks.ts';

/** Crashes of one fingerprint. A group has several, because compilers inline different functions in different builds. */
export type Variant = {
	readonly fingerprint: string;
	/** Class and method, which are the same in a group. */
	readonly key: string;
	readonly frames: readonly string[];
	readonly lines: number;
	/** Day of its first line. */
	readonly firstDay: string;
};

type CrashGroup = {frames: readonly string[]; names: ReadonlySet<string>; readonly members: Variant[]; lines: number};

/** The number of frames that one stack may lack of another and still be the same: none or few of a short one. */
const getTolerance = (length: number) => (length < 4 ? 0 : Math.floor(length * (length < 8 ? 0.25 : 0.4)));
/** Groups of one class and method that a variant is compared with. With more, the stacks have nothing in common. */
const maxCompared = 500;
/** A short stack that is part of only one group belongs to it if it is this many times rarer. */
const rarity = 3;

/** Sorts out stacks that cannot be close enough, as aligning them is slow. */
function isNear({frames}: Variant, {frames: own, names}: CrashGroup): boolean {
	// without stacks there is nothing to compare
	if (own.length === 0) return false;
	const tolerance = getTolerance(frames.length + own.length);
	return (
		Math.abs(frames.length - own.length) <= tolerance && frames.filter(frame => !names.has(frame)).length <= tolerance
	);
}

/** Finds the group that the variant is closest to, and the frames of both. */
function findNearest(
	variant: Variant,
	groups: readonly CrashGroup[],
): {group: CrashGroup; frames: readonly string[]} | undefined {
	let best: {group: CrashGroup; frames: readonly string[]; distance: number} | undefined;
	for (const group of groups) {
		if (!isNear(variant, group)) continue;
		const alignment = alignFrames(group.frames, variant.frames);
		if (!alignment) continue;
		const distance = alignment.merged.length - alignment.shared;
		if (distance > getTolerance(alignment.merged.length) || (best && best.distance <= distance)) continue;
		best = {group, frames: alignment.merged, distance};
	}
	return best;
}

/** Tests if a stack has all the frames in this order, and the same innermost one. */
function isPartOf(frames: readonly string[], whole: readonly string[]) {
	if (frames.length < 2 || frames[0] !== whole[0]) return false;
	let at = 0;
	for (const frame of whole) if (frame === frames[at]) at++;
	return at === frames.length;
}

/** Adds rare groups whose stacks are much shortened to the only group that they can be part of. */
function joinFragments(groups: readonly CrashGroup[]): readonly CrashGroup[] {
	const fragments = new Set<CrashGroup>();
	for (const group of groups) {
		const wholes = groups.filter(each => each !== group && !fragments.has(each) && isPartOf(group.frames, each.frames));
		const [whole] = wholes;
		if (!whole || wholes.length > 1 || group.lines * rarity > whole.lines) continue;
		whole.members.push(...group.members);
		whole.lines += group.lines;
		fragments.add(group);
	}
	return groups.filter(group => !fragments.has(group));
}

/** Long stacks first, then frequent ones: these are the least likely to be fragments. */
const byWeight = (a: Variant, b: Variant) =>
	b.frames.length - a.frames.length || b.lines - a.lines || (a.fingerprint < b.fingerprint ? -1 : 1);

function gatherGroups(variants: readonly Variant[]): readonly CrashGroup[] {
	const groups: CrashGroup[] = [];
	for (const variant of variants.toSorted(byWeight)) {
		const found = groups.length < maxCompared ? findNearest(variant, groups) : undefined;
		if (found) {
			found.group.frames = found.frames;
			found.group.names = new Set(found.frames);
			found.group.members.push(variant);
			found.group.lines += variant.lines;
		} else
			groups.push({frames: variant.frames, names: new Set(variant.frames), members: [variant], lines: variant.lines});
	}
	return groups.length < maxCompared ? joinFragments(groups) : groups;
}

/** The member that gives the group its fingerprint: the earliest one, so that later ones do not rename it. */
const getHead = (members: readonly Variant[]): Variant =>
	members.reduce((head, each) =>
		each.firstDay < head.firstDay || (each.firstDay === head.firstDay && each.fingerprint < head.fingerprint)
			? each
			: head,
	);

/** Returns the fingerprint of the group for each variant: stacks that differ only by inlined frames are one fault. */
export function groupVariants(variants: readonly Variant[]): ReadonlyMap<string, string> {
	const heads = new Map<string, string>();
	for (const same of groupBy(variants, ({key}) => key).values())
		for (const {members} of gatherGroups(same)) {
			const {fingerprint} = getHead(members);
			for (const member of members) heads.set(member.fingerprint, fingerprint);
		}
	return heads;
}
