/** The sandbox's time (UTC). It stays within the last day of the data. */
export type SandboxClock = {
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly timestamp: () => string;
	/** Stops the clock at a time, for tests; undefined lets it run again. */
	readonly set: (timestamp: string | undefined) => void;
};

/**
 * Creates the clock of a day. It runs while that day is today; otherwise it stands at the last second of the day, so that
 * answers do not change.
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
