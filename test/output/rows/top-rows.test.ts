import {expect, test} from 'vitest';
import type {Column} from '../../../src/output/dataset.ts';
import {addShares, findShareBase, keepTop, shareColumn} from '../../../src/output/rows/top-rows.ts';

test('names the rest in the last label column, even if text follows the figures', () => {
	const columns: readonly Column[] = [
		{key: 'event', title: 'Event', kind: 'text'},
		{key: 'uses', title: 'Uses', kind: 'count'},
		{key: 'why', title: 'Not comparable', kind: 'text'},
	];
	const rows = [
		['A', 5, null],
		['B', 9, null],
		['C', 1, 'too young'],
	];
	expect(keepTop(columns, rows, {count: 1, size: 'uses'})).toEqual([
		['B', 9, null],
		['other', 6, null],
	]);
});

test('does not add up installations over events, because each may have used them all', () => {
	const columns: readonly Column[] = [
		{key: 'eventName', title: 'Event', kind: 'text'},
		{key: 'uses', title: 'Uses', kind: 'count'},
		{key: 'users', title: 'Used it', kind: 'count', unit: 'installations'},
	];
	const rows = [
		['A', 6, 5],
		['B', 3, 5],
		['C', 1, 4],
	];
	expect(keepTop(columns, rows, {count: 1, size: 'users'}).at(-1)).toEqual(['other', 4, null]);
	const base = findShareBase(columns, 'users', true);
	expect(shareColumn(base).title).toBe('Share of uses %');
	expect(addShares(columns, rows, base).map(row => row[3])).toEqual([60, 30, 10]);
});

test('names what a share is a part of', () => {
	const titleOf = (column: Partial<Column>) =>
		shareColumn(findShareBase([{key: 'a', title: 'Active', kind: 'count', ...column}], 'a', false)).title;
	expect(titleOf({})).toBe('Share of active %');
	expect(titleOf({title: 'Used it', noun: 'users'})).toBe('Share of users %');
	expect(titleOf({kind: 'number'})).toBe('Share %');
});

test('computes the share of the rest from its sum, not from rounded shares', () => {
	const base: Column = {key: 'active', title: 'Active', kind: 'count'};
	const columns: readonly Column[] = [{key: 'os', title: 'OS', kind: 'label'}, base];
	// Each of the small shares is rounded from 0.0385 to 0.04.
	const rows = [['A', 9_999_600], ...Array.from({length: 100}, (_, at) => [`small ${at}`, 4004])];
	const kept = keepTop(columns, rows, {count: 1, size: 'active'});
	expect(addShares(columns, kept, base)).toEqual([
		['A', 9_999_600, 96.15],
		['other', 400_400, 3.85],
	]);
});

const compared: readonly Column[] = [
	{key: 'event', title: 'Event', kind: 'text'},
	{key: 'value', title: 'Uses', kind: 'count'},
	{key: 'baseline', title: 'Before', kind: 'count'},
	{key: 'delta', title: 'Change', kind: 'number'},
	{key: 'deltaPercent', title: 'Change %', kind: 'percent'},
	{key: 'reason', title: 'Not comparable', kind: 'text'},
];

test('computes the change of the rest from its sums', () => {
	const rows = [
		['A', 9, 3, 6, 200, null],
		['B', 5, 4, 1, 25, null],
		['C', 1, 0, 1, null, 'the baseline is 0'],
	];
	expect(keepTop(compared, rows, {count: 1, size: 'value'})).toEqual([rows[0], ['other', 6, 4, 2, 50, null]]);
});

test('has no change if one row of the rest has none', () => {
	const rows = [
		['A', 9, 3, 6, 200, null],
		['B', 5, 4, 1, 25, null],
		['C', 1, null, null, null, 'no figure in the baseline'],
	];
	expect(keepTop(compared, rows, {count: 1, size: 'value'})[1]).toEqual([
		...['other', 6, 4, null, null],
		'some of these rows are not comparable',
	]);
});
