import {DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {readRows} from '../../../src/sandbox/store/duckdb.ts';
import {RowWriter} from '../../../src/sandbox/store/row-writer.ts';
import {laws} from '../../support/laws/laws.ts';

const values = Array.from({length: 300}, (_, index) => `value ${index}`);
const enumOf = (count: number) =>
	`ENUM (${values
		.slice(0, count)
		.map(value => `'${value}'`)
		.join(', ')})`;

const orNull = <T>(cell: fc.Arbitrary<T>) => fc.option(cell, {nil: null});
const int32 = fc.integer();
const int64 = fc.maxSafeInteger();

/** By storage type: cells, and the value that the engine returns for each. */
const types = [
	{type: 'BIGINT', cell: int64},
	{type: 'INTEGER', cell: int32},
	{type: 'DOUBLE', cell: fc.double({noNaN: true})},
	{type: 'DECIMAL(18,2)', cell: fc.integer(), value: (cell: number) => cell / 100},
	{type: 'BOOLEAN', cell: fc.integer({min: 0, max: 1}), value: (cell: number) => cell === 1},
	{type: enumOf(255), cell: fc.integer({min: 0, max: 254}), value: (cell: number) => values[cell]},
	{type: enumOf(300), cell: fc.integer({min: 0, max: 299}), value: (cell: number) => values[cell]},
	{type: 'VARCHAR', cell: fc.string({unit: 'grapheme'}).filter(text => !text.includes('\0'))},
];
const rows = fc.array(fc.tuple(...types.map(({cell}) => orNull<string | number>(cell))), {minLength: 1, maxLength: 20});

test('a table has the rows that were put, over the ends of chunks', async () => {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	onTestFinished(() => {
		connection.closeSync();
		instance.closeSync();
	});
	const columns = types.map(({type}, index) => `c${index} ${type}`);
	await fc.assert(
		fc.asyncProperty(rows, fc.integer({min: 1, max: 500}), async (some, times) => {
			await connection.run(`CREATE OR REPLACE TABLE written (${columns.join(', ')})`);
			const put = Array.from({length: times}, () => some).flat();
			const writer = new RowWriter(await connection.createAppender('written'));
			for (const row of put) writer.put(row);
			writer.close();
			const expected = put.map(row =>
				row.map((cell, index) => (cell === null ? null : (types[index]?.value?.(cell as number) ?? cell))),
			);
			const found = await readRows(connection, 'FROM written');
			expect(found.map(row => Object.values(row))).toEqual(expected);
		}),
		laws(10, 200),
	);
});

test('a row with too few cells is an error', async () => {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	onTestFinished(() => {
		connection.closeSync();
		instance.closeSync();
	});
	await connection.run('CREATE TABLE written (a INTEGER, b INTEGER)');
	const writer = new RowWriter(await connection.createAppender('written'));
	expect(() => writer.put([1])).toThrow('1 cells for 2 columns');
});
