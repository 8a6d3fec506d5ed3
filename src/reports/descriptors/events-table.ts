import {defineReport} from '../define-report.ts';
import {eventTableColumns, readEventTable} from '../layouts/event-table.ts';
import {eventColumns, totalsColumn} from '../report-columns.ts';
import {comparison, from, ranking, sort, to, totals} from '../request/flags.ts';

export const command = defineReport({
	path: 'eventTracking/basic/dataTable',
	endpoint: async () => (await import('../../contract/operations/event-reports.ts')).events.table,
	description:
		'How often each event was used in the range, and the custom values sent with it: totals, and averages per user, session, hour of runtime and event. This report takes no filters.',
	examples: [
		{line: 'usagectl report events --from -30d', does: 'every event of the last 30 days'},
		{
			line: 'usagectl report events table --from last-month --to last-month --totals -o csv',
			does: 'with a row for each category, as CSV',
		},
	],
	flags: {from, to, totals, sort: sort([], 'any column, with :desc'), ...ranking, ...comparison},
	request: (_options, {range}) => ({startDate: range.first, stopDate: range.last}),
	columns: options => [...eventColumns, ...(options.totals ? [totalsColumn] : []), ...eventTableColumns],
	read: ([results = []], options) => readEventTable(results, options.totals),
	ranked: ({totals: isNested}) => (isNested ? [['category'], ['name']] : [['category', 'name']]),
	chart: {title: 'Uses of events', figures: ['cumulativeUsageCount']},
});
