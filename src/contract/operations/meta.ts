import {z} from 'zod';
import {once} from '../once.ts';
import {valueRules} from '../rules/request-checks.ts';
import {rows} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

const part = once(() => z.object({name: z.string(), friendlyName: z.string(), dataType: z.string()}));
const descriptor = once(() =>
	z.object({
		name: z.string(),
		friendlyName: z.string(),
		filterType: z.string(),
		dataType: z.string(),
		units: z.string().optional(),
		subProperties: z.array(part()).optional(),
		granularityLevels: z.array(part()).optional(),
		/** Newer servers (docs/service.md#properties). */
		supportsRegex: z.boolean().optional(),
		supportsMeta: z.boolean().optional(),
		supportsNull: z.boolean().optional(),
	}),
);

export const meta = {
	productProperties: defineEndpoint({
		path: '/meta/productProperties',
		hasNames: true,
		summary: 'List the properties for filters and segments, by group',
		source: 'docs/service.md#properties',
		request: () => z.strictObject({}),
		response: () => z.object({results: z.array(z.object({category: z.string(), properties: z.array(descriptor())}))}),
	}),
	propertyValues: defineEndpoint({
		path: '/meta/propertyValues',
		hasNames: true,
		summary: 'List the values of a property, in pages',
		source: 'docs/service.md#property-values',
		request: () =>
			z
				.strictObject({
					property: z.string(),
					granularity: z.string().optional(),
					filter: z.strictObject({type: z.enum(['regex', 'string']), value: z.string()}).optional(),
					startAfter: z.string().optional(),
					getFullList: z.boolean().optional(),
				})
				.superRefine(valueRules),
		response: () =>
			z.object({
				results: rows(z.object({value: z.string(), shortName: z.string().nullish(), fullName: z.string().nullish()})),
				truncated: z.boolean().nullish(),
				/** Documented as a boolean, used as the value to continue after (docs/service.md#property-values). */
				lastValue: z.union([z.string(), z.boolean()]).nullish(),
			}),
	}),
	oldestReportedDate: defineEndpoint({
		path: '/meta/oldestReportedDate',
		summary: 'Get the earliest start date that the product plan allows',
		source: 'docs/service.md#oldest-date',
		request: () => z.strictObject({}),
		response: () => z.object({oldestDate: z.string()}),
	}),
} as const;
