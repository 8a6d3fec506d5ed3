import {getServiceSort} from '../../cli/definition/sort.ts';
import {defineReport} from '../define-report.ts';
import {lostEventColumns, readLostEvents} from '../layouts/lost-events.ts';
import {segmentColumn} from '../report-columns.ts';
import {
	churnFrom,
	comparison,
	filters,
	getGroupBy,
	groupBy,
	lostAfter,
	lostDate,
	ranking,
	segments,
	sort,
	to,
} from '../request/flags.ts';

export const command = defineReport({
	path: 'eventTracking/churn/dataTable',
	endpoint: async () => (await import('../../contract/operations/lost-reports.ts')).lost.events,
	description:
		'How much the installations that were lost in the range had used each event in their whole life, and how many never had. The service covers events that are enabled as advanced.',
	examples: [
		{
			line: 'usagectl report churn events --from -90d --lost-after 30 --sort eventCounts:desc',
			does: 'losses of the last 90 days, most used events first',
		},
		{
			line: 'usagectl report churn events --from -90d --lost-after 30 --segment-by prodEdition -o csv',
			does: 'by edition, as CSV',
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
	request: (options, {range, lossRule, filters: globalFilters, segmentation}) => ({
		startDate: range.first,
		stopDate: range.last,
		...lossRule,
		globalFilters,
		...getGroupBy(options),
		...segmentation,
		...getServiceSort(options.sort),
	}),
	columns: (_options, properties) => [
		...properties.map(segmentColumn),
		{key: 'eventCategory', title: 'Category', kind: 'text'},
		{key: 'eventName', title: 'Event', kind: 'text'},
		...lostEventColumns,
	],
	read: ([results = []], _options, {properties}) => readLostEvents(results, properties.length > 0),
	ranked: () => [['eventCategory', 'eventName']],
	chart: {title: 'Lost installations that used an event at least once', figures: ['usersUsedAtLeastOnce']},
	groupSize: {figures: ['usersUsedAtLeastOnce', 'usersNeverUsed'], isSum: true},
	countsLosses: true,
});
