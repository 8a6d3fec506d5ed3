/** Days as texts `YYYY-MM-DD` or as numbers of days since 1970-01-01, both without a time zone. */

export const secondsPerDay = 86_400;
const dayMs = 1000 * secondsPerDay;

/** `2026-03-15` → 20527. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMs;

/** 20527 → `2026-03-15`. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Checks the form only: `2026-02-31` passes. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** `2026-03-01`, -1 → `2026-02-28`. */
export const addDays = (day: string, count: number): string => dayText(dayNumber(day) + count);

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** 0 is Monday. */
export const weekday = (day: string): number => (((dayNumber(day) + 3) % 7) + 7) % 7;

/** `2026-03-15` → `2026-03-09`: weeks begin on Monday. */
export const firstOfWeek = (day: string): string => addDays(day, -weekday(day));

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** Returns the first day of a month: `2026-03-15`, -1 → `2026-02-01`. Not a valid day outside the years 0001 to 9999. */
export function shiftMonth(day: string, count: number): string {
	const months = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1 + count;
	const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
	return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** `2026-02-15` → `2026-02-28`. */
export const lastOfMonth = (day: string): string =>
	`${day.slice(0, 8)}${new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()}`;

/** True for an existing day from year 1 on: `2024-02-29` yes, `2023-02-29` no. */
export const isCalendarDay = (text: string): boolean =>
	/^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(text) &&
	text >= '0001' &&
	text >= firstOfMonth(text) &&
	text <= lastOfMonth(text);

/** Counts both ends. */
export const countDays = ({first, last}: {readonly first: string; readonly last: string}): number =>
	dayNumber(last) - dayNumber(first) + 1;

/** Seconds since 1970 → `YYYY-MM-DDThh:mm:ss`. */
export const describeRange = ({first, last}: {readonly first: string; readonly last: string}): string =>
	first === last ? first : `${first} to ${last}`;

/** Returns the name of a whole year or month, or else its first and last day. */
export function describePeriod({first, last}: {readonly first: string; readonly last: string}): string {
	if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return first.slice(0, 4);
	return first === firstOfMonth(first) && last === lastOfMonth(first)
		? first.slice(0, 7)
		: describeRange({first, last});
}

export const timestampText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** `YYYY-MM-DDThh:mm:ss` → seconds since 1970. */
export const timestampSeconds = (timestamp: string): number => Date.parse(`${timestamp}Z`) / 1000;

/** Returns the day of a moment in a zone. Without one, uses this machine's zone, for which Intl need not be loaded. */
export function calendarDay(moment: Date, zone?: string): string {
	if (zone) {
		const options = {timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit'} as const;
		return new Intl.DateTimeFormat('en-CA', options).format(moment);
	}
	const [year, ...rest] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
	return [String(year).padStart(4, '0'), ...rest.map(part => String(part).padStart(2, '0'))].join('-');
}

/** Returns the name of a zone as Intl spells it; undefined for other texts. */
export function findZone(text: string): string | undefined {
	try {
		return new Intl.DateTimeFormat('en', {timeZone: text}).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}

/** Returns a value of TZ that Node takes for UTC: it reads names and files, but not rules such as `CET-1CEST`. */
export function findIgnoredZone({TZ: zone = ''}: Readonly<Record<string, string | undefined>>): string | undefined {
	const isRead = /^(?::?\/.*|(?:UTC|GMT)0?|)$/.test(zone) || findZone(zone.replace(/^:/, '')) !== undefined;
	return isRead ? undefined : zone;
}

/** Returns the last day of the day, week or month that contains `day`. */
export function endOfPeriod(day: string, unit: string | undefined): string {
	if (unit === 'month') return lastOfMonth(day);
	return unit === 'week' ? addDays(firstOfWeek(day), 6) : day;
}

const [firstDay, lastDay] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')];

/** Adds days. Returns undefined outside the years 0001 to 9999. */
export function shiftDay(day: string, days: number): string | undefined {
	const number = dayNumber(day) + days;
	return number >= firstDay && number <= lastDay ? dayText(number) : undefined;
}

/** In a shorter month the day becomes the last one. */
export function addMonths(day: string, months: number): string | undefined {
	const first = shiftMonth(day, months);
	if (!isCalendarDay(first)) return undefined;
	const [same, last] = [`${first.slice(0, 8)}${day.slice(8)}`, lastOfMonth(first)];
	return same < last ? same : last;
}

const shifts = {
	d: (day: string, count: number) => shiftDay(day, count),
	w: (day: string, count: number) => shiftDay(day, 7 * count),
	mo: (day: string, count: number) => addMonths(day, count),
	y: (day: string, count: number) => addMonths(day, 12 * count),
} as const;
const shiftPattern = /^([+-])(\d{1,6})(d|w|mo|y)$/i;

export const isShift = (text: string): boolean => shiftPattern.test(text);

/** `2027-01-31`, `+1mo` → `2027-02-28`: in a shorter month the day becomes the last one. Undefined outside the years 0001 to 9999. */
export function shiftDate(day: string, shift: string): string | undefined {
	const [, sign, count, unit = 'd'] = shiftPattern.exec(shift) ?? [];
	return shifts[unit.toLowerCase() as keyof typeof shifts](day, Number(count) * (sign === '-' ? -1 : 1));
}

/** Returns the number of calendar months that a range consists of; undefined if it does not consist of whole ones. */
export function countMonths({first, last}: {readonly first: string; readonly last: string}): number | undefined {
	if (first !== firstOfMonth(first) || last !== lastOfMonth(last)) return undefined;
	const monthOf = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));
	return monthOf(last) - monthOf(first) + 1;
}

/** Tests for ranges of as many days, or of as many whole calendar months. */
export function isComparable(
	...ranges: readonly [Parameters<typeof countMonths>[0], Parameters<typeof countMonths>[0]]
): boolean {
	const [months, otherMonths] = ranges.map(countMonths);
	const [days, otherDays] = ranges.map(countDays);
	return days === otherDays || (months !== undefined && months === otherMonths);
}
