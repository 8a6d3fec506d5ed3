import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {toFigure, toMap} from './labelled.ts';

/**
 * Reads `results` of a histogram of lost installations: counts by bin, in the service's order. Rows: bin, installations. Throws
 * UnknownLayout (docs/service.md#bins).
 */
export function* readHistogram(results: Labelled): Generator<Row, void> {
	for (const [bin, count] of toMap(results, 'results')) yield [bin, toFigure(count, 'a bin')];
}
