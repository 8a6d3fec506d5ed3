import type {Labelled} from '../../../contract/values.ts';
import type {Cell, Row} from '../../../output/dataset.ts';
import {addFigures, Gathering, isMap, type LabelMap, toList, toMap, toName, UnknownLayout} from './shapes.ts';

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
const addNine = (row: Cell[], map: LabelMap, [usage, customValues]: readonly [string, string]): Row =>
	addFigures(addFigures(row, map.get(usage) ?? [], {names: usageFigures}), map.get(customValues) ?? [], {
		names: customValueFigures,
	});
const summaries = ['categoryUsageSummary', 'categoryCustomValuesSummary'] as const;
const ofEvent = ['eventUsage', 'eventCustomValues'] as const;

function* readCategory(item: Labelled, withTotals: boolean): Generator<Row> {
	if (!isMap(item) || !item.has('categoryEventsData'))
		throw new UnknownLayout('a category', 'an object with categoryEventsData');
	const category = toName(item.get('category'), 'category');
	if (withTotals) yield addNine([category, null, 'category'], item, summaries);
	for (const [name, event] of toMap(item.get('categoryEventsData'), 'categoryEventsData')) {
		if (!isMap(event) || !(event.has('eventUsage') || event.has('eventCustomValues')))
			throw new UnknownLayout('an event', 'an object with eventUsage and eventCustomValues');
		yield addNine(withTotals ? [category, name, 'event'] : [category, name], event, ofEvent);
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
