import {z} from 'zod';
import {globalFilters} from '../filter-schemas.ts';
import {once} from '../once.ts';
import {day} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

/** An event that is neither basic nor advanced is inactive. */
const eventSelections = ['all', 'basic', 'advanced'] as const;

const listedEvent = once(() =>
	z.object({
		eventName: z.string(),
		basic: z.boolean(),
		advanced: z.boolean(),
		dateFirstSeen: z.string().nullish(),
	}),
);

/** The service sends null as `<NULL>` or as an empty string. */
const value = once(() => z.union([z.string(), z.number(), z.boolean()]).nullable());
const dailyRow = once(() => z.object({date: z.string()}).catchall(value()));
const client = once(() =>
	z.object({clientId: z.string(), dailyData: z.array(dailyRow()).optional()}).catchall(value()),
);

export const lists = {
	eventNames: defineEndpoint({
		path: '/eventTracking/listEventNames',
		hasNames: true,
		summary: 'List events by category, and the reports that cover each (newer servers)',
		source: 'docs/service.md#newer-event-names',
		request: () => z.strictObject({showEvents: z.array(z.enum(eventSelections)).min(1)}),
		response: () =>
			z.object({
				results: z.array(z.object({category: z.string().nullable(), categoryEventNames: z.array(listedEvent())})),
			}),
	}),
	clients: defineEndpoint({
		path: '/reporting/clientPropertyList',
		summary: 'List individual installations, in pages (newer servers)',
		source: 'docs/service.md#newer-clients',
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
	}),
} as const;
