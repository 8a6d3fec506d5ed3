import type {EventReference} from '../contract/event-reference.ts';
import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {lost} from '../contract/operations/lost-reports.ts';
import {churnStart, reportRows} from '../contract/reports.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {Row} from '../output/dataset.ts';
import {toFigure, toList, toMap, UnknownLayout} from './answer-layout.ts';
import {binColumns, histogramColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import {getGroupBy, type ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';
import type {Query} from './request/resolve-query.ts';

/**
 * Reads `results` of a histogram of lost installations: counts by bin, in the service's order. Rows: bin, installations. Throws
 * UnknownLayout (docs/service.md#bins).
 */
export function* readHistogram(results: Labeled): Generator<Row, void> {
	for (const [bin, count] of toMap(results, 'results')) yield [bin, toFigure(count, 'a bin')];
}

const isEvent = (item: Labeled, event: EventReference): boolean =>
	isMap(item) &&
	('combiArray' in event
		? item.get('combiLabel') === event.combiLabel
		: item.get('name') === event.name && (item.get('category') ?? null) === event.category);

/** Newer servers list a value per requested event (here one) in each bin and in each part of the summary. */
function getCount(bin: Labeled, event: EventReference): number | null {
	const items = toList(bin, 'a bin');
	const item = items.length === 1 ? items[0] : items.find(each => isEvent(each, event));
	if (items.length === 0) return null;
	if (!isMap(item)) throw new UnknownLayout('a bin', 'a list that holds the event');
	return toFigure(item.get('value'), 'the value of a bin');
}

/** Returns the histograms of newer servers by name; undefined if the response has counts by bin. */
function getHistograms(results: Labeled): LabelMap | undefined {
	const histograms = isMap(results) ? results.get('histograms') : undefined;
	return isMap(histograms) ? histograms : undefined;
}

/** The only histogram of older servers. */
const mainHistogram = 'eventCount';

/** Returns whether the rows belong to several histograms, so that a column has to name the histogram of each. */
export const hasSeveralHistograms = (results: Labeled): boolean =>
	[...(getHistograms(results) ?? [])].some(([name, bins]) => name !== mainHistogram && isMap(bins) && bins.size > 0);

/**
 * Reads `results` of the event histogram of lost installations: counts by bin, or the histograms of newer servers. Rows: the
 * histogram's name if there are several, bin, installations. Throws UnknownLayout (docs/service.md#newer-histograms).
 */
export function* readHistograms(results: Labeled, event: EventReference): Generator<Row, void> {
	const histograms = getHistograms(results);
	if (!histograms) return yield* readHistogram(results);
	if (!histograms.has(mainHistogram)) throw new UnknownLayout('histograms', `an object with ${mainHistogram}`);
	const isNamed = hasSeveralHistograms(results);
	for (const [name, bins] of histograms) {
		for (const [bin, items] of toMap(bins, name)) yield [...(isNamed ? [name] : []), bin, getCount(items, event)];
	}
}

const summaryTexts = {usedAtLeastOnce: 'used it at least once', neverUsed: 'never used it'} as const;

/** Describes the `summary` of newer servers: how many of the lost installations used the event, and how many never did. */
export function readSummary(results: Labeled, event: EventReference): readonly string[] {
	if (!getHistograms(results)) return [];
	const summary = toMap(toMap(results, 'results').get('summary') ?? [], 'summary');
	const parts = Object.entries(summaryTexts).flatMap(([name, text]) => {
		const count = summary.has(name) ? getCount(summary.get(name) ?? [], event) : null;
		return count === null ? [] : [`${count} ${text}`];
	});
	return parts.length > 0 ? [`lost installations: ${parts.join(', ')}`] : [];
}

type LostOptions = ReportOptions & {readonly lostAfter: number | undefined};

const defineHistogram = (
	kind: 'days' | 'sessions' | 'runtime',
	{row, title, bins}: {readonly row: ReportDescriptor['row']; readonly title: string; readonly bins: string},
): ReportDescriptor<typeof lost.days, LostOptions> => ({
	row,
	defaultStart: churnStart,
	endpoint: async () => (await import('../contract/operations/lost-reports.ts')).lost[kind],
	request: (_options, {range, lossRule, filters: globalFilters}) => ({
		...toDates(range),
		...lossRule,
		globalFilters,
	}),
	columns: () => binColumns(bins),
	read: ([results = []]) => readHistogram(results),
	chart: {title},
	countsLosses: () => true,
});

export const lostDays = defineHistogram('days', {
	row: reportRows.lostDays,
	title: 'Lost installations by active days',
	bins: 'Active days',
});
export const lostSessions = defineHistogram('sessions', {
	row: reportRows.lostSessions,
	title: 'Lost installations by sessions',
	bins: 'Sessions',
});
export const lostRuntime = defineHistogram('runtime', {
	row: reportRows.lostRuntime,
	title: 'Lost installations by runtime in hours',
	bins: 'Runtime (hours)',
});

const eventOf = ({events}: Pick<Query, 'events'>) => events[0] as EventReference;

export const lostEvent: ReportDescriptor<typeof lost.event, LostOptions> = {
	row: reportRows.lostEvent,
	defaultStart: churnStart,
	endpoint: async () => (await import('../contract/operations/lost-reports.ts')).lost.event,
	request: (options, {range, lossRule, filters: globalFilters, events}) => ({
		...toDates(range),
		...lossRule,
		globalFilters,
		event: eventOf({events}),
		...getGroupBy(options),
	}),
	columns: () => [histogramColumn, ...binColumns('Uses')],
	findColumns: results =>
		results.some(hasSeveralHistograms) ? [histogramColumn, ...binColumns('Uses')] : binColumns('Uses'),
	read: ([results = []], _options, query) => readHistograms(results, eventOf(query)),
	notes: (results, query) => readSummary(results, eventOf(query)),
	chart: {title: 'Lost installations by uses of the event'},
	countsLosses: () => true,
};
