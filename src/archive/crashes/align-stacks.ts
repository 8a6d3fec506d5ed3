import {mayBeSamePlace} from './unresolved-frame.ts';

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

export type Alignment = {
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
