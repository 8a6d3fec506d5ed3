import {isMap, type LabelMap} from '../../contract/json-values.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {toFigures, toMap, UnknownLayout} from '../answer-layout.ts';
import {count, keysOf, percent} from '../report-columns.ts';

/** The installations that are old enough for the period (docs/service.md#churn-retention). */
const followed = {of: ['engaged', 'lost']};

export const retentionColumns: readonly Column[] = [
	count('engaged', {unit: 'installations'}),
	percent('engagedPercent', {title: 'Engaged %', proportion: {part: 'engaged', ...followed}}),
	count('lost', {unit: 'installations'}),
	percent('lostPercent', {title: 'Lost %', proportion: {part: 'lost', ...followed}}),
];

/** Sorts periods by number: they are labels, and the service may send `"10"` before `"2"`. */
function* readPeriods(segment: Labeled, labels: readonly string[]): Generator<Row> {
	const periods = Array.from(toMap(segment, 'a segment'), ([period, figures]) => {
		if (!/^\d{1,6}$/.test(period)) throw new UnknownLayout('a period', 'a number');
		return {period: Number(period), figures};
	});
	periods.sort((left, right) => left.period - right.period);
	for (const {period, figures} of periods) yield [...labels, period, ...toFigures(figures, keysOf(retentionColumns))];
}

/** Tests for periods, as opposed to segments of periods. */
function isPeriods(map: LabelMap): boolean {
	const [first] = map.values();
	return isMap(first) && first.has('engaged');
}

/** Returns the periods of a response without segments, which may be inside a single segment. */
function unwrap(results: LabelMap): Labeled {
	if (results.size === 0 || isPeriods(results)) return results;
	if (results.size > 1) throw new UnknownLayout('results', 'an object of periods');
	const [only] = results.values();
	if (!isMap(only) || only.size === 0) throw new UnknownLayout('results', 'an object of periods');
	return only;
}

/**
 * Reads `results` of churn retention: periods by segment, or periods alone. Rows: the segment's label if segmented, period,
 * the four figures. Cohorts may differ in their number of periods. Throws UnknownLayout (docs/service.md#churn-retention).
 */
export function* readRetention(value: Labeled, isSegmented: boolean): Generator<Row, void> {
	const results = toMap(value, 'results');
	if (!isSegmented) yield* readPeriods(unwrap(results), []);
	else if (isPeriods(results)) throw new UnknownLayout('results', 'an object of segments');
	else for (const [label, periods] of results) yield* readPeriods(periods, [label]);
}
