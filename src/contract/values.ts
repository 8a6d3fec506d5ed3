import {z} from 'zod';

/** Client statuses of an installation, in the service's order (service-api.md, States and transitions). */
export const clientStatuses = ['new', 'active', 'lost'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** How a lost installation is dated: by its last contact, or by that plus `daysUntilDeclaredLost`. */
export const lostDates = ['dateLastSeen', 'dateDeclaredLost'] as const;

export const dateSplits = ['day', 'week', 'month'] as const;
export type DateSplit = (typeof dateSplits)[number];

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** True for a day the calendar has: `2024-02-29` yes, `2023-02-29` no. */
export function isCalendarDay(text: string): boolean {
	const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
	if (!match) return false;
	const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
	return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** A day, `YYYY-MM-DD`, that exists (service-api.md, Conventions). */
export const day = z.string().refine(isCalendarDay, 'expected a day of the calendar, YYYY-MM-DD');

/** A day, or the relative dates `NOW` and `NOW-<days>` (wire-facts 1.0, H). */
export const reportDay = z.union([day, z.string().regex(/^NOW(-\d{1,5})?$/)]);

/** `YYYY-MM-DDThh:mm:ss`, without a zone (wire-facts 1.12). */
export const timestamp = z.string();

/** An integer of at least 1. */
export const days = z.int().min(1);

/** A number that the service may leave out where there is no data (wire-facts 1.17, L). */
export const figure = z.number().nullable();

/**
 * JSON whose objects are keyed by labels from data: every object is a Map in the service's order, so the labels
 * `"10"`, `"9"` and `"__proto__"` survive (wire-facts part 6, 19).
 */
export type Labelled = string | number | boolean | null | readonly Labelled[] | ReadonlyMap<string, Labelled>;
export const labelled = z.custom<Labelled>(value => value !== undefined, 'expected results');

/** Sort direction of segments and events. */
export const sortDirections = ['asc', 'desc'] as const;
