import {expect, test} from 'vitest';
import {dataset, gatherRows} from '../../../src/output/dataset.ts';
import {shapeRows} from '../../../src/output/rows/shape-rows.ts';
import {objectToRows} from '../../../src/output/rows/vertical-record.ts';

const columns = [
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'over', title: 'Over quota', kind: 'count'},
] as const;
const record = {...dataset(columns, [['AAAA', -3]]), isVertical: true};

test('shows a record vertically to people, and as a row to programs', async () => {
	const rowsFor = async (format: 'table' | 'csv') => gatherRows((await shapeRows(record, {format})).data.blocks);
	expect(await rowsFor('table')).toEqual([
		['License key', 'AAAA'],
		['Over quota', -3],
	]);
	expect(await rowsFor('csv')).toEqual([['AAAA', -3]]);
});

test('applies a limit to records, not to the lines of one', async () => {
	const {data, limitNotes} = await shapeRows(record, {format: 'table', limit: 1});
	expect(await gatherRows(data.blocks)).toHaveLength(2);
	expect(limitNotes()).toEqual([]);
});

test('writes nested values of an object as JSON', async () => {
	const rows = await gatherRows(objectToRows({a: null, b: [1], c: 'x'}).blocks);
	expect(rows).toEqual([
		['a', null],
		['b', '[1]'],
		['c', 'x'],
	]);
});
