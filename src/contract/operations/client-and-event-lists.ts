import {z} from 'zod';
import {globalFilters} from '../filter-schemas.ts';
import {once} from '../once.ts';
import {day} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

/** Lists that later servers have (docs/service.md#later-event-names, docs/service.md#later-clients). */

/** Which events listEventNames answers; neither flag: inactive ones. */
const eventSelections = ['all', 'basic', 'advanced'] as const;

const listedEvent = once(() =>
	z.object({
		eventName: z.string(),
		basic: z.boolean(),
		advanced: z.boolean(),
		dateFirstSeen: z.string().nullish(),
	}),
);

/** A value of an installation; null values come as `<NULL>` or an empty text. */
const value = once(() => z.union([z.string(), z.number(), z.boolean()]).nullable());
const dailyRow = once(() => z.object({date: z.string()}).catchall(value()));
const client = once(() =>
	z.object({clientId: z.string(), dailyData: z.array(dailyRow()).optional()}).catchall(value()),
);

export const lists = {
	eventNames: defineEndpoint({
		path: '/eventTracking/listEventNames',
		hasNames: true,
		summary: 'Every event by category, and what is tracked of it: later servers only.',
		source: 'docs/service.md#later-event-names',
		request: () => z.strictObject({showEvents: z.array(z.enum(eventSelections)).min(1)}),
		response: () =>
			z.object({
				results: z.array(z.object({category: z.string().nullable(), categoryEventNames: z.array(listedEvent())})),
			}),
		reading: 'records',
	}),
	clients: defineEndpoint({
		path: '/reporting/clientPropertyList',
		summary: 'Installations one by one, in pages: later servers only.',
		source: 'docs/service.md#later-clients',
		request: () =>
			z.strictObject({
				properties: z.array(z.string()).min(1),
				retDailyData: z
					.strictObject({startDate: day(), stopDate: day(), properties: z.array(z.string()).min(1)})
					.optional(),
				globalFilters: globalFilters().optional(),
				startAtClientId: z.string().optional(),
			}),
		response: () => z.object({results: z.array(client()), reachedEnd: z.boolean(), nextClientId: z.string().nullish()}),
		reading: 'records',
	}),
} as const;
