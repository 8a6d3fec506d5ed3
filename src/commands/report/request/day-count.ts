const dayLength = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** `2026-03-01` and -1 → `2026-02-28`. */
export const addDays = (day: string, days: number): string =>
	new Date(timeOf(day) + days * dayLength).toISOString().slice(0, 10);

/** Days of a range, both ends included. */
export const countDays = ({first, last}: {readonly first: string; readonly last: string}): number =>
	Math.round((timeOf(last) - timeOf(first)) / dayLength) + 1;
