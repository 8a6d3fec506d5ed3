/** The sandbox's time (UTC): the real one, or one that stands still. */
export type CalendarClock = {
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly timestamp: () => string;
	/** Moves the time of a test; undefined lets it run again. */
	readonly set: (timestamp: string | undefined) => void;
};

/** A fixed day stands still at its last second: all of it has happened, and answers do not change. */
export function createClock(day: string | undefined, now: () => Date): CalendarClock {
	const first = day === undefined ? undefined : `${day}T23:59:59`;
	let fixed = first;
	return {
		timestamp: () => fixed ?? now().toISOString().slice(0, 19),
		set: timestamp => {
			fixed = timestamp ?? first;
		},
	};
}

const dayMs = 86_400_000;

/** Adds days to a day of the calendar: `addDays('2026-03-01', -1)` is `2026-02-28`. */
export const addDays = (day: string, count: number): string =>
	new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** Day of a count of days since 1970-01-01. */
export const dayText = (days: number): string => new Date(days * dayMs).toISOString().slice(0, 10);

/** Days since 1970-01-01 of a day. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** `YYYY-MM-DDThh:mm:ss` of a count of seconds since 1970-01-01. */
export const timestampText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Seconds since 1970-01-01 of `YYYY-MM-DDThh:mm:ss`. */
export const timestampSeconds = (timestamp: string): number => Date.parse(`${timestamp}Z`) / 1000;
