/** Lengths of the longest common subsequences of `one` from a and `other` from b on, in row a and column b. */
function measure(one: readonly string[], other: readonly string[]): readonly Uint16Array[] {
	const table = Array.from({length: one.length + 1}, () => new Uint16Array(other.length + 1));
	for (let a = one.length - 1; a >= 0; a--) {
		const [row, below] = [table[a] as Uint16Array, table[a + 1] as Uint16Array];
		for (let b = other.length - 1; b >= 0; b--)
			row[b] = one[a] === other[b] ? (below[b + 1] as number) + 1 : Math.max(below[b] as number, row[b + 1] as number);
	}
	return table;
}

export type Alignment = {
	/** Both lists in one: shared items once, those of one list in their places. */
	readonly merged: readonly string[];
	readonly shared: number;
};

type Step = 'both' | 'one' | 'other';

/** The steps through both lists that share most items. */
function findSteps(one: readonly string[], other: readonly string[]): readonly Step[] {
	const table = measure(one, other);
	const pick = (a: number, b: number): Step => {
		if (b === other.length) return 'one';
		if (a === one.length) return 'other';
		if (one[a] === other[b]) return 'both';
		return (table[a + 1]?.[b] as number) >= (table[a]?.[b + 1] as number) ? 'one' : 'other';
	};
	const steps: Step[] = [];
	for (let [a, b] = [0, 0]; a < one.length || b < other.length; ) {
		const step = pick(a, b);
		steps.push(step);
		if (step !== 'other') a++;
		if (step !== 'one') b++;
	}
	return steps;
}

/**
 * Aligns two stacks. Undefined where both have different frames in one place: they then called different functions, and
 * are two faults. Where only one stack has frames, the compiler may have inlined them in the other.
 */
export function alignFrames(one: readonly string[], other: readonly string[]): Alignment | undefined {
	const steps = findSteps(one, other);
	if (steps.some((step, at) => step !== 'both' && steps[at + 1] !== 'both' && (steps[at + 1] ?? step) !== step))
		return undefined;
	let [a, b] = [0, 0];
	const merged = steps.map(step => {
		const frame = step === 'other' ? other[b] : one[a];
		if (step !== 'other') a++;
		if (step !== 'one') b++;
		return frame as string;
	});
	return {merged, shared: steps.filter(step => step === 'both').length};
}
