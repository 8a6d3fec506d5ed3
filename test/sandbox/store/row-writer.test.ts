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
];
const text = fc.string({unit: 'grapheme'}).filter(drawn => !drawn.includes('\0'));
const rows = fc.array(fc.tuple(orNull(text), ...types.map(({cell}) => orNull<number>(cell))), {
	minLength: 1,
	maxLength: 20,
});

test('a table has the rows that were put, over the ends of chunks', async () => {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	onTestFinished(() => {
		connection.closeSync();
		instance.closeSync();
	});
	const columns = ['text VARCHAR', ...types.map(({type}, index) => `c${index} ${type}`)];
	await fc.assert(
		fc.asyncProperty(rows, fc.integer({min: 1, max: 500}), async (some, times) => {
			await connection.run(`CREATE OR REPLACE TABLE written (${columns.join(', ')})`);
			const put = Array.from({length: times}, () => some).flat();
			const writer = new RowWriter(await connection.createAppender('written'));
			for (const [first, ...numbers] of put) {
				writer.addText(first);
				writer.put(numbers.map(cell => cell ?? Number.NaN));
			}
			writer.close();
			const expected = put.map(([first, ...numbers]) => [
				first,
				...numbers.map((cell, index) => (cell === null ? null : (types[index]?.value?.(cell) ?? cell))),
			]);
			const found = await readRows(connection, 'FROM written');
			expect(found.map(row => Object.values(row))).toEqual(expected);
		}),
		laws(10, 200),
	);
});

test.each<[name: string, write: (writer: RowWriter) => void, message: string]>([
	['too few cells', writer => writer.put([1]), '1 cells for 2 columns'],
	['too many cells', writer => writer.put([1, 2, 3]), '3 cells for 2 columns'],
	['a text for a number', writer => writer.addText('one'), 'column 0 is not a text'],
])('a row with %s is an error', async (_name, write, message) => {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	onTestFinished(() => {
		connection.closeSync();
		instance.closeSync();
	});
	await connection.run('CREATE TABLE written (a INTEGER, b INTEGER)');
	const writer = new RowWriter(await connection.createAppender('written'));
	expect(() => write(writer)).toThrow(message);
});
