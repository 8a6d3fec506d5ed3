import type {EventReference} from '../../contract/event-reference.ts';
import {defineReport} from '../define-report.ts';
import {hasSeveralHistograms, readHistograms, readSummary} from '../layouts/histogram.ts';
import {binColumns, histogramColumn} from '../report-columns.ts';
import {churnFrom, comparison, filters, getGroupBy, groupBy, lostAfter, lostDate, to} from '../request/flags.ts';
import type {Query} from '../request/query.ts';

const eventOf = ({events}: Pick<Query, 'events'>) => events[0] as EventReference;

export const command = defineReport({
	path: 'eventTracking/churn/histogram',
	endpoint: async () => (await import('../../contract/operations/lost-reports.ts')).lost.event,
	description:
		'How often the installations that were lost in the range had used one event, or a sum of events, in their whole life: a count for each bin. The service chooses the bins, and covers events that are enabled as advanced.',
	examples: [
		{line: "usagectl report churn event 'Export/PDF' --from -90d --lost-after 30", does: 'uses of one event'},
		{
			line: "usagectl report churn event 'Any export = Export/PDF + Export/~^Pr' --from -1y --lost-after 30",
			does: 'uses of several, added up',
		},
	],
	flags: {from: churnFrom, to, lostAfter, lostDate, ...filters, groupBy, ...comparison},
	args: [{name: '<event>', summary: "Category/Name, or a sum: 'Label = A/b + C/d'", complete: 'expression'}],
	request: (options, {range, lossRule, filters: globalFilters, events}) => ({
		startDate: range.first,
		stopDate: range.last,
		...lossRule,
		globalFilters,
		event: eventOf({events}),
		...getGroupBy(options),
	}),
	columns: (_options, _properties, results) =>
		results && !results.some(hasSeveralHistograms) ? binColumns : [histogramColumn, ...binColumns],
	read: ([results = []], _options, query) => readHistograms(results, eventOf(query)),
	notes: (results, query) => readSummary(results, eventOf(query)),
	chart: {title: 'Lost installations by uses of the event'},
	countsLosses: true,
});
