/** The sandbox's time (UTC), which stays within the day that its data ends on. */
export type SandboxClock = {
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly timestamp: () => string;
	/** Stops at a time, for tests; undefined lets it run again. */
	readonly set: (timestamp: string | undefined) => void;
};

/**
 * A clock of one day. While that day is today it runs; else it stands at the last second: all of the day has happened,
 * and answers do not change.
 */
export function createClock(day: string, now: () => Date): SandboxClock {
	let stopped: string | undefined;
	const running = () => {
		const real = now().toISOString().slice(0, 19);
		return real.startsWith(day) ? real : `${day}T23:59:59`;
	};
	return {
		timestamp: () => stopped ?? running(),
		set: timestamp => {
			stopped = timestamp;
		},
	};
}
