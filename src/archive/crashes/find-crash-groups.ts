import {groupBy} from '../../text/group-by.ts';
import {alignFrames} from './align-stacks.ts';

/** Crashes of one fingerprint. A family has several, because compilers inline different functions in different builds. */
export type Variant = {
	readonly fingerprint: string;
	/** Class and method, which are the same in a family. */
	readonly key: string;
	readonly frames: readonly string[];
	readonly lines: number;
	/** Day of its first line. */
	readonly firstDay: string;
};

type Family = {frames: readonly string[]; names: ReadonlySet<string>; readonly members: Variant[]; lines: number};

/** How many frames one stack may lack of another and still be the same: none or few of a short one. */
const getTolerance = (length: number) => (length < 4 ? 0 : Math.floor(length * (length < 8 ? 0.25 : 0.4)));
/** Families of one class and method that a variant is compared with. With more, the stacks have nothing in common. */
const maxCompared = 500;
/** A short stack that is part of only one family belongs to it if it is this many times rarer. */
const rarity = 3;

/** Whether the stacks may be close enough to be worth aligning. */
function isNear({frames}: Variant, {frames: own, names}: Family): boolean {
	// without stacks there is nothing to compare
	if (own.length === 0) return false;
	const tolerance = getTolerance(frames.length + own.length);
	return (
		Math.abs(frames.length - own.length) <= tolerance && frames.filter(frame => !names.has(frame)).length <= tolerance
	);
}

/** Finds the family that the variant is closest to, and the frames of both. */
function findFamily(
	variant: Variant,
	families: readonly Family[],
): {family: Family; frames: readonly string[]} | undefined {
	let best: {family: Family; frames: readonly string[]; distance: number} | undefined;
	for (const family of families) {
		if (!isNear(variant, family)) continue;
		const alignment = alignFrames(family.frames, variant.frames);
		if (!alignment) continue;
		const distance = alignment.merged.length - alignment.shared;
		if (distance > getTolerance(alignment.merged.length) || (best && best.distance <= distance)) continue;
		best = {family, frames: alignment.merged, distance};
	}
	return best;
}

/** Whether a stack has all the frames in this order, and the same innermost one. */
function isPartOf(frames: readonly string[], whole: readonly string[]) {
	if (frames.length < 2 || frames[0] !== whole[0]) return false;
	let at = 0;
	for (const frame of whole) if (frame === frames[at]) at++;
	return at === frames.length;
}

/** Adds rare families whose stacks are much shortened to the only family that they can be part of. */
function joinFragments(families: readonly Family[]): readonly Family[] {
	const fragments = new Set<Family>();
	for (const family of families) {
		const wholes = families.filter(
			each => each !== family && !fragments.has(each) && isPartOf(family.frames, each.frames),
		);
		const [whole] = wholes;
		if (!whole || wholes.length > 1 || family.lines * rarity > whole.lines) continue;
		whole.members.push(...family.members);
		whole.lines += family.lines;
		fragments.add(family);
	}
	return families.filter(family => !fragments.has(family));
}

/** Long stacks first, then frequent ones: these are the least likely to be fragments. */
const byWeight = (a: Variant, b: Variant) =>
	b.frames.length - a.frames.length || b.lines - a.lines || (a.fingerprint < b.fingerprint ? -1 : 1);

function gather(variants: readonly Variant[]): readonly Family[] {
	const families: Family[] = [];
	for (const variant of variants.toSorted(byWeight)) {
		const found = families.length < maxCompared ? findFamily(variant, families) : undefined;
		if (found) {
			found.family.frames = found.frames;
			found.family.names = new Set(found.frames);
			found.family.members.push(variant);
			found.family.lines += variant.lines;
		} else
			families.push({frames: variant.frames, names: new Set(variant.frames), members: [variant], lines: variant.lines});
	}
	return families.length < maxCompared ? joinFragments(families) : families;
}

/** The member that gives the family its fingerprint: the earliest one, so that later ones do not rename it. */
const getHead = (members: readonly Variant[]): Variant =>
	members.reduce((head, each) =>
		each.firstDay < head.firstDay || (each.firstDay === head.firstDay && each.fingerprint < head.fingerprint)
			? each
			: head,
	);

/** Returns the fingerprint of the family for each variant: stacks that differ only by inlined frames are one fault. */
export function findFamilies(variants: readonly Variant[]): ReadonlyMap<string, string> {
	const heads = new Map<string, string>();
	for (const group of groupBy(variants, ({key}) => key).values())
		for (const {members} of gather(group)) {
			const {fingerprint} = getHead(members);
			for (const member of members) heads.set(member.fingerprint, fingerprint);
		}
	return heads;
}
