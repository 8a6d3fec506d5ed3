/** In the order of `weekday` in calendar.ts. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export type WorkCalendar = {
	/** Returns why a day is not a working day: `a Saturday`, `a holiday (Easter Monday)`; undefined for a working day. */
	readonly getDayOff: (day: string) => string | undefined;
};
