import type {Clock} from '../../ports.ts';
import {findOverlap} from './overlap.ts';

/** A line of a preview: its text in each column. */
export type Line = readonly (string | number | boolean | null)[];

export type FollowOptions = {
	/** The newest lines, oldest first; fewer when there are no more, or when the service gives no more. */
	readonly look: (count: number) => Promise<readonly Line[]>;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly intervalMs: number;
	/** Lines of each look to begin with. */
	readonly count: number;
	/** Lines may have been lost before those that come next. */
	readonly onGap: () => Promise<void>;
};

/** Looks at more lines than this only help a service that writes faster than it can be read. */
const most = 20_000;

/** Fewer lines than were asked for are all there are, unless the service gives no more at a time: that would be a round number. */
const isAllThereIs = (given: number, asked: number) => given < asked && (given === 0 || given % 100 !== 0);

/** The next look that proves what is new: as many lines as it takes to meet what was seen. */
async function lookOn(seen: readonly string[], whole: boolean, {look, count, onGap}: FollowOptions) {
	for (let asked = count; ; asked *= 4) {
		const lines = await look(asked);
		const window = lines.map(line => JSON.stringify(line));
		const {fresh, continuous} = findOverlap(seen, window, {older: asked - count, whole});
		if (!continuous && lines.length === asked && asked * 4 <= most) continue;
		const isProven = continuous || window.length === 0 || (seen.length === 0 && isAllThereIs(lines.length, asked));
		if (!isProven) await onGap();
		return {
			fresh: fresh.map(at => lines[at] as Line),
			window: window.slice(-count),
			whole: asked === count && isAllThereIs(lines.length, asked),
		};
	}
}

/**
 * The lines that come after those of `first`, each once and in order, for ever. Throws what looking throws, and what the
 * clock throws when the signal aborts.
 */
export async function* follow(first: readonly Line[], options: FollowOptions): AsyncGenerator<readonly Line[]> {
	let seen: readonly string[] = first.map(line => JSON.stringify(line));
	let whole = isAllThereIs(first.length, options.count);
	for (;;) {
		await options.clock.sleep(options.intervalMs, options.signal);
		const next = await lookOn(seen, whole, options);
		({window: seen, whole} = next);
		if (next.fresh.length > 0) yield next.fresh;
	}
}
