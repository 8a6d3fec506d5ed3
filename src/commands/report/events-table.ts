import {rangeFlags} from '../../cli/definition/range-flags.ts';
import {eventTable} from '../../reports/event-table.ts';
import {defineReport} from './define-report.ts';
import {comparison, ranking, sort, totals} from './shared-report-flags.ts';

export const command = defineReport(eventTable, {
	description:
		'Shows how often each event was used in the range, and the custom values sent with it: totals, and averages per user (installation), per session, per hour of runtime and per use. The service accepts no filters for this report.',
	examples: [
		{line: 'usagectl report events table --from -30d', caption: 'every event of the last 30 days'},
		{
			line: 'usagectl report events table --period last-month --totals -o csv',
			caption: 'last month, with subtotals by category, as CSV',
		},
	],
	flags: {
		...rangeFlags,
		...comparison,
		sort: sort([], 'Column to sort by; add :desc for descending order'),
		...ranking,
		totals: totals('the categories'),
	},
});
