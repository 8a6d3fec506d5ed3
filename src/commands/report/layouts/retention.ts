import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {addFigures, Gathering, isMap, type LabelMap, toMap, UnknownLayout} from './shapes.ts';

export const retentionFigures = ['engaged', 'engagedPercent', 'lost', 'lostPercent'] as const;

/** A segment's periods by number: the service writes them as text, and `"10"` may stand before `"2"` (part 6, 24). */
function periodsOf(value: Labelled): [number, Labelled][] {
	const periods = Array.from(toMap(value, 'a segment'), ([period, figures]): [number, Labelled] => {
		if (!/^\d{1,6}$/.test(period)) throw new UnknownLayout('a period', 'a number');
		return [Number(period), figures];
	});
	return periods.sort(([left], [right]) => left - right);
}

/** True for an object whose values hold figures: periods without a segment around them. */
function isPeriods(map: LabelMap): boolean {
	for (const [, first] of map) return isMap(first) && first.has('engaged');
	return false;
}

/** The periods of an answer without segments; a wrapper with a single label is accepted too. */
function unwrap(results: LabelMap): LabelMap {
	if (results.size === 0 || isPeriods(results)) return results;
	if (results.size > 1) throw new UnknownLayout('results', 'an object of periods');
	for (const [, only] of results) return toMap(only, 'results');
	return results;
}

/**
 * Reads `results` of churn and engagement (wire-facts 1.16): periods by segment, or periods alone. Rows: the segment's
 * label when segmented, period, the four figures. Cohorts may be triangular. Throws UnknownLayout for anything else.
 */
export function* readRetention(value: Labelled, isSegmented: boolean): Generator<readonly Row[], void> {
	const results = toMap(value, 'results');
	const rows = new Gathering();
	const add = (labels: readonly string[], periods: Labelled) => {
		for (const [period, figures] of periodsOf(periods))
			rows.add(addFigures([...labels, period], figures, {names: retentionFigures}));
	};
	if (!isSegmented) add([], unwrap(results));
	else if (isPeriods(results)) throw new UnknownLayout('results', 'an object of segments');
	else
		for (const [label, periods] of results) {
			add([label], periods);
			if (rows.isFull) yield rows.take();
		}
	yield rows.take();
}
