import {timestampText} from '../calendar.ts';

/** The sandbox's time (UTC). */
export type SandboxClock = {
	/** The time in the world, `YYYY-MM-DDThh:mm:ss`: nothing later is known. */
	readonly timestamp: () => string;
	/** Milliseconds since 1970, for how long sessions and addresses last: they pass even if the world's clock is frozen. */
	readonly now: () => number;
	/** Stops the clock at a time, for tests; undefined lets it run again. */
	readonly set: (timestamp: string | undefined) => void;
};

/** The time that a setting names: a timestamp, or a day, which stands for its last second. */
export const toTimestamp = (setting: string): string => (setting.length === 10 ? `${setting}T23:59:59` : setting);

export type ClockOptions = {
	/** The start: a day or a timestamp; undefined: the real time. */
	readonly start: string | undefined;
	/** The speed: 0 is frozen, 1 real time. */
	readonly speed: number;
	readonly real: () => Date;
};

/** Creates the clock of a sandbox. */
export function createClock({start, speed, real}: ClockOptions): SandboxClock {
	const begun = real().getTime();
	const first = start === undefined ? begun : Date.parse(`${toTimestamp(start)}Z`);
	const passed = (by: number) => (real().getTime() - begun) * by;
	let stopped: string | undefined;
	return {
		timestamp: () => stopped ?? timestampText(Math.floor((first + passed(speed)) / 1000)),
		now: () => begun + passed(Math.max(1, speed)),
		set: timestamp => {
			stopped = timestamp;
		},
	};
}
