import type {lost} from '../../../contract/lost-reports.ts';
import type {Column} from '../../../output/dataset.ts';
import {defineCommand} from '../../command.ts';
import {askReport} from '../ask.ts';
import {figureColumns, segmentColumn} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {resolveFilters} from '../expressions.ts';
import {getFacts} from '../facts.ts';
import {lostEventFigures, readLostEvents} from '../layouts/lost-events.ts';
import {getLostRule} from '../lost.ts';
import {filters, from, lostAfter, lostDate, segments, sort, to} from '../options.ts';
import {findSegmentProperty, resolveSegments} from '../segmentation.ts';

const report = 'eventTracking/churn/dataTable';

const getColumns = (property: string | undefined): readonly Column[] => [
	...(property === undefined ? [] : [segmentColumn(property)]),
	{key: 'eventCategory', title: 'Category', kind: 'text'},
	{key: 'eventName', title: 'Event', kind: 'text'},
	...figureColumns(lostEventFigures),
];

export const churnEvents = defineCommand({
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
		from,
		to,
		lostAfter,
		lostDate,
		...filters,
		...segments,
		compare,
		sort: sort(['alpha', 'eventCounts'], 'alpha or eventCounts, with :desc'),
	},
	product: 'many',
	columns: async options => (options.compare ? undefined : getColumns(await findSegmentProperty(options, report))),
	run: async (options, _args, context) => {
		const rule = getLostRule(options, context.globals.lostAfter);
		const filter = await resolveFilters(options, report, context);
		const segmentation = await resolveSegments(options, report, context);
		const range = await resolveRange(options, context);
		const property = segmentation?.json.segmentBy;
		const request = {
			startDate: range.first,
			stopDate: range.last,
			...rule,
			globalFilters: filter.json,
			...segmentation?.json,
			...options.sort,
		};
		return askReport<(typeof lost)['events']>(
			{
				load: async () => (await import('../../../contract/lost-reports.ts')).lost.events,
				requests: [request],
				columns: getColumns(property),
				read: ([answer]) => readLostEvents(answer?.results ?? [], property !== undefined),
				baseline: await resolveBaseline(options.compare, range, context),
				about: {
					report: 'report churn events',
					facts: getFacts({
						range,
						lost: rule,
						filter: filter.canonical,
						segments: segmentation ? [segmentation.canonical] : [],
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
