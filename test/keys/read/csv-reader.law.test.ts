import {parse} from 'csv-parse/sync';
import {stringify} from 'csv-stringify/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {delimiters} from '../../../src/keys/read/upload-file.ts';
import {laws} from '../../support/laws/laws.ts';
import {createSource, readWhole} from '../support/csv-reading.ts';

const cell = fc.oneof(
	fc.string({maxLength: 6}),
	fc.string({unit: 'grapheme', maxLength: 4}),
	fc.constantFrom(
		'',
		'"',
		'""',
		'\n',
		'\r\n',
		'\r',
		',',
		';',
		'\t',
		'|',
		'=1+1',
		' x ',
		'007',
		'null',
		'#',
		'\u0000',
		'\ufeff',
	),
);
const table = fc
	.tuple(fc.integer({min: 2, max: 5}), fc.integer({min: 1, max: 8}))
	.chain(([width, height]) =>
		fc.array(fc.array(cell, {minLength: width, maxLength: width}), {minLength: height, maxLength: height}),
	);

async function read(bytes: Buffer, delimiter: string, sizes: readonly number[]) {
	return readWhole(createSource(bytes, sizes), delimiter);
}
const cuts = fc.array(fc.integer({min: 1, max: 9}), {minLength: 1, maxLength: 4});

test('reads what a writer wrote, at any chunk boundaries', async () => {
	await fc.assert(
		fc.asyncProperty(
			table,
			fc.constantFrom(...delimiters),
			cuts,
			fc.boolean(),
			async (cells, delimiter, sizes, crlf) => {
				const text = stringify(cells, {delimiter, quoted: true, record_delimiter: crlf ? '\r\n' : '\n'});
				const {rows, problems} = await read(Buffer.from(text), delimiter, sizes);
				expect(problems).toEqual([]);
				expect(rows.map(row => row.cells)).toEqual(cells);
			},
		),
		laws(100),
	);
});

/** Counts lines naively, for files with line feeds only. */
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

test('a position is where the cell begins', async () => {
	await fc.assert(
		fc.asyncProperty(table, cuts, async (cells, sizes) => {
			const rowsText = cells.map(row => row.map(value => `"${value.replaceAll('"', '""')}"`));
			const text = `${rowsText.map(row => row.join(',')).join('\n')}\n`;
			const {rows} = await read(Buffer.from(text), ',', sizes);
			let index = 0;
			for (const [number, row] of rowsText.entries()) {
				for (const [column, value] of row.entries()) {
					const begin = text.lastIndexOf('\n', index - 1) + 1;
					expect(rows[number]?.positions[column]).toEqual({line: lineAt(text, index), column: index - begin + 1});
					index += value.length + 1;
				}
			}
		}),
		laws(100),
	);
});

test('reads any bytes to the end, with the same result at any chunk boundaries', async () => {
	const messy = fc
		.array(fc.constantFrom('"', ',', '\n', '\r\n', 'a', 'é', ' '), {maxLength: 60})
		.map(parts => parts.join(''));
	await fc.assert(
		fc.asyncProperty(messy, cuts, async (text, sizes) => {
			const bytes = Buffer.from(text);
			expect(await read(bytes, ',', sizes)).toEqual(await read(bytes, ',', [1000]));
		}),
		laws(150),
	);
});

test('records equal those of csv-parse in strict mode', async () => {
	const value = fc.oneof(
		fc.string({unit: 'grapheme', maxLength: 4}),
		fc.constantFrom('', '"', 'a\nb', 'a\r\nb', ',', ' '),
	);
	const rows = fc.array(fc.array(value, {minLength: 2, maxLength: 4}), {maxLength: 12});
	await fc.assert(
		fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), cuts, async (cells, recordEnd, sizes) => {
			const text = stringify(cells, {record_delimiter: recordEnd, quoted_match: /\r/});
			const {rows: found, problems} = await read(Buffer.from(text), ',', sizes);
			expect(problems).toEqual([]);
			expect(found.map(row => row.cells)).toEqual(
				parse(text, {relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r']}),
			);
		}),
		laws(100),
	);
});
