import {expect, test} from 'vitest';
import type {Column} from '../../src/output/dataset.ts';
import {keepTop} from '../../src/output/ranking.ts';

test('the rest is named in the last column of labels, also where a text stands behind the figures', () => {
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
