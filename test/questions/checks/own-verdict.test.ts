import {expect, test} from 'vitest';
import type {Column} from '../../../src/output/dataset.ts';
import {readOwnVerdict} from '../../../src/questions/checks/check-outcome.ts';
import type {Result} from '../../../src/questions/results/result.ts';

const columns: readonly Column[] = [
	{key: 'question', title: 'Check', kind: 'label'},
	{key: 'verdict', title: 'Outcome', kind: 'text', isVerdict: true},
	{key: 'reason', title: 'Reason', kind: 'text'},
];
const read = (rows: Result['rows'], own = columns) => readOwnVerdict({columns: own, rows} as unknown as Result);

test.each(['ok', 'unknown', 'warn', 'fail'])('%s in the first row is the verdict on the result', verdict => {
	const rows = [
		['5.1 against 5.0', verdict, 'because'],
		['ratio', 'fail', 'other'],
	];
	expect(read(rows)).toEqual([{verdict, reason: 'because'}]);
});

test('is unknown without a row or with another word, and absent without a column of verdicts', () => {
	expect(read([])).toMatchObject([{verdict: 'unknown'}]);
	expect(read([['a', 'good', null]])).toEqual([{verdict: 'unknown', reason: ''}]);
	expect(
		read(
			[['a', 'fail', '']],
			columns.map(({isVerdict: _, ...column}) => column),
		),
	).toEqual([]);
});
