import {z} from 'zod';
import {eventReference} from '../event-reference.ts';
import {globalFilters} from '../filter-schemas.ts';
import {once} from '../once.ts';
import {lostDates, sortDirections} from '../request-words.ts';
import {filterSet, segmentation} from '../rules/request-checks.ts';
import {segmentMembers} from '../segment-schemas.ts';
import {days, labeled, labeledResults, reportRange} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

const lostRange = once(() => ({
	...reportRange(),
	daysUntilDeclaredLost: days(),
	dateReportedLost: z.enum(lostDates),
	globalFilters: globalFilters().optional(),
}));

/** Sorts the segments of fullReport, or the events of the table of lost installations. */
export const eventSorts = ['alpha', 'eventCounts'] as const;

const histogram = (path: `/${string}`, summary: string) =>
	defineEndpoint({
		path,
		summary,
		source: 'docs/service.md#lost-histograms',
		request: () => z.strictObject(lostRange()),
		...labeledResults,
	});

export const lost = {
	days: histogram('/reporting/churn/histogram/days', 'Lost installations by number of active days'),
	sessions: histogram('/reporting/churn/histogram/sessions', 'Lost installations by number of sessions'),
	runtime: histogram('/reporting/churn/histogram/runtime', 'Lost installations by total runtime in hours'),
	events: defineEndpoint({
		path: '/reporting/eventTracking/churn/dataTable',
		summary: 'Lifetime event usage of lost installations',
		source: 'docs/service.md#lost-events',
		request: () =>
			z
				.strictObject({
					...lostRange(),
					...segmentMembers(),
					sort: z.enum(eventSorts).optional(),
					sortDirection: z.enum(sortDirections).optional(),
					/** Newer servers (docs/service.md#newer-events). */
					categorizeEvents: z.boolean().optional(),
					groupBy: z.string().optional(),
				})
				.superRefine(segmentation({cohorts: false}))
				.superRefine(filterSet('lostEvents')),
		response: () => z.object({segmentBy: z.string().nullish(), results: labeled()}),
		reading: 'labels',
	}),
	event: defineEndpoint({
		path: '/reporting/eventTracking/churn/histogram',
		summary: 'Lost installations by number of uses of an event or a combination',
		source: 'docs/service.md#lost-event-histogram',
		request: () =>
			z
				.strictObject({...lostRange(), event: eventReference(), groupBy: z.string().optional()})
				.superRefine(filterSet('lostEvents')),
		...labeledResults,
	}),
} as const;
