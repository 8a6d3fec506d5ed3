import type {events as endpoints} from '../../../contract/event-reports.ts';
import type {Column} from '../../../output/dataset.ts';
import {defineCommand} from '../../command.ts';
import {askReport} from '../ask.ts';
import {binColumns, eventColumns, figureColumns, segmentColumn} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {resolveEvents} from '../event-list.ts';
import {resolveFilters} from '../expressions.ts';
import {getFacts} from '../facts.ts';
import {frequencyFigures, readFrequency} from '../layouts/frequency.ts';
import {bins, events, filters, from, segments, sort, to} from '../options.ts';
import {findSegmentProperty, resolveSegments} from '../segmentation.ts';

const report = 'eventTracking/advanced/fullReport';

const getColumns = (property: string | undefined, withBins: boolean): readonly Column[] => [
	...(property === undefined ? [] : [segmentColumn(property)]),
	...eventColumns,
	{key: 'combiLabel', title: 'Combination', kind: 'text'},
	...(withBins ? binColumns : figureColumns(frequencyFigures)),
];

export const eventsFrequency = defineCommand({
	description:
		'For each event, or sum of events: how many installations used it and how many did not, how often in all, and on average per session and per installation; with --bins, how many installations used it how often. The service covers events that are enabled as advanced.',
	examples: [
		{
			line: "usagectl report events frequency --from -30d --event 'Export/PDF' --event 'Any export = Export/PDF + Export/XPS'",
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
		compare,
		sort: sort(['alpha', 'eventCounts'], 'segments by alpha or eventCounts, with :desc'),
		bins,
	},
	product: 'many',
	columns: async options =>
		options.compare ? undefined : getColumns(await findSegmentProperty(options, report), options.bins),
	run: async (options, _args, context) => {
		const {events: asked, words} = await resolveEvents(options, report, context);
		const filter = await resolveFilters(options, report, context);
		const segmentation = await resolveSegments(options, report, context);
		const range = await resolveRange(options, context);
		const property = segmentation?.json.segmentBy;
		const request = {
			startDate: range.first,
			stopDate: range.last,
			globalFilters: filter.json,
			...segmentation?.json,
			...options.sort,
			events: [...asked],
		};
		const layout = {isSegmented: property !== undefined, bins: options.bins, events: asked};
		return askReport<(typeof endpoints)['frequency']>(
			{
				load: async () => (await import('../../../contract/event-reports.ts')).events.frequency,
				requests: [request],
				columns: getColumns(property, options.bins),
				read: ([answer]) => readFrequency(answer?.results ?? [], layout),
				baseline: await resolveBaseline(options.compare, range, context),
				about: {
					report: 'report events frequency',
					facts: getFacts({
						range,
						filter: filter.canonical,
						segments: segmentation ? [segmentation.canonical] : [],
						events: words,
						sort: options.sort && Object.values(options.sort).join(' '),
					}),
					surprises: filter.surprises,
					notes: [...filter.notes, ...(segmentation?.notes ?? [])],
				},
			},
			context,
		);
	},
});
