import {churnRangeFlags, filter} from '../../cli/definition/range-flags.ts';
import {lostEvents} from '../../reports/lost-events.ts';
import {defineReport} from './define-report.ts';
import {comparison, groupBy, interval, losses, ranking, segments, sort} from './shared-report-flags.ts';

export const command = defineReport(lostEvents, {
	description:
		'Shows how often the installations lost in the range had used each event during their lifetime, and how many had never used it. Covers only events that the product marks as advanced; on newer servers, `props events --advanced` lists them.',
	examples: [
		{
			line: 'usagectl report churn events --from -90d --sort eventCounts:desc',
			caption: 'losses of the last 90 days, most used events first',
		},
		{
			line: 'usagectl report churn events --from -90d --segment-by prodEdition -o csv',
			caption: 'by edition, as CSV',
		},
	],
	flags: {
		...churnRangeFlags,
		...losses,
		filter,
		...segments,
		groupBy,
		...comparison,
		sort: sort(
			['alpha', 'eventCounts'],
			'Sort by alpha (name), eventCounts (uses) or any column; add :desc for descending order',
		),
		...ranking,
		interval,
	},
});
