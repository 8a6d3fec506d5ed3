import {from, to} from '../../cli/definition/range-flags.ts';
import {eventTable} from '../../reports/event-table.ts';
import {defineReport} from './define-report.ts';
import {comparison, ranking, sort, totals} from './report-flags.ts';

export const command = defineReport(eventTable, {
	description:
		'How often each event was used in the range, and the custom values sent with it: totals, and averages per user, session, hour of runtime and event. This report takes no filters.',
	examples: [
		{line: 'usagectl report events --from -30d', caption: 'every event of the last 30 days'},
		{
			line: 'usagectl report events table --from last-month --to last-month --totals -o csv',
			caption: 'with a row for each category, as CSV',
		},
	],
	flags: {from, to, totals, sort: sort([], 'any column, with :desc'), ...ranking, ...comparison},
});
