import {z} from 'zod';
import {globalFilters} from '../filter-schemas.ts';
import {dateSplits} from '../request-words.ts';
import {segmentation} from '../rules/request-checks.ts';
import {segmentMembers} from '../segment-schemas.ts';
import {days, labeledResults, reportRange} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

export const usageDistribution = defineEndpoint({
	path: '/reporting/engagement/usageDistribution',
	summary: 'Distribution of installations by active days, sessions and runtime (newer servers)',
	source: 'docs/service.md#newer-usage-distribution',
	request: () => z.strictObject({...reportRange(), globalFilters: globalFilters().optional()}),
	...labeledResults,
});

export const engagement = defineEndpoint({
	path: '/reporting/engagement/churnAndEngagement',
	summary: 'Retention of the installations added in a range, by day, week or month',
	source: 'docs/service.md#churn-retention',
	request: () =>
		z
			.strictObject({
				...reportRange(),
				daysUntilDeclaredLost: days(),
				dateSplit: z.enum(dateSplits),
				globalFilters: globalFilters().optional(),
				...segmentMembers(),
			})
			.superRefine(segmentation({cohorts: true})),
	...labeledResults,
});
