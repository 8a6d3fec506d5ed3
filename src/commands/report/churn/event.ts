import type {EventReference} from '../../../contract/event-reference.ts';
import type {lost} from '../../../contract/lost-reports.ts';
import {defineCommand} from '../../command.ts';
import {askReport} from '../ask.ts';
import {binColumns, histogramColumn} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {resolveEvents} from '../event-list.ts';
import {resolveFilters} from '../expressions.ts';
import {getFacts} from '../facts.ts';
import {holdsSeveral, readHistogram, readSummary} from '../layouts/histogram.ts';
import {getLostRule} from '../lost.ts';
import {filters, from, lostAfter, lostDate, to} from '../options.ts';

const report = 'eventTracking/churn/histogram';

export const churnEvent = defineCommand({
	description:
		'How often the installations that were lost in the range had used one event, or a sum of events, in their whole life: a count for each bin. The service chooses the bins, and covers events that are enabled as advanced.',
	examples: [
		{line: "usagectl report churn event 'Export/PDF' --from -90d --lost-after 30", does: 'uses of one event'},
		{
			line: "usagectl report churn event 'Any export = Export/PDF + Export/~^X' --from -1y --lost-after 30",
			does: 'uses of several, added up',
		},
	],
	flags: {from, to, lostAfter, lostDate, ...filters, compare},
	args: [{name: '<event>', summary: "Category/Name, or a sum: 'Label = A/b + C/d'", complete: 'expression'}],
	product: 'many',
	columns: options => (options.compare ? undefined : [histogramColumn, ...binColumns]),
	run: async (options, args, context) => {
		const rule = getLostRule(options, context.globals.lostAfter);
		const {events, words} = await resolveEvents({event: args, eventsFile: undefined}, report, context);
		const event = events[0] as EventReference;
		const filter = await resolveFilters(options, report, context);
		const range = await resolveRange(options, context);
		const request = {startDate: range.first, stopDate: range.last, ...rule, globalFilters: filter.json, event};
		return askReport<(typeof lost)['event']>(
			{
				load: async () => (await import('../../../contract/lost-reports.ts')).lost.event,
				requests: [request],
				columns: answers =>
					answers.some(({results}) => holdsSeveral(results, event)) ? [histogramColumn, ...binColumns] : binColumns,
				aside: ([answer]) => ({notes: readSummary(answer?.results ?? [], event)}),
				read: ([answer]) => readHistogram(answer?.results ?? [], event),
				baseline: await resolveBaseline(options.compare, range, context),
				about: {
					report: 'report churn event',
					facts: getFacts({range, lost: rule, filter: filter.canonical, events: words}),
					surprises: filter.surprises,
					notes: filter.notes,
				},
			},
			context,
		);
	},
});
