import {z} from 'zod';
import {isCalendarDay} from '../calendar.ts';
import {once} from './once.ts';

/** An existing day, `YYYY-MM-DD` (docs/service.md#value-formats). */
export const day = once(() => z.string().refine(isCalendarDay, 'expected an existing date, YYYY-MM-DD'));

/** A day, or the relative dates `NOW` and `NOW-<days>` (docs/service.md#relative-dates). */
export const reportDay = once(() => z.union([day(), z.string().regex(/^NOW(-\d{1,5})?$/)]));

export const reportRange = once(() => ({startDate: reportDay(), stopDate: reportDay()}));

/** `YYYY-MM-DDThh:mm:ss`, without a zone (docs/service.md#value-formats). */
export const timestamp = once(() => z.string());

export const days = once(() => z.int().min(1));

export const includeNull = once(() => z.boolean().optional());

/** The flags of a license key, of which any may be absent. */
export const licenseFlags = once(() => ({
	activated: z.boolean().optional(),
	blacklisted: z.boolean().optional(),
	expired: z.boolean().optional(),
	whitelisted: z.boolean().optional(),
}));

/**
 * JSON whose objects are keyed by labels from data: every object is a Map in the service's order, so the labels
 * `"10"`, `"9"` and `"__proto__"` survive (docs/service.md#label-order).
 */
export type Labeled = string | number | boolean | null | readonly Labeled[] | ReadonlyMap<string, Labeled>;
export const labeled = once(() => z.custom<Labeled>(value => value !== undefined, 'expected results'));

/** The response of a report whose rows are keyed by labels. */
export const labeledResults = {response: () => z.object({results: labeled()}), reading: 'labels'} as const;

type Bounds = {readonly min?: string | number | undefined; readonly max?: string | number | undefined};

export const ordered = <T extends z.ZodType<Bounds>>(range: T): T =>
	range.refine(
		({min, max}) => min === undefined || max === undefined || min <= max,
		'min must not be greater than max',
	);

/** Adds the rules of numberRange and dateRange: at least one end, in order. */
export const bounded = <T extends z.ZodType<Bounds>>(range: T): T =>
	ordered(range).refine(({min, max}) => min !== undefined || max !== undefined, 'a range needs min, max or both');

/** IDs have more than 32 bits but are exact as JavaScript numbers (docs/service.md#transport). */
export const productId = once(() => z.int().min(0));

/** Lists up to this length are validated as a whole. */
const maxValidatedRows = 1000;
const maxInvalid = 20;

/**
 * Cuts the list after its twentieth invalid element, because the errors of a long list can take several times its
 * memory.
 */
function cutAfterErrors(list: unknown, row: z.ZodType): unknown {
	if (!Array.isArray(list) || list.length <= maxValidatedRows) return list;
	let invalid = 0;
	const last = list.findIndex(each => !row.safeParse(each).success && ++invalid === maxInvalid);
	return last < 0 ? list : list.slice(0, last + 1);
}

export const rows = <T extends z.ZodType>(row: T) => z.preprocess(list => cutAfterErrors(list, row), z.array(row));
