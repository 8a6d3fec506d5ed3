import {z} from 'zod';
import {eventReference, singleEvent} from '../event-reference.ts';
import {globalFilters} from '../filter-schemas.ts';
import {dateSplits, sortDirections} from '../request-words.ts';
import {divisorRules, segmentation} from '../rules/request-checks.ts';
import {segmentMembers} from '../segment-schemas.ts';
import {labeled, labeledResults, reportRange} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';
import {eventSorts} from './lost-reports.ts';

/** Both spellings are documented; the client sends `usageCounts` (docs/service.md#basic-timeline). */
export const dataViews = ['usageCounts', 'usageCount', 'customValues'] as const;
export const divisors = ['users', 'sessions', 'runtime', 'usageCounts'] as const;

export const events = {
	table: defineEndpoint({
		path: '/reporting/eventTracking/basic/dataTable',
		hasNames: true,
		summary: 'Usage and custom values of every event, by category',
		source: 'docs/service.md#basic-table',
		request: () => z.strictObject(reportRange()),
		...labeledResults,
	}),
	timeline: defineEndpoint({
		path: '/reporting/eventTracking/basic/timeline',
		summary: 'Events by day, week or month, divided by users, sessions, runtime or uses',
		source: 'docs/service.md#basic-timeline',
		request: () =>
			z
				.strictObject({
					...reportRange(),
					dateSplit: z.enum(dateSplits),
					dataView: z.enum(dataViews),
					divisor: z.enum(divisors).nullable().optional(),
					events: z.array(singleEvent()).min(1),
				})
				.superRefine(divisorRules),
		...labeledResults,
	}),
	frequency: defineEndpoint({
		path: '/reporting/eventTracking/advanced/fullReport',
		summary: 'How many installations use each event, and how often: averages and a histogram',
		source: 'docs/service.md#full-report',
		request: () =>
			z
				.strictObject({
					...reportRange(),
					globalFilters: globalFilters().optional(),
					/** Documented as required, but real clients omit it (docs/service.md#full-report). */
					...segmentMembers(),
					sort: z.enum(eventSorts).optional(),
					sortDirection: z.enum(sortDirections).optional(),
					events: z.array(eventReference()).min(1),
				})
				.superRefine(segmentation({cohorts: false})),
		response: () => z.object({segmentBy: z.string().nullish(), results: labeled()}),
		reading: 'labels',
	}),
} as const;
