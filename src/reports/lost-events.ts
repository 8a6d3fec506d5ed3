import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {lost} from '../contract/operations/lost-reports.ts';
import {type ColumnSort, churnStart, getServiceSort, reportRows, type Sort} from '../contract/reports.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {Cell, Column, Row} from '../output/dataset.ts';
import {toFigures, toList, toName, UnknownLayout} from './answer-layout.ts';
import {count, keysOf, number, percent, segmentColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import {getGroupBy, type ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';

const users = {of: ['usersUsedAtLeastOnce', 'usersNeverUsed']};

export const lostEventColumns: readonly Column[] = [
	count('eventCount', {title: 'Uses'}),
	number('eventCountPerUser', {title: 'Uses/user'}),
	count('usersUsedAtLeastOnce', {title: 'Used it', noun: 'users', unit: 'installations'}),
	percent('percentUsedAtLeastOnce', {title: 'Used it %', proportion: {part: 'usersUsedAtLeastOnce', ...users}}),
	count('usersNeverUsed', {title: 'Never used', unit: 'installations'}),
	percent('percentNeverUsed', {title: 'Never used %', proportion: {part: 'usersNeverUsed', ...users}}),
];

type Event = {readonly category: string | null; readonly item: LabelMap};

function toObject(item: Labeled, where: string): LabelMap {
	if (isMap(item)) return item;
	throw new UnknownLayout(where, 'an object');
}

/** Yields the events of a list; newer servers may group them by category (`categorizeEvents`). */
function* readList(list: Labeled): Generator<Event> {
	for (const each of toList(list, 'results')) {
		const item = toObject(each, 'an event');
		if (!item.has('eventName') && !item.has('categoryData')) throw new UnknownLayout('an event', 'one with eventName');
		const category = toName(item.get('eventCategory'), 'eventCategory');
		const inside = item.get('categoryData');
		if (inside === undefined) yield {category, item};
		else for (const event of toList(inside, 'categoryData')) yield {category, item: toObject(event, 'an event')};
	}
}

const toRow = ({category, item}: Event, labels: readonly Cell[], figures: Labeled = item): Row => [
	...labels,
	category,
	toName(item.get('eventName'), 'eventName'),
	...toFigures(figures, keysOf(lostEventColumns)),
];

/** Newer servers list the segments inside each event. */
function* readSegments(event: Event, isSegmented: boolean): Generator<Row> {
	const segments = toList(event.item.get('segments'), 'the segments of an event');
	if (!isSegmented && segments.length > 1) throw new UnknownLayout('an event', 'one without segments');
	for (const each of segments) {
		const segment = toObject(each, 'a segment');
		const label = toName(segment.get('segmentLabel'), 'segmentLabel');
		yield toRow(event, isSegmented ? [label] : [], segment);
	}
}

function* readEvents(list: Labeled, isSegmented: boolean): Generator<Row> {
	for (const event of readList(list)) {
		if (event.item.has('segments')) yield* readSegments(event, isSegmented);
		else if (isSegmented) throw new UnknownLayout('an event', 'an object with segments');
		else yield toRow(event, []);
	}
}

/**
 * Reads `results` of the event table of lost installations: a list of events, such lists by segment, or events that list their
 * segments. Rows: the segment's label if segmented, eventCategory, eventName, six figures. Throws UnknownLayout
 * (docs/service.md#lost-events, docs/service.md#newer-events).
 */
export function* readLostEvents(results: Labeled, isSegmented: boolean): Generator<Row, void> {
	if (!isSegmented || !isMap(results)) yield* readEvents(results, isSegmented);
	else {
		for (const [label, list] of results) {
			for (const event of readList(list)) yield toRow(event, [label]);
		}
	}
}

type LostEventsOptions = Omit<ReportOptions, 'sort'> & {
	readonly lostAfter: number | undefined;
	readonly sort: Sort<'alpha' | 'eventCounts'> | ColumnSort | undefined;
};

export const lostEvents: ReportDescriptor<typeof lost.events, LostEventsOptions> = {
	row: reportRows.lostEvents,
	defaultStart: churnStart,
	endpoint: async () => (await import('../contract/operations/lost-reports.ts')).lost.events,
	request: (options, {range, lossRule, filters: globalFilters, segmentation}) => ({
		...toDates(range),
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
	countsLosses: () => true,
};
