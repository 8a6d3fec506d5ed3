import type {EventReference} from '../../../contract/event-reference.ts';
import type {Labelled} from '../../../contract/values.ts';
import type {Cell, Row} from '../../../output/dataset.ts';
import {
	addFigures,
	Gathering,
	isList,
	isMap,
	type LabelMap,
	toFigure,
	toList,
	toMap,
	toName,
	UnknownLayout,
} from './shapes.ts';

export const frequencyFigures = [
	'eventCounts',
	'averageEventCountPerSessionUsedAtLeastOnce',
	'averageEventCountPerSessionAll',
	'averageEventCountPerUserAtLeastOnce',
	'averageEventCountPerUserAll',
	'uniqueUsersUsedAtLeastOnce',
	'uniqueUsersNeverUsed',
] as const;

export type FrequencyAsked = {
	readonly isSegmented: boolean;
	/** Rows for the bins of `usageFrequency`, in place of the figures. */
	readonly bins: boolean;
	readonly events: readonly EventReference[];
};

/** Category, name and combiLabel. An item that names no event is the one at its place in the request (part 6, 28). */
function identify(item: LabelMap, place: number, {events}: FrequencyAsked): (string | null)[] {
	const name = toName(item.get('name'), 'name');
	const combiLabel = toName(item.get('combiLabel'), 'combiLabel');
	if (name !== null || combiLabel !== null) return [toName(item.get('category'), 'category'), name, combiLabel];
	const asked = events[place];
	if (!asked) throw new UnknownLayout('an event', 'an object with name or combiLabel');
	return 'combiArray' in asked ? [null, null, asked.combiLabel ?? null] : [asked.category, asked.name, null];
}

function addEvents(rows: Gathering, list: Labelled, labels: readonly string[], asked: FrequencyAsked): void {
	for (const [place, item] of toList(list, 'the events').entries()) {
		if (!isMap(item)) throw new UnknownLayout('an event', 'an object');
		// The first servers put the figures into `data` (generation B).
		const data = item.get('data');
		const figures = isMap(data) ? data : item;
		const event: Cell[] = [...labels, ...identify(item, place, asked)];
		if (!asked.bins) rows.add(addFigures(event, figures, {names: frequencyFigures}));
		else
			for (const [bin, count] of toMap(figures.get('usageFrequency') ?? [], 'usageFrequency'))
				rows.add([...event, bin, toFigure(count, 'a bin')]);
	}
}

/** The list of `detailedReport` when it is the frame of generation B and not a segment of that name: its items hold `data`. */
function detailed(results: Labelled): readonly Labelled[] | undefined {
	const list = isMap(results) && results.size === 1 ? results.get('detailedReport') : undefined;
	return isList(list) && list.every(item => isMap(item) && isMap(item.get('data'))) ? list : undefined;
}

/**
 * Reads `results` of the usage frequency report in both generations (wire-facts 1.19): a list of events, such lists by
 * segment, `detailedReport` around a list; figures in the item or in its `data`. Rows: the segment's label when segmented,
 * category, name, combiLabel, then seven figures, or bin and installations. Throws UnknownLayout for anything else.
 */
export function* readFrequency(results: Labelled, asked: FrequencyAsked): Generator<readonly Row[], void> {
	const rows = new Gathering();
	if (!asked.isSegmented) addEvents(rows, detailed(results) ?? results, [], asked);
	else if (detailed(results)?.length) throw new UnknownLayout('results', 'an object of segments');
	else
		for (const [label, list] of toMap(results, 'results')) {
			addEvents(rows, detailed(list) ?? list, [label], asked);
			if (rows.isFull) yield rows.take();
		}
	yield rows.take();
}
