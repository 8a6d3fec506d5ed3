export type Overlap = {
	/** Indices of the records in the window that were not seen before. */
	readonly fresh: readonly number[];
	/** False if there may be records between those that were seen and the window. */
	readonly continuous: boolean;
};

const range = (from: number, to: number) => Array.from({length: Math.max(to - from, 0)}, (_, at) => from + at);

/** Tests if seen records and window agree when the first seen record is at the index `start`, which may be negative. */
function agreesAt(seen: readonly string[], window: readonly string[], start: number) {
	const from = Math.max(start, 0);
	const to = Math.min(start + seen.length, window.length);
	for (let at = from; at < to; at++) if (window[at] !== seen[at - start]) return false;
	return true;
}

function findUnseen(seen: readonly string[], window: readonly string[]): readonly number[] {
	const left = new Map<string, number>();
	for (const record of seen) left.set(record, (left.get(record) ?? 0) + 1);
	return range(0, window.length).filter(at => {
		const record = window[at] as string;
		const count = left.get(record) ?? 0;
		left.set(record, count - 1);
		return count <= 0;
	});
}

/**
 * Compares the seen records with a new window of the newest records, both oldest first. `older` is the number of
 * extra records that were requested, which may be older than the seen ones; if the whole log was seen, no record can be.
 */
export function findOverlap(
	seen: readonly string[],
	window: readonly string[],
	{older, whole}: {readonly older: number; readonly whole: boolean},
): Overlap {
	if (seen.length === 0) return {fresh: range(0, window.length), continuous: false};
	// prefer the fewest new records
	for (let start = whole ? 0 : older; start > -seen.length; start--) {
		const end = start + seen.length;
		if (end > 0 && end <= window.length && agreesAt(seen, window, start))
			return {fresh: range(end, window.length), continuous: true};
	}
	// a late record is between others: the window is complete if it reaches back to a seen record
	const [first] = window;
	return {fresh: findUnseen(seen, window), continuous: first !== undefined && seen.includes(first)};
}
