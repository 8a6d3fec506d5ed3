import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';
import {globalFilters} from './filters.ts';
import {segment} from './segments.ts';
import {days, labelled, reportDay} from './values.ts';
import {dateSplits} from './words.ts';

/** Churn and engagement (docs/service.md#churn-retention). */
export const engagement = defineEndpoint({
	path: '/reporting/engagement/churnAndEngagement',
	summary: 'How many of those who installed in a range stay engaged, by day, week or month.',
	source: 'docs/service.md#churn-retention',
	request: () =>
		z.strictObject({
			startDate: reportDay(),
			stopDate: reportDay(),
			daysUntilDeclaredLost: days(),
			dateSplit: z.enum(dateSplits),
			globalFilters: globalFilters().optional(),
			segmentBy: z.string().optional(),
			segments: z.array(segment()).optional(),
		}),
	response: () => z.object({results: labelled()}),
	reading: 'labels',
});
