import {expect, test} from 'vitest';
import type {Column} from '../../../src/output/dataset.ts';
import {addIntervals, withIntervalColumns} from '../../../src/output/rows/interval-columns.ts';

const count = (key: string): Column => ({key, title: key, kind: 'count'});
const used: Column = {
	key: 'percent',
	title: 'Used it %',
	kind: 'percent',
	proportion: {part: 'used', of: ['used', 'never']},
};
const columns = [count('used'), count('never'), used, {key: 'change', title: 'Change', kind: 'percent'} as const];

test('adds both ends after each percentage that has its counts', () => {
	expect(withIntervalColumns(columns).map(({key, title}) => [key, title])).toEqual([
		['used', 'used'],
		['never', 'never'],
		['percent', 'Used it %'],
		['percentLow', 'Used it % low'],
		['percentHigh', 'Used it % high'],
		['change', 'Change'],
	]);
	expect(addIntervals(columns, [[81, 182, 30.8, 5]])).toEqual([[81, 182, 30.8, 25.53, 36.62, 5]]);
});

test('has no interval if a count or the percentage is missing, or nobody is in the group', () => {
	const rows = [
		[null, 182, 30.8, 5],
		[0, 0, null, null],
		[1, 9, null, null],
	];
	expect(addIntervals(columns, rows).map(row => row.slice(3, 5))).toEqual([
		[null, null],
		[null, null],
		[null, null],
	]);
});
