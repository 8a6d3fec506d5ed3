/** Days as text, counted. */

const dayMs = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** `2026-03-01` and -1 → `2026-02-28`. */
export const addDays = (day: string, count: number): string =>
	new Date(timeOf(day) + count * dayMs).toISOString().slice(0, 10);

/** Days from one to the other. */
export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / dayMs);
