import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';
import {globalFilters} from './filters.ts';
import {levels} from './segments.ts';
import {days, labelled, reportDay} from './values.ts';
import {clientStatuses, dateSplits, lostDates} from './words.ts';

/** The current report (docs/service.md#current). */
export const current = defineEndpoint({
	path: '/reporting/generic/current',
	summary: 'New, active and lost installations from a date until now, in up to three levels of segments.',
	source: 'docs/service.md#current',
	request: () =>
		z.strictObject({
			startDate: reportDay(),
			clientStatus: z.array(z.enum(clientStatuses)).min(1).max(3),
			daysUntilDeclaredLost: days().optional(),
			dateReportedLost: z.enum(lostDates).optional(),
			globalFilters: globalFilters().optional(),
			levels: levels().optional(),
			/** Null or absent: no split. The words are those of other reports, so they are a guess. */
			dateSplit: z.enum(dateSplits).nullable().optional(),
			/** Later servers (docs/service.md#later-group-by). */
			groupBy: z.string().optional(),
		}),
	/** Present only without a date split. */
	response: () => z.object({levelLabels: labelled().optional(), results: labelled()}),
	reading: 'labels',
});
