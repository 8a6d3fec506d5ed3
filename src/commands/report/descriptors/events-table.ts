import {eventColumns, figureColumns, totalsColumn} from '../columns.ts';
import {defineReport} from '../define-report.ts';
import {customValueFigures, readEventTable, usageFigures} from '../layouts/event-table.ts';
import {compare, from, to, totals} from '../request/flags.ts';

export const eventsTable = defineReport({
	path: 'eventTracking/basic/dataTable',
	endpoint: async () => (await import('../../../contract/event-reports.ts')).events.table,
	description:
		'How often each event was used in the range, and the custom values sent with it: totals, and averages per user, session, hour of runtime and event. This report takes no filters.',
	examples: [
		{line: 'usagectl report events --from -30d', does: 'every event of the last 30 days'},
		{
			line: 'usagectl report events table --from last-month --to last-month --totals -o csv',
			does: 'with a row for each category, as CSV',
		},
	],
	flags: {from, to, totals, compare},
	request: (_options, {range}) => ({startDate: range.first, stopDate: range.last}),
	columns: options => [
		...eventColumns,
		...(options.totals ? [totalsColumn] : []),
		...figureColumns([...usageFigures, ...customValueFigures]),
	],
	read: ([results = []], options) => readEventTable(results, options.totals),
	chart: {title: 'Uses', figures: ['cumulativeUsageCount']},
});
