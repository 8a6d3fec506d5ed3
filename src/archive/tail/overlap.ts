/** What a new look at the end of a log shows beyond the one before. */
export type Overlap = {
	/** Places in the window of the lines that were not seen before. */
	readonly fresh: readonly number[];
	/** False when lines may have come and gone between the two looks. */
	readonly continuous: boolean;
};

const places = (from: number, to: number) => Array.from({length: Math.max(to - from, 0)}, (_, at) => from + at);

/** Whether the two are one log when the first line of `seen` stands at `start` of the window (which may be before it). */
function isAligned(seen: readonly string[], window: readonly string[], start: number) {
	const from = Math.max(start, 0);
	const to = Math.min(start + seen.length, window.length);
	for (let at = from; at < to; at++) if (window[at] !== seen[at - start]) return false;
	return true;
}

/** Lines of the window that are not in `seen`, each as often as it is there more often. */
function findDifference(seen: readonly string[], window: readonly string[]): readonly number[] {
	const left = new Map<string, number>();
	for (const line of seen) left.set(line, (left.get(line) ?? 0) + 1);
	return places(0, window.length).filter(at => {
		const line = window[at] as string;
		const count = left.get(line) ?? 0;
		left.set(line, count - 1);
		return count <= 0;
	});
}

/**
 * Compares two looks at the end of a log, oldest line first. `older` is how many lines more than before were asked for:
 * so many may stand in front of what was seen. Where all of a log was seen (`whole`), none can.
 */
export function findOverlap(
	seen: readonly string[],
	window: readonly string[],
	{older, whole}: {readonly older: number; readonly whole: boolean},
): Overlap {
	if (seen.length === 0) return {fresh: places(0, window.length), continuous: false};
	// as few new lines as the two allow: the last place first
	for (let start = whole ? 0 : older; start > -seen.length; start--) {
		const end = start + seen.length;
		if (end > 0 && end <= window.length && isAligned(seen, window, start))
			return {fresh: places(end, window.length), continuous: true};
	}
	// a line that came late stands among others: what came is all here if the window reaches back to what was seen
	const [first] = window;
	return {fresh: findDifference(seen, window), continuous: first !== undefined && seen.includes(first)};
}
