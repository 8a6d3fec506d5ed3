import type {Clock} from '../../ports.ts';
import {findOverlap} from './log-overlap.ts';

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
