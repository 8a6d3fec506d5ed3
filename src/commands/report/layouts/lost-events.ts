import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {addFigures, Gathering, isMap, type LabelMap, toList, toMap, toName, UnknownLayout} from './shapes.ts';

export const lostEventFigures = [
	'eventCount',
	'eventCountPerUser',
	'usersUsedAtLeastOnce',
	'percentUsedAtLeastOnce',
	'usersNeverUsed',
	'percentNeverUsed',
] as const;

type Item = {readonly category: string | null; readonly item: LabelMap};

function toEvent(item: Labelled): LabelMap {
	if (isMap(item)) return item;
	throw new UnknownLayout('an event', 'an object');
}

/** Events of a list, one by one; a later server may group them by category (`categorizeEvents`, wire-facts 2.1). */
function* itemsOf(list: Labelled): Generator<Item> {
	for (const item of toList(list, 'results').map(toEvent)) {
		const category = toName(item.get('eventCategory'), 'eventCategory');
		const inside = item.get('categoryData');
		if (inside === undefined) yield {category, item};
		else for (const each of toList(inside, 'categoryData')) yield {category, item: toEvent(each)};
	}
}

function rowOf({category, item}: Item, labels: readonly (string | null)[], figures: Labelled = item): Row {
	const name = toName(item.get('eventName'), 'eventName');
	return addFigures([...labels, category, name], figures, {names: lostEventFigures});
}

/** A later server lists the segments inside each event (wire-facts 2.1, M). */
function addSegments(rows: Gathering, event: Item, isSegmented: boolean): void {
	const segments = toList(event.item.get('segments'), 'the segments of an event');
	if (!isSegmented && segments.length > 1) throw new UnknownLayout('an event', 'one without segments');
	for (const segment of segments) {
		if (!isMap(segment)) throw new UnknownLayout('a segment', 'an object');
		const label = toName(segment.get('segmentLabel'), 'segmentLabel');
		rows.add(rowOf(event, isSegmented ? [label] : [], segment));
	}
}

function addEvents(rows: Gathering, list: Labelled, isSegmented: boolean): void {
	for (const event of itemsOf(list)) {
		if (event.item.has('segments')) addSegments(rows, event, isSegmented);
		else if (isSegmented) throw new UnknownLayout('an event', 'an object with segments');
		else rows.add(rowOf(event, []));
	}
}

/**
 * Reads `results` of the event table of lost installations (wire-facts 1.8, 2.1): a list of events, such lists by segment,
 * or events that list their segments. Rows: the segment's label when segmented, eventCategory, eventName, six figures.
 * Throws UnknownLayout for anything else.
 */
export function* readLostEvents(results: Labelled, isSegmented: boolean): Generator<readonly Row[], void> {
	const rows = new Gathering();
	if (!isSegmented || !isMap(results)) addEvents(rows, results, isSegmented);
	else
		for (const [label, list] of toMap(results, 'results')) {
			for (const event of itemsOf(list)) rows.add(rowOf(event, [label]));
			if (rows.isFull) yield rows.take();
		}
	yield rows.take();
}
