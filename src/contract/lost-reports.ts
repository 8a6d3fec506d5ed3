import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';
import {eventReference} from './event-reference.ts';
import {globalFilters} from './filters.ts';
import {once} from './once.ts';
import {segment} from './segments.ts';
import {days, labelled, reportDay} from './values.ts';
import {lostDates, sortDirections} from './words.ts';

/** Reports on installations that were lost (service-api.md, /reporting/…/churn/…; wire-facts 1.8 to 1.10, 2.1). */

/** The range and rule that every lost-installation report takes. */
const lostRange = once(() => ({
	startDate: reportDay(),
	stopDate: reportDay(),
	daysUntilDeclaredLost: days(),
	dateReportedLost: z.enum(lostDates),
	globalFilters: globalFilters().optional(),
}));

/** What the event reports sort by: segments of fullReport, events of the lost table. */
export const eventSorts = ['alpha', 'eventCounts'] as const;

const histogram = (path: `/${string}`, summary: string) =>
	defineEndpoint({
		path,
		scope: 'product',
		get: true,
		summary,
		source: 'service-api.md, POST /reporting/churn/histogram/…; wire-facts 1.10',
		request: () => z.strictObject(lostRange()),
		response: () => z.object({results: labelled()}),
		reading: 'labels',
	});

export const lost = {
	days: histogram('/reporting/churn/histogram/days', 'Lost installations by number of active days.'),
	sessions: histogram('/reporting/churn/histogram/sessions', 'Lost installations by number of sessions.'),
	runtime: histogram('/reporting/churn/histogram/runtime', 'Lost installations by total runtime in hours.'),
	events: defineEndpoint({
		path: '/reporting/eventTracking/churn/dataTable',
		scope: 'product',
		get: true,
		summary: 'Event usage over the whole lifetime of installations that were lost.',
		source: 'service-api.md, POST /reporting/eventTracking/churn/dataTable; wire-facts 1.8',
		request: () =>
			z.strictObject({
				...lostRange(),
				segmentBy: z.string().optional(),
				segments: z.array(segment()).optional(),
				sort: z.enum(eventSorts).optional(),
				sortDirection: z.enum(sortDirections).optional(),
				/** Later servers (wire-facts 2.1, H). */
				categorizeEvents: z.boolean().optional(),
				groupBy: z.string().optional(),
			}),
		response: () => z.object({segmentBy: z.string().nullish(), results: labelled()}),
		reading: 'labels',
	}),
	event: defineEndpoint({
		path: '/reporting/eventTracking/churn/histogram',
		scope: 'product',
		get: true,
		summary: 'Lost installations by how often they used an event or a combination.',
		source: 'service-api.md, POST /reporting/eventTracking/churn/histogram; wire-facts 1.9',
		request: () => z.strictObject({...lostRange(), event: eventReference(), groupBy: z.string().optional()}),
		response: () => z.object({results: labelled()}),
		reading: 'labels',
	}),
} as const;
