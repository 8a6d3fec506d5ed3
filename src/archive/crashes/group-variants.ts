import {groupBy} from '../../text/group-by.ts';
import {mayBeSamePlace} from './unresolved-frame.ts';

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

/** A name at the end of a stack may be cut. */
const isCutName = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

function canBeSame(one: readonly string[], a: number, other: readonly string[], b: number): boolean {
	const [frame = '', otherFrame = ''] = [one[a], other[b]];
	const areLast = a === one.length - 1 && b === other.length - 1;
	return frame === otherFrame || mayBeSamePlace(frame, otherFrame) || (areLast && isCutName(frame, otherFrame));
}

/**
 * Returns a table: row a, column b holds the length of the longest common subsequence of `one` from a on and `other`
 * from b on.
 */
function measureCommonSubsequences(one: readonly string[], other: readonly string[]): readonly Uint16Array[] {
	const subsequenceLengths = Array.from({length: one.length + 1}, () => new Uint16Array(other.length + 1));
	for (let a = one.length - 1; a >= 0; a--) {
		const [row, below] = [subsequenceLengths[a] as Uint16Array, subsequenceLengths[a + 1] as Uint16Array];
		for (let b = other.length - 1; b >= 0; b--)
			row[b] = canBeSame(one, a, other, b)
				? (below[b + 1] as number) + 1
				: Math.max(below[b] as number, row[b + 1] as number);
	}
	return subsequenceLengths;
}

type Alignment = {
	/** Shared items once; items of only one list at their places. */
	readonly merged: readonly string[];
	/** Equal items; two places without function names that may be the same in two builds are not counted. */
	readonly shared: number;
};

type Step = {readonly from: 'both' | 'one' | 'other'; readonly frame: string; readonly isEqual: boolean};

function findSteps(one: readonly string[], other: readonly string[]): readonly Step[] {
	const table = measureCommonSubsequences(one, other);
	const pick = (a: number, b: number): Step['from'] => {
		if (b === other.length) return 'one';
		if (a === one.length) return 'other';
		if (canBeSame(one, a, other, b)) return 'both';
		return (table[a + 1]?.[b] as number) >= (table[a]?.[b + 1] as number) ? 'one' : 'other';
	};
	const steps: Step[] = [];
	for (let [a, b] = [0, 0]; a < one.length || b < other.length; ) {
		const from = pick(a, b);
		const frame = (from === 'other' ? other[b] : one[a]) as string;
		steps.push({from, frame, isEqual: from === 'both' && frame === other[b]});
		if (from !== 'other') a++;
		if (from !== 'one') b++;
	}
	return steps;
}

/**
 * Aligns two stacks. Returns undefined if both have different frames in one place: they called different functions, so
 * they are different crashes. If only one stack has frames there, the compiler may have inlined them in the other.
 */
export function alignFrames(one: readonly string[], other: readonly string[]): Alignment | undefined {
	const steps = findSteps(one, other);
	const isConflict = ({from}: Step, at: number) => {
		const next = steps[at + 1]?.from ?? from;
		return from !== 'both' && next !== 'both' && next !== from;
	};
	if (steps.some(isConflict)) return undefined;
	return {merged: steps.map(({frame}) => frame), shared: steps.filter(({isEqual}) => isEqual).length};
}

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
