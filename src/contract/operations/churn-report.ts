import {z} from 'zod';
import {globalFilters} from '../filter-schemas.ts';
import {dateSplits} from '../request-words.ts';
import {segmentation} from '../rules/request-checks.ts';
import {segmentMembers} from '../segment-schemas.ts';
import {days, labelled, reportDay} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

/** The use of installations in a range, by length; newer servers only (docs/service.md#later-usage-distribution). */
export const usageDistribution = defineEndpoint({
	path: '/reporting/engagement/usageDistribution',
	summary: 'Installations by active days, sessions and runtime in a range: later servers only.',
	source: 'docs/service.md#later-usage-distribution',
	request: () =>
		z.strictObject({startDate: reportDay(), stopDate: reportDay(), globalFilters: globalFilters().optional()}),
	response: () => z.object({results: labelled()}),
	reading: 'labels',
});

/** Churn and engagement (docs/service.md#churn-retention). */
export const engagement = defineEndpoint({
	path: '/reporting/engagement/churnAndEngagement',
	summary: 'How many of those who installed in a range stay engaged, by day, week or month.',
	source: 'docs/service.md#churn-retention',
	request: () =>
		z
			.strictObject({
				startDate: reportDay(),
				stopDate: reportDay(),
				daysUntilDeclaredLost: days(),
				dateSplit: z.enum(dateSplits),
				globalFilters: globalFilters().optional(),
				...segmentMembers(),
			})
			.superRefine(segmentation({cohorts: true})),
	response: () => z.object({results: labelled()}),
	reading: 'labels',
});
