import type {Labelled} from '../../contract/values.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {count, keysOf, percent} from '../report-columns.ts';
import {isMap, type LabelMap, toFigures, toMap, UnknownLayout} from './labelled.ts';

export const retentionColumns: readonly Column[] = [
	count('engaged', {unit: 'installations'}),
	percent('engagedPercent', {title: 'Engaged %'}),
	count('lost', {unit: 'installations'}),
	percent('lostPercent', {title: 'Lost %'}),
];

/** The periods of a segment in numerical order: they are labels, and the service may send `"10"` before `"2"`. */
function* readPeriods(segment: Labelled, labels: readonly string[]): Generator<Row> {
	const periods = Array.from(toMap(segment, 'a segment'), ([period, figures]) => {
		if (!/^\d{1,6}$/.test(period)) throw new UnknownLayout('a period', 'a number');
		return {period: Number(period), figures};
	});
	periods.sort((left, right) => left.period - right.period);
	for (const {period, figures} of periods) yield [...labels, period, ...toFigures(figures, keysOf(retentionColumns))];
}

/** True for periods, false for segments of periods. */
function isPeriods(map: LabelMap): boolean {
	const [first] = map.values();
	return isMap(first) && first.has('engaged');
}

/** The periods of an answer without segments; they may stand in a single segment. */
function unwrap(results: LabelMap): Labelled {
	if (results.size === 0 || isPeriods(results)) return results;
	if (results.size > 1) throw new UnknownLayout('results', 'an object of periods');
	const [only] = results.values();
	if (!isMap(only) || only.size === 0) throw new UnknownLayout('results', 'an object of periods');
	return only;
}

/**
 * Reads `results` of churn and engagement: periods by segment, or periods alone. Rows: the segment's label when segmented,
 * period, the four figures. Cohorts may have different numbers of periods. Throws UnknownLayout
 * (docs/service.md#churn-retention).
 */
export function* readRetention(value: Labelled, isSegmented: boolean): Generator<Row, void> {
	const results = toMap(value, 'results');
	if (!isSegmented) yield* readPeriods(unwrap(results), []);
	else if (isPeriods(results)) throw new UnknownLayout('results', 'an object of segments');
	else for (const [label, periods] of results) yield* readPeriods(periods, [label]);
}
