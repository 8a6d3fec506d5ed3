import type {events} from '../../../contract/event-reports.ts';
import {defineCommand} from '../../command.ts';
import {askReport} from '../ask.ts';
import {eventColumns, figureColumns, totalsColumn} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {getFacts} from '../facts.ts';
import {customValueFigures, readEventTable, usageFigures} from '../layouts/event-table.ts';
import {from, to, totals} from '../options.ts';

const getColumns = (withTotals: boolean) => [
	...eventColumns,
	...(withTotals ? [totalsColumn] : []),
	...figureColumns([...usageFigures, ...customValueFigures]),
];

export const eventsTable = defineCommand({
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
	product: 'many',
	columns: options => (options.compare ? undefined : getColumns(options.totals)),
	run: async (options, _args, context) => {
		const range = await resolveRange(options, context);
		return askReport<(typeof events)['table']>(
			{
				load: async () => (await import('../../../contract/event-reports.ts')).events.table,
				requests: [{startDate: range.first, stopDate: range.last}],
				columns: getColumns(options.totals),
				read: ([answer]) => readEventTable(answer?.results ?? [], options.totals),
				baseline: await resolveBaseline(options.compare, range, context),
				about: {
					report: 'report events table',
					facts: getFacts({range}),
					...(options.totals ? {innermost: 'event'} : {}),
				},
			},
			context,
		);
	},
});
