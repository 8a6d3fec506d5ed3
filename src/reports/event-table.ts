import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {events} from '../contract/operations/event-reports.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {Cell, Column, Row} from '../output/dataset.ts';
import {toFiguresOrNone, toList, toMap, toName, UnknownLayout} from './answer-layout.ts';
import {count, eventColumns, keysOf, number, sum, totalsColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import type {ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';

export const usageColumns: readonly Column[] = [
	count('cumulativeUsageCount', {title: 'Uses'}),
	number('averageCountPerUser', {title: 'Uses/all users'}),
	number('averageCountPerSession', {title: 'Uses/all sessions'}),
	number('averageCountPerRuntimeHour', {title: 'Uses/hour'}),
];
export const customValueColumns: readonly Column[] = [
	sum('cumulativeCustomValueCount', {title: 'Values'}),
	number('averageCustomValuePerEvent', {title: 'Value/use'}),
	number('averageCustomValuePerUser', {title: 'Value/all users'}),
	number('averageCustomValuePerSession', {title: 'Value/all sessions'}),
	number('averageCustomValuePerRuntimeHour', {title: 'Value/hour'}),
];
const eventTableColumns = [...usageColumns, ...customValueColumns];

/** Without data, either object may be absent or null. */
const allFigures = (item: LabelMap, usage: string, customValues: string): Cell[] => [
	...toFiguresOrNone(item.get(usage) ?? [], keysOf(usageColumns)),
	...toFiguresOrNone(item.get(customValues) ?? [], keysOf(customValueColumns)),
];

function* readCategory(item: Labeled, withTotals: boolean): Generator<Row> {
	if (!isMap(item) || !item.has('categoryEventsData')) {
		throw new UnknownLayout('a category', 'an object with categoryEventsData');
	}
	const category = toName(item.get('category'), 'category');
	if (withTotals) {
		yield [category, null, 'category', ...allFigures(item, 'categoryUsageSummary', 'categoryCustomValuesSummary')];
	}
	for (const [name, event] of toMap(item.get('categoryEventsData'), 'categoryEventsData')) {
		if (!isMap(event) || !(event.has('eventUsage') || event.has('eventCustomValues'))) {
			throw new UnknownLayout('an event', 'an object with eventUsage and eventCustomValues');
		}
		const level = withTotals ? ['event'] : [];
		yield [category, name, ...level, ...allFigures(event, 'eventUsage', 'eventCustomValues')];
	}
}

/**
 * Reads `results` of the basic event table. Rows: category (or null), name, `level` with totals, nine figures; with totals, a
 * category precedes its events. Throws UnknownLayout (docs/service.md#basic-table).
 */
export function* readEventTable(results: Labeled, withTotals: boolean): Generator<Row, void> {
	for (const item of toList(results, 'results')) yield* readCategory(item, withTotals);
}

export const eventTable: ReportDescriptor<typeof events.table, ReportOptions & {readonly totals: boolean}> = {
	row: reportRows.eventTable,
	defaultStart: usualStart,
	endpoint: async () => (await import('../contract/operations/event-reports.ts')).events.table,
	request: (_options, {range}) => toDates(range),
	columns: ({totals}) => [...eventColumns, ...(totals ? [totalsColumn] : []), ...eventTableColumns],
	read: ([results = []], {totals}) => readEventTable(results, totals),
	ranked: ({totals}) => (totals ? [['category'], ['name']] : [['category', 'name']]),
	chart: {title: 'Uses of events', figures: ['cumulativeUsageCount']},
};
