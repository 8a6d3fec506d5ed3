import {timestampText} from '../calendar.ts';

/** In UTC. */
export type SandboxClock = {
	/** The time of the data, `YYYY-MM-DDThh:mm:ss`. Nothing later is visible. */
	readonly timestamp: () => string;
	/**
	 * Milliseconds since 1970, for the lifetime of sessions and addresses. They pass even if the clock of the data is
	 * frozen.
	 */
	readonly now: () => number;
	/** Stops the clock at a time; undefined lets it run again. */
	readonly set: (timestamp: string | undefined) => void;
};

/** Returns the timestamp of a setting: itself, or the last second of a day. */
export const toTimestamp = (setting: string): string => (setting.length === 10 ? `${setting}T23:59:59` : setting);

export type ClockOptions = {
	/** A day or a timestamp; undefined for the real time. */
	readonly start: string | undefined;
	/** 0 is frozen, 1 is real time. */
	readonly speed: number;
	readonly real: () => Date;
};

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
