/** Days as the database has them: counted from 1970-01-01, free of time zones. */

const millisecondsPerDay = 86_400_000;

/** `2026-03-15` → 20527. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / millisecondsPerDay;

/** 20527 → `2026-03-15`. */
export const dayText = (day: number): string => new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
