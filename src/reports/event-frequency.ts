import type {EventReference} from '../contract/event-reference.ts';
import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {events} from '../contract/operations/event-reports.ts';
import {type ColumnSort, getServiceSort, reportRows, type Sort, usualStart} from '../contract/reports.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import {CliError} from '../errors.ts';
import {type Cell, type Column, numberOf, type Row, toPercent} from '../output/dataset.ts';
import {isList, toFigure, toFigures, toList, toMap, toName, UnknownLayout} from './answer-layout.ts';
import {binColumns, count, eventColumns, keysOf, number, percent, segmentColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import type {ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';

/** The figures of the service. */
export const frequencyColumns: readonly Column[] = [
	count('eventCounts', {title: 'Uses', layout: {priority: 1}}),
	number('averageEventCountPerSessionUsedAtLeastOnce', {title: 'Uses/session'}),
	number('averageEventCountPerSessionAll', {title: 'Uses/all sessions', layout: {priority: 3}}),
	number('averageEventCountPerUserAtLeastOnce', {title: 'Uses/user'}),
	number('averageEventCountPerUserAll', {title: 'Uses/all users', layout: {priority: 3}}),
	count('uniqueUsersUsedAtLeastOnce', {title: 'Used it', noun: 'users', unit: 'installations', layout: {priority: 1}}),
	count('uniqueUsersNeverUsed', {title: 'Never used', unit: 'installations'}),
];

export const usedAt = frequencyColumns.findIndex(({key}) => key === 'uniqueUsersUsedAtLeastOnce');
export const neverAt = frequencyColumns.findIndex(({key}) => key === 'uniqueUsersNeverUsed');

const withPercent = <T>(figures: readonly T[], used: T): readonly T[] => [
	...figures.slice(0, usedAt + 1),
	used,
	...figures.slice(usedAt + 1),
];

/** The service sends the percentage for lost installations only. */
const shownColumns = withPercent(
	frequencyColumns,
	percent('percentUsedAtLeastOnce', {
		title: 'Used it %',
		layout: {priority: 1},
		proportion: {part: 'uniqueUsersUsedAtLeastOnce', of: ['uniqueUsersUsedAtLeastOnce', 'uniqueUsersNeverUsed']},
	}),
);

function addPercent(figures: readonly Cell[]): readonly Cell[] {
	const [used, never] = [numberOf(figures[usedAt]), numberOf(figures[neverAt])];
	const isDefined = used !== null && never !== null && used + never > 0;
	return withPercent(figures, isDefined ? toPercent(used, used + never) : null);
}

export type FrequencyQuery = {
	readonly isSegmented: boolean;
	/** Rows are the bins of `usageFrequency` instead of the figures. */
	readonly bins: boolean;
	readonly events: readonly EventReference[];
};

/** Returns category, name and combiLabel. An item without a name is the event at the same position in the request. */
function identify(item: LabelMap, place: number, {events}: FrequencyQuery): Cell[] {
	const name = toName(item.get('name'), 'name');
	const combiLabel = toName(item.get('combiLabel'), 'combiLabel');
	if (name !== null || combiLabel !== null) return [toName(item.get('category'), 'category'), name, combiLabel];
	const event = events[place];
	if (!event) throw new UnknownLayout('an event', 'an object with name or combiLabel');
	return 'combiArray' in event ? [null, null, event.combiLabel ?? null] : [event.category, event.name, null];
}

function* readEvents(list: Labeled, labels: readonly string[], query: FrequencyQuery): Generator<Row> {
	for (const [place, item] of toList(list, 'the events').entries()) {
		if (!isMap(item)) throw new UnknownLayout('an event', 'an object');
		// Older servers put the figures into `data`.
		const data = item.get('data');
		const figures = isMap(data) ? data : item;
		const event = [...labels, ...identify(item, place, query)];
		if (!query.bins) yield [...event, ...addPercent(toFigures(figures, keysOf(frequencyColumns)))];
		else {
			for (const [bin, count] of toMap(figures.get('usageFrequency') ?? [], 'usageFrequency')) {
				yield [...event, bin, toFigure(count, 'a bin')];
			}
		}
	}
}

/** Returns the `detailedReport` list that older servers put around the events; undefined for a segment with that name. */
function getDetailedReport(results: Labeled): readonly Labeled[] | undefined {
	const list = isMap(results) && results.size === 1 ? results.get('detailedReport') : undefined;
	return isList(list) && list.every(item => isMap(item) && isMap(item.get('data'))) ? list : undefined;
}

/**
 * Reads `results` of the usage frequency report from older and newer servers: a list of events, such lists by segment, or
 * `detailedReport` around a list, with figures in the item or in its `data`. Rows: the segment's label if segmented, category,
 * name, combiLabel, then eight figures, or bin and installations. Throws UnknownLayout (docs/service.md#full-report-layout).
 */
export function* readFrequency(results: Labeled, query: FrequencyQuery): Generator<Row, void> {
	if (!query.isSegmented) yield* readEvents(getDetailedReport(results) ?? results, [], query);
	else if (getDetailedReport(results)?.length) throw new UnknownLayout('results', 'an object of segments');
	else {
		for (const [label, list] of toMap(results, 'results')) {
			yield* readEvents(getDetailedReport(list) ?? list, [label], query);
		}
	}
}

type FrequencyOptions = Omit<ReportOptions, 'sort'> & {
	readonly sort: Sort<'alpha' | 'eventCounts'> | ColumnSort | undefined;
	readonly bins: boolean;
};

export const eventFrequency: ReportDescriptor<typeof events.frequency, FrequencyOptions> = {
	row: reportRows.eventFrequency,
	defaultStart: usualStart,
	endpoint: async () => (await import('../contract/operations/event-reports.ts')).events.frequency,
	request: (options, query) => ({
		...toDates(query.range),
		globalFilters: query.filters,
		...query.segmentation,
		...getServiceSort(options.sort),
		events: [...query.events],
	}),
	validate: ({sort, segmentBy}) => {
		if (getServiceSort(sort)?.sort === 'alpha' && segmentBy === undefined)
			throw new CliError('usage', '--sort alpha needs --segment-by', {
				hint: 'add --segment-by prodEdition, or sort by a column: --sort name',
			});
	},
	columns: (options, properties) => [
		...properties.map(segmentColumn),
		...eventColumns,
		{key: 'combiLabel', title: 'Combination', kind: 'text', hiddenWhenEmpty: true},
		...(options.bins ? binColumns('Uses') : shownColumns),
	],
	read: ([results = []], options, query) =>
		readFrequency(results, {isSegmented: query.properties.length > 0, bins: options.bins, events: query.events}),
	chart: {
		title: 'Installations that used an event at least once',
		figures: ['uniqueUsersUsedAtLeastOnce'],
		binsTitle: 'Installations by uses of the event',
	},
};
