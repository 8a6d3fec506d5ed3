import {alignFrames} from './align.ts';

/** A kind of crash as its fingerprint tells it: one stack, of which a family may have many, since compilers inline what they like. */
export type Variant = {
	readonly fingerprint: string;
	/** Class and method: families never mix them. */
	readonly key: string;
	readonly frames: readonly string[];
	readonly lines: number;
	/** Day of its first line. */
	readonly firstDay: string;
};

type Family = {frames: readonly string[]; names: ReadonlySet<string>; readonly members: Variant[]; lines: number};

/** How many frames one stack may lack of another and still be the same: few of a short one, where each says much. */
const getTolerance = (length: number) => (length < 4 ? 0 : Math.floor(length * (length < 8 ? 0.25 : 0.4)));
/** Families of one class and method that a variant is compared with; where there are more, nothing is alike. */
const mostCompared = 500;
/** A short stack that fits into one family only belongs to it when it is this much rarer. */
const rarity = 3;

/** Whether it can be worth laying them side by side. */
function isNear({frames}: Variant, {frames: own, names}: Family): boolean {
	// without a stack nothing tells that two are one
	if (own.length === 0) return false;
	const tolerance = getTolerance(frames.length + own.length);
	return (
		Math.abs(frames.length - own.length) <= tolerance && frames.filter(frame => !names.has(frame)).length <= tolerance
	);
}

/** The family that the variant is closest to, with its frames as they then are. */
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

/** Whether the frames are all there, in this order, and the crash came from the same place. */
function isPartOf(frames: readonly string[], whole: readonly string[]) {
	if (frames.length < 2 || frames[0] !== whole[0]) return false;
	let at = 0;
	for (const frame of whole) if (frame === frames[at]) at++;
	return at === frames.length;
}

/** Rare families of which much was inlined join the only one that they can be part of. */
function joinRests(families: readonly Family[]): readonly Family[] {
	const rests = new Set<Family>();
	for (const family of families) {
		const wholes = families.filter(each => each !== family && !rests.has(each) && isPartOf(family.frames, each.frames));
		const [whole] = wholes;
		if (!whole || wholes.length > 1 || family.lines * rarity > whole.lines) continue;
		whole.members.push(...family.members);
		whole.lines += family.lines;
		rests.add(family);
	}
	return families.filter(family => !rests.has(family));
}

/** Most lines first: what is met most often is least likely to be a rest of something else. */
const byWeight = (a: Variant, b: Variant) =>
	b.frames.length - a.frames.length || b.lines - a.lines || (a.fingerprint < b.fingerprint ? -1 : 1);

function gather(variants: readonly Variant[]): readonly Family[] {
	const families: Family[] = [];
	for (const variant of variants.toSorted(byWeight)) {
		const found = families.length < mostCompared ? findFamily(variant, families) : undefined;
		if (found) {
			found.family.frames = found.frames;
			found.family.names = new Set(found.frames);
			found.family.members.push(variant);
			found.family.lines += variant.lines;
		} else
			families.push({frames: variant.frames, names: new Set(variant.frames), members: [variant], lines: variant.lines});
	}
	return families.length < mostCompared ? joinRests(families) : families;
}

/** The member by whose fingerprint the family goes: the one that came first, so that what comes later does not rename it. */
const getHead = (members: readonly Variant[]): Variant =>
	members.reduce((head, each) =>
		each.firstDay < head.firstDay || (each.firstDay === head.firstDay && each.fingerprint < head.fingerprint)
			? each
			: head,
	);

/** Tells for each variant the fingerprint of its family: stacks that differ only by frames that were inlined are one fault. */
export function findFamilies(variants: readonly Variant[]): ReadonlyMap<string, string> {
	const groups = new Map<string, Variant[]>();
	for (const variant of variants) {
		const group = groups.get(variant.key);
		if (group) group.push(variant);
		else groups.set(variant.key, [variant]);
	}
	const heads = new Map<string, string>();
	for (const group of groups.values())
		for (const {members} of gather(group)) {
			const {fingerprint} = getHead(members);
			for (const member of members) heads.set(member.fingerprint, fingerprint);
		}
	return heads;
}
