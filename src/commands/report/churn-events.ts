import {churnFrom, filters, to} from '../../cli/definition/range-flags.ts';
import {lostEvents} from '../../reports/lost-events.ts';
import {defineReport} from './define-report.ts';
import {comparison, groupBy, lostAfter, lostDate, ranking, segments, sort} from './report-flags.ts';

export const command = defineReport(lostEvents, {
	description:
		'How much the installations that were lost in the range had used each event in their whole life, and how many never had. The service covers events that are enabled as advanced.',
	examples: [
		{
			line: 'usagectl report churn events --from -90d --lost-after 30 --sort eventCounts:desc',
			caption: 'losses of the last 90 days, most used events first',
		},
		{
			line: 'usagectl report churn events --from -90d --lost-after 30 --segment-by prodEdition -o csv',
			caption: 'by edition, as CSV',
		},
	],
	flags: {
		from: churnFrom,
		to,
		lostAfter,
		lostDate,
		...filters,
		...segments,
		groupBy,
		...ranking,
		...comparison,
		sort: sort(['alpha', 'eventCounts'], 'alpha, eventCounts (by the service) or any column, with :desc'),
	},
});
