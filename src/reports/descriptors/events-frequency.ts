import {getServiceSort} from '../../cli/definition/sort.ts';
import {defineReport} from '../define-report.ts';
import {frequencyColumns, readFrequency} from '../layouts/frequency.ts';
import {binColumns, eventColumns, segmentColumn} from '../report-columns.ts';
import {bins, comparison, events, filters, from, ranking, segments, sort, to} from '../request/flags.ts';

export const command = defineReport({
	path: 'eventTracking/advanced/fullReport',
	endpoint: async () => (await import('../../contract/operations/event-reports.ts')).events.frequency,
	description:
		'For each event, or sum of events: how many installations used it and how many did not, how often in all, and on average per session and per installation; with --bins, how many installations used it how often. The service covers events that are enabled as advanced.',
	examples: [
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --event 'Any export = Export/PDF + Export/Print'",
			does: 'one event, and several added up',
		},
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --segment-by prodEdition --bins -o csv",
			does: 'how often, by edition, as CSV',
		},
	],
	flags: {
		from,
		to,
		...events,
		...filters,
		...segments,
		...ranking,
		...comparison,
		sort: sort(
			['alpha', 'eventCounts'],
			'segments by alpha or eventCounts (by the service), or any column, with :desc',
		),
		bins,
	},
	request: (options, query) => ({
		startDate: query.range.first,
		stopDate: query.range.last,
		globalFilters: query.filters,
		...query.segmentation,
		...getServiceSort(options.sort),
		events: [...query.events],
	}),
	columns: (options, properties) => [
		...properties.map(segmentColumn),
		...eventColumns,
		{key: 'combiLabel', title: 'Combination', kind: 'text', isOptional: true},
		...(options.bins ? binColumns : frequencyColumns),
	],
	read: ([results = []], options, query) =>
		readFrequency(results, {isSegmented: query.properties.length > 0, bins: options.bins, events: query.events}),
	chart: {
		title: 'Installations that used an event at least once',
		figures: ['uniqueUsersUsedAtLeastOnce'],
		binsTitle: 'Installations by uses of the event',
	},
	groupSize: {figures: ['uniqueUsersUsedAtLeastOnce', 'uniqueUsersNeverUsed'], isSum: true},
});
