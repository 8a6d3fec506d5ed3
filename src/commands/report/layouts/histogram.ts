import type {EventReference} from '../../../contract/event-reference.ts';
import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {isMap, toFigure, toList, toMap, UnknownLayout} from './shapes.ts';

const isEvent = (item: Labelled, event: EventReference): boolean =>
	isMap(item) &&
	('combiArray' in event
		? item.get('combiLabel') === event.combiLabel
		: item.get('name') === event.name && (item.get('category') ?? null) === event.category);

/** A bin of the later shape lists one value for each event that was asked for: here one. */
function countIn(bin: Labelled, event: EventReference): number | null {
	const items = toList(bin, 'a bin');
	const item = items.length === 1 ? items[0] : items.find(each => isEvent(each, event));
	if (items.length === 0) return null;
	if (!isMap(item)) throw new UnknownLayout('a bin', 'a list that holds the event');
	return toFigure(item.get('value'), 'the value of a bin');
}

/**
 * Reads `results` of a histogram of lost installations (wire-facts 1.9, 1.10): counts by bin, or, where an event was asked
 * for, the later shape `{summary, histograms: {eventCount}}` (2.1). The service's bins and their order are kept. Rows: bin,
 * installations. Throws UnknownLayout for anything else.
 */
export function* readHistogram(value: Labelled, event?: EventReference): Generator<readonly Row[], void> {
	const results = toMap(value, 'results');
	const histograms = event ? results.get('histograms') : undefined;
	if (event && isMap(histograms)) {
		const bins = toMap(histograms.get('eventCount'), 'histograms.eventCount');
		yield Array.from(bins, ([bin, items]) => [bin, countIn(items, event)]);
	} else yield Array.from(results, ([bin, count]) => [bin, toFigure(count, 'a bin')]);
}
