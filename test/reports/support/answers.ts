import {parseLabeled} from '../../../src/client/answer/labeled-json.ts';
import type {LabelMap} from '../../../src/contract/json-values.ts';
import type {Labeled} from '../../../src/contract/value-schemas.ts';
import type {Row} from '../../../src/output/dataset.ts';

/** `results` of an answer that was written by hand, as the client reads it. */
export const results = (text: string): Labeled =>
	(parseLabeled(`{"status":"OK","results":${text}}`) as LabelMap).get('results') as Labeled;

/** All rows of a reader. */
export const rowsOf = (rows: Iterable<Row>): Row[] => [...rows];

/** Sum of every number in a JSON text, and how many there are: read by a scan of the text, not by the code under test. */
export function numbersIn(text: string): number[] {
	const numbers: number[] = [];
	JSON.parse(text, (_name, value) => {
		if (typeof value === 'number') numbers.push(value);
		return value;
	});
	return numbers.sort((left, right) => left - right);
}

/** Every number that stands in those columns. */
export const numbersOf = (rows: readonly Row[], from: number): number[] =>
	rows
		.flatMap(row => row.slice(from))
		.filter(cell => typeof cell === 'number')
		.sort((left, right) => left - right);
