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
