/** Days and seconds as the database stores them: counted from 1970-01-01, without a time zone. */

const millisecondsPerDay = 86_400_000;

/** `2026-03-15` → 20527. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / millisecondsPerDay;

/** 20527 → `2026-03-15`. */
export const dayText = (day: number): string => new Date(day * millisecondsPerDay).toISOString().slice(0, 10);

/** `2026-03-01`, -1 → `2026-02-28`. */
export const addDays = (day: string, count: number): string => dayText(dayNumber(day) + count);

/** Seconds → `YYYY-MM-DDThh:mm:ss`. */
export const timestampText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** `YYYY-MM-DDThh:mm:ss` → seconds. */
export const timestampSeconds = (timestamp: string): number => Date.parse(`${timestamp}Z`) / 1000;
