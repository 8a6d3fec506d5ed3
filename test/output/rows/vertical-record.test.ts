import {expect, test} from 'vitest';
import {dataset, gatherRows} from '../../../src/output/dataset.ts';
import {shapeRows} from '../../../src/output/rows/shape-rows.ts';
import {objectToRows} from '../../../src/output/rows/vertical-record.ts';

const columns = [
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'over', title: 'Over quota', kind: 'count', hiddenBelowZero: true},
] as const;
const record = {...dataset(columns, [['AAAA', -3]]), isVertical: true};

test('people read a record downwards, programs as a row', async () => {
	const rowsFor = async (format: 'table' | 'csv') => gatherRows((await shapeRows(record, {format})).data.blocks);
	expect(await rowsFor('table')).toEqual([
		['License key', 'AAAA'],
		['Over quota', null],
	]);
	expect(await rowsFor('csv')).toEqual([['AAAA', -3]]);
});

test('the rows of a limit are records, not the lines of one', async () => {
	const {data, limitNotes} = await shapeRows(record, {format: 'table', limit: 1});
	expect(await gatherRows(data.blocks)).toHaveLength(2);
	expect(limitNotes()).toEqual([]);
});

test('nested values of an object are JSON', async () => {
	const rows = await gatherRows(objectToRows({a: null, b: [1], c: 'x'}).blocks);
	expect(rows).toEqual([
		['a', null],
		['b', '[1]'],
		['c', 'x'],
	]);
});
