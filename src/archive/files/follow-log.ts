import type {Clock} from '../../ports.ts';
import {findOverlap} from './log-overlap.ts';

/** A log line: its value in each column. */
export type Line = readonly (string | number | boolean | null)[];

export type FollowOptions = {
	/** Reads the newest lines, oldest first. Returns fewer when there are no more, or when the service returns no more at once. */
	readonly readNewest: (count: number) => Promise<readonly Line[]>;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly intervalMs: number;
	/** Lines to read at first each time. */
	readonly count: number;
	/** Lines may be missing before those that follow. */
	readonly onGap: () => Promise<void>;
};

/** Reading more lines than this at once only helps where lines arrive faster than they can be read. */
const maxCount = 20_000;

/** Tests if these are all lines of the log: fewer than requested, unless the service has a limit, which would be a round number. */
const isWholeLog = (count: number, requested: number) => count < requested && (count === 0 || count % 100 !== 0);

/** Reads until the new lines are known: as many lines as it takes to reach those that were seen. */
async function readNext(seen: readonly string[], whole: boolean, {readNewest, count, onGap}: FollowOptions) {
	for (let requested = count; ; requested *= 4) {
		const lines = await readNewest(requested);
		const window = lines.map(line => JSON.stringify(line));
		const {fresh, continuous} = findOverlap(seen, window, {older: requested - count, whole});
		if (!continuous && lines.length === requested && requested * 4 <= maxCount) continue;
		const isComplete = continuous || window.length === 0 || (seen.length === 0 && isWholeLog(lines.length, requested));
		if (!isComplete) await onGap();
		return {
			fresh: fresh.map(at => lines[at] as Line),
			window: window.slice(-count),
			whole: requested === count && isWholeLog(lines.length, requested),
		};
	}
}

/**
 * Yields the lines that arrive after those of `first`, each once and in order, without end. Throws what reading throws, and
 * the reason of the signal when it aborts.
 */
export async function* follow(first: readonly Line[], options: FollowOptions): AsyncGenerator<readonly Line[]> {
	let seen: readonly string[] = first.map(line => JSON.stringify(line));
	let whole = isWholeLog(first.length, options.count);
	for (;;) {
		await options.clock.sleep(options.intervalMs, options.signal);
		const next = await readNext(seen, whole, options);
		({window: seen, whole} = next);
		if (next.fresh.length > 0) yield next.fresh;
	}
}
