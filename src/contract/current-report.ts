import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';
import {globalFilters} from './filters.ts';
import {levels} from './segments.ts';
import {days, labelled, reportDay} from './values.ts';
import {clientStatuses, dateSplits, lostDates} from './words.ts';

/** The generic current report (service-api.md, POST /reporting/generic/current; wire-facts 1.15). */
export const current = defineEndpoint({
	path: '/reporting/generic/current',
	scope: 'product',
	get: true,
	summary: 'New, active and lost installations from a date until now, in up to three levels of segments.',
	source: 'service-api.md, POST /reporting/generic/current; wire-facts 1.15',
	request: () =>
		z.strictObject({
			startDate: reportDay(),
			clientStatus: z.array(z.enum(clientStatuses)).min(1).max(3),
			daysUntilDeclaredLost: days().optional(),
			dateReportedLost: z.enum(lostDates).optional(),
			globalFilters: globalFilters().optional(),
			levels: levels().optional(),
			/** Null or absent: no split. The words are those of the sibling reports (wire-facts 1.15, L). */
			dateSplit: z.enum(dateSplits).nullable().optional(),
			/** Later servers (wire-facts 1.15, H). */
			groupBy: z.string().optional(),
		}),
	/** Present only without a date split. */
	response: () => z.object({levelLabels: labelled().optional(), results: labelled()}),
	reading: 'labels',
});
