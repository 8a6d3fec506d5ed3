import type {Clock} from '../../ports.ts';

export type LogRecord = readonly (string | number | boolean | null)[];

export type FollowOptions = {
	/**
	 * Reads the newest records, oldest first. May return fewer, at the end of the log or at the limit of the service.
	 */
	readonly readNewest: (count: number) => Promise<readonly LogRecord[]>;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly intervalMs: number;
	readonly count: number;
	/** Called if records may be missing before the next ones. */
	readonly onGap: () => Promise<void>;
};

type Overlap = {
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

/** Larger reads only help if records arrive faster than they can be read. */
const maxCount = 20_000;

/**
 * Tests if this is the whole log: fewer records than requested, unless the service has a limit, which would be a round
 * number.
 */
const isWholeLog = (count: number, requested: number) => count < requested && (count === 0 || count % 100 !== 0);

/** Reads more and more records until they reach back to those that were seen. */
async function readNewRecords(seen: readonly string[], whole: boolean, {readNewest, count, onGap}: FollowOptions) {
	for (let requested = count; ; requested *= 4) {
		const records = await readNewest(requested);
		const window = records.map(record => JSON.stringify(record));
		const {fresh, continuous} = findOverlap(seen, window, {older: requested - count, whole});
		if (!continuous && records.length === requested && requested * 4 <= maxCount) continue;
		const isComplete =
			continuous || window.length === 0 || (seen.length === 0 && isWholeLog(records.length, requested));
		if (!isComplete) await onGap();
		return {
			fresh: fresh.map(at => records[at] as LogRecord),
			window: window.slice(-count),
			whole: requested === count && isWholeLog(records.length, requested),
		};
	}
}

/**
 * Yields the records that arrive after `first`, each once and in order, without end. Throws the errors of reading, and
 * the reason of the signal if it aborts.
 */
export async function* followLog(
	first: readonly LogRecord[],
	options: FollowOptions,
): AsyncGenerator<readonly LogRecord[]> {
	let seen: readonly string[] = first.map(record => JSON.stringify(record));
	let whole = isWholeLog(first.length, options.count);
	for (;;) {
		await options.clock.sleep(options.intervalMs, options.signal);
		const next = await readNewRecords(seen, whole, options);
		({window: seen, whole} = next);
		if (next.fresh.length > 0) yield next.fresh;
	}
}
