import {z} from 'zod';
import {globalFilters} from '../filter-schemas.ts';
import {once} from '../once.ts';
import {clientStatuses, dateSplits, lostDates} from '../request-words.ts';
import {currentRules} from '../rules/request-checks.ts';
import {levels} from '../segment-schemas.ts';
import {days, labeled, reportDay} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

const common = once(() => ({
	startDate: reportDay(),
	clientStatus: z.array(z.enum(clientStatuses)).min(1).max(3),
	daysUntilDeclaredLost: days().optional(),
	dateReportedLost: z.enum(lostDates).optional(),
	globalFilters: globalFilters().optional(),
	levels: levels().optional(),
	/** Null or absent means no split. The values are not documented for the current report. */
	dateSplit: z.enum(dateSplits).nullable().optional(),
	/** Newer servers (docs/service.md#newer-group-by). */
	groupBy: z.string().optional(),
}));

export const dateRange = defineEndpoint({
	path: '/reporting/generic/dateRange',
	summary: 'New, active and lost installations in a date range, in up to three levels (newer servers)',
	source: 'docs/service.md#newer-date-range',
	request: () => z.strictObject({...common(), stopDate: reportDay()}).superRefine(currentRules),
	response: () => z.object({levelLabels: labeled().optional(), results: labeled()}),
	reading: 'labels',
});

export const current = defineEndpoint({
	path: '/reporting/generic/current',
	summary: 'New, active and lost installations from a date until now, in up to three levels',
	source: 'docs/service.md#current',
	request: () => z.strictObject(common()).superRefine(currentRules),
	response: () => z.object({levelLabels: labeled().optional(), results: labeled()}),
	reading: 'labels',
});
