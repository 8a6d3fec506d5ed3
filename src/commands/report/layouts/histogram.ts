import type {EventReference} from '../../../contract/event-reference.ts';
import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {isMap, type LabelMap, toFigure, toList, toMap, UnknownLayout} from './shapes.ts';

const isEvent = (item: Labelled, event: EventReference): boolean =>
	isMap(item) &&
	('combiArray' in event
		? item.get('combiLabel') === event.combiLabel
		: item.get('name') === event.name && (item.get('category') ?? null) === event.category);

/** A bin of the later shape, and a part of its summary, lists one value for each event that was asked for: here one. */
function countIn(bin: Labelled, event: EventReference): number | null {
	const items = toList(bin, 'a bin');
	const item = items.length === 1 ? items[0] : items.find(each => isEvent(each, event));
	if (items.length === 0) return null;
	if (!isMap(item)) throw new UnknownLayout('a bin', 'a list that holds the event');
	return toFigure(item.get('value'), 'the value of a bin');
}

/** The histograms of the later shape `{summary, histograms}` (wire-facts 2.1), by name; undefined for counts by bin. */
function histogramsIn(results: LabelMap, event: EventReference | undefined): LabelMap | undefined {
	const histograms = event ? results.get('histograms') : undefined;
	return isMap(histograms) ? histograms : undefined;
}

/** The one histogram that the older servers know. */
const usual = 'eventCount';

/** True where the answer holds bins of other histograms too: those need a column that tells them apart. Never throws. */
export function holdsSeveral(results: Labelled, event: EventReference): boolean {
	const histograms = isMap(results) ? histogramsIn(results, event) : undefined;
	return [...(histograms ?? [])].some(([name, bins]) => name !== usual && isMap(bins) && bins.size > 0);
}

function* binsOf(histograms: LabelMap, event: EventReference, isNamed: boolean): Generator<readonly Row[], void> {
	if (!histograms.has(usual)) throw new UnknownLayout('histograms', `an object with ${usual}`);
	for (const [name, bins] of histograms) {
		const rows = Array.from(toMap(bins, name), ([bin, items]): Row => [bin, countIn(items, event)]);
		yield isNamed ? rows.map(row => [name, ...row]) : rows;
	}
}

/**
 * Reads `results` of a histogram of lost installations (wire-facts 1.9, 1.10): counts by bin, or, where an event was asked
 * for, every histogram of the later shape. The service's bins and their order are kept. Rows: the histogram's name where
 * there are several (`holdsSeveral`), bin, installations. Throws UnknownLayout for anything else.
 */
export function* readHistogram(value: Labelled, event?: EventReference): Generator<readonly Row[], void> {
	const results = toMap(value, 'results');
	const histograms = histogramsIn(results, event);
	if (event && histograms) yield* binsOf(histograms, event, holdsSeveral(value, event));
	else yield Array.from(results, ([bin, count]) => [bin, toFigure(count, 'a bin')]);
}

const uses = [
	['usedAtLeastOnce', 'used it at least once'],
	['neverUsed', 'never did'],
] as const;

/** What the later shape says in its `summary`: how many of the lost installations used the event, and how many never did. */
export function readSummary(value: Labelled, event: EventReference): readonly string[] {
	const results = toMap(value, 'results');
	if (!histogramsIn(results, event)) return [];
	const summary = toMap(results.get('summary') ?? [], 'summary');
	const parts = uses.flatMap(([name, words]) => {
		const count = summary.has(name) ? countIn(summary.get(name) ?? [], event) : null;
		return count === null ? [] : [`${count} ${words}`];
	});
	return parts.length > 0 ? [`of the lost installations ${parts.join(', ')}`] : [];
}
