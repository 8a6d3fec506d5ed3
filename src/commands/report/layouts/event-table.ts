import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {Gathering, isMap, type LabelMap, toFigures, toList, toMap, toName, UnknownLayout} from './shapes.ts';

export const usageFigures = [
	'cumulativeUsageCount',
	'averageCountPerUser',
	'averageCountPerSession',
	'averageCountPerRuntimeHour',
] as const;
export const customValueFigures = [
	'cumulativeCustomValueCount',
	'averageCustomValuePerEvent',
	'averageCustomValuePerUser',
	'averageCustomValuePerSession',
	'averageCustomValuePerRuntimeHour',
] as const;

/** The nine figures; either object may be absent or null where there is no data (wire-facts 1.17, L). */
const figuresOf = (map: LabelMap, usage: string, customValues: string) => [
	...toFigures(map.get(usage) ?? [], usageFigures, usage),
	...toFigures(map.get(customValues) ?? [], customValueFigures, customValues),
];

function* readCategory(item: Labelled, withTotals: boolean): Generator<Row> {
	if (!isMap(item) || !item.has('categoryEventsData'))
		throw new UnknownLayout('a category', 'an object with categoryEventsData');
	const category = toName(item.get('category'), 'category');
	if (withTotals) {
		const figures = figuresOf(item, 'categoryUsageSummary', 'categoryCustomValuesSummary');
		yield [category, null, 'category', ...figures];
	}
	for (const [name, event] of toMap(item.get('categoryEventsData'), 'categoryEventsData')) {
		if (!isMap(event) || !(event.has('eventUsage') || event.has('eventCustomValues')))
			throw new UnknownLayout('an event', 'an object with eventUsage and eventCustomValues');
		const figures = figuresOf(event, 'eventUsage', 'eventCustomValues');
		yield withTotals ? [category, name, 'event', ...figures] : [category, name, ...figures];
	}
}

/**
 * Reads `results` of the basic event table (wire-facts 1.17). Rows: category (null: none), name, `level` with totals, nine
 * figures; with totals a category stands before its events. Throws UnknownLayout for anything else.
 */
export function* readEventTable(results: Labelled, withTotals: boolean): Generator<readonly Row[], void> {
	const rows = new Gathering();
	for (const item of toList(results, 'results'))
		for (const row of readCategory(item, withTotals)) {
			rows.add(row);
			if (rows.isFull) yield rows.take();
		}
	yield rows.take();
}
