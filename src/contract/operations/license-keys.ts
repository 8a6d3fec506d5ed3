import {z} from 'zod';
import {once} from '../once.ts';
import {keyOrders, keySortFields, maxKeysPerPage} from '../request-words.ts';
import {bounded, day, licenseFlags, rows, timestamp} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

const flagSubset = once(() => z.strictObject(licenseFlags()));

/** Newer servers call the flags `blocked` and `allowed` (docs/service.md#flag-names); the program uses the old names. */
const readFlags = once(() =>
	z.preprocess(
		value => {
			if (typeof value !== 'object' || value === null || !('blocked' in value || 'allowed' in value)) return value;
			const {blocked, allowed, ...rest} = value as Record<string, unknown>;
			return {blacklisted: blocked, whitelisted: allowed, ...rest};
		},
		z.object({activated: z.boolean(), blacklisted: z.boolean(), expired: z.boolean(), whitelisted: z.boolean()}),
	),
);

const editor = once(() =>
	z.object({name: z.string().optional(), surname: z.string().optional(), email: z.string().optional()}),
);

const keyRecord = once(() =>
	z.object({
		licenseKey: z.string(),
		licenseType: z.string(),
		licenseStatus: readFlags(),
		expiryDate: z.string().nullable(),
		installQuota: z.int(),
		installCount: z.int(),
		overQuotaCount: z.int(),
		addedDate: timestamp(),
		autoCollected: z.boolean(),
		lastEditedDate: timestamp().nullable(),
		/** Null if never edited, an empty object if the user was removed. */
		lastEditedBy: editor().nullable(),
		notes: z.string(),
	}),
);
export type KeyRecord = z.infer<ReturnType<typeof keyRecord>>;

const dateMatch = once(() =>
	z.union([
		z.strictObject({type: z.literal('date'), value: day()}),
		bounded(z.strictObject({type: z.literal('dateRange'), min: day().optional(), max: day().optional()})),
	]),
);

export const keyFilters = once(() =>
	z.strictObject({
		licenseKey: z
			.union([
				z.strictObject({type: z.enum(['string', 'regex']), value: z.string()}),
				z.strictObject({type: z.literal('stringArray'), value: z.array(z.string()).min(1)}),
			])
			.optional(),
		addedDate: dateMatch().optional(),
		expiryDate: dateMatch().optional(),
		autoCollected: z.boolean().optional(),
		overQuotaCount: z
			.union([
				z.strictObject({type: z.literal('number'), value: z.int()}),
				bounded(
					z
						.strictObject({type: z.literal('numberRange'), min: z.int().optional(), max: z.int().optional()})
						.refine(({min, max}) => min === undefined || min !== max, 'min must be smaller than max'),
				),
			])
			.optional(),
		licenseType: z
			.union([
				z.strictObject({type: z.literal('string'), value: z.string()}),
				z.strictObject({type: z.literal('stringArray'), value: z.array(z.string()).min(1)}),
			])
			.optional(),
		licenseStatus: z.array(flagSubset()).min(1).optional(),
	}),
);
export type KeyFilters = z.infer<ReturnType<typeof keyFilters>>;

export const keyUpdate = once(() =>
	z.strictObject({
		licenseKey: z.string().min(1),
		licenseType: z.string().optional(),
		licenseStatus: flagSubset().optional(),
		expiryDate: day().nullable().optional(),
		installQuota: z.int().optional(),
		notes: z.string().optional(),
	}),
);
export type KeyUpdate = z.infer<ReturnType<typeof keyUpdate>>;

export const licenseKeys = {
	list: defineEndpoint({
		path: '/licenseKeys/listKeys',
		summary: 'List license keys, in pages of up to 1000; can filter and sort',
		source: 'docs/service.md#list-keys',
		request: () =>
			z.strictObject({
				filters: keyFilters().optional(),
				sorting: z
					.strictObject({field: z.enum(keySortFields).optional(), order: z.enum(keyOrders).optional()})
					.optional(),
				paging: z
					.strictObject({startAt: z.int().min(0).optional(), limit: z.int().min(1).max(maxKeysPerPage).optional()})
					.optional(),
			}),
		response: () => z.object({returnedKeysCount: z.int(), matchingKeysCount: z.int(), results: rows(keyRecord())}),
	}),
	update: defineEndpoint({
		path: '/licenseKeys/updateKeys',
		writes: true,
		summary: 'Insert and update license keys; omitted fields keep their values',
		source: 'docs/service.md#update-keys',
		request: () => z.strictObject({keyUpdates: z.array(keyUpdate())}),
		response: () => z.object({insertedKeys: z.int(), rejectedKeys: z.int(), updatedKeys: z.int()}),
	}),
} as const;
