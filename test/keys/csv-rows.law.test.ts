import {parse} from 'csv-parse/sync';
import {stringify} from 'csv-stringify/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readCsv} from '../../src/keys/csv-rows.ts';
import {delimiters} from '../../src/keys/delimiter.ts';

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
	async function* chunks() {
		for (let at = 0, turn = 0; at < bytes.length; turn++) {
			const end = at + (sizes[turn % sizes.length] ?? 1);
			yield bytes.subarray(at, end);
			at = end;
		}
	}
	const rows = [];
	const faults = [];
	for await (const block of readCsv(chunks(), delimiter)) {
		rows.push(
			...block.rows.map(row => ({
				line: row.line,
				cells: row.cells,
				places: row.cells.map((_, index) => block.place(row, index)),
			})),
		);
		faults.push(...block.faults);
	}
	return {rows, faults};
}
const cuts = fc.array(fc.integer({min: 1, max: 9}), {minLength: 1, maxLength: 4});

test('what a writer writes comes back, wherever the chunks are cut', async () => {
	await fc.assert(
		fc.asyncProperty(
			table,
			fc.constantFrom(...delimiters),
			cuts,
			fc.boolean(),
			async (cells, delimiter, sizes, crlf) => {
				const text = stringify(cells, {delimiter, quoted: true, record_delimiter: crlf ? '\r\n' : '\n'});
				const {rows, faults} = await read(Buffer.from(text), delimiter, sizes);
				expect(faults).toEqual([]);
				expect(rows.map(row => row.cells)).toEqual(cells);
			},
		),
		{numRuns: 300},
	);
});

/** Lines by the naive rule, for files that end their lines with a line feed. */
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

test('a place is where the cell stands', async () => {
	await fc.assert(
		fc.asyncProperty(table, cuts, async (cells, sizes) => {
			const rowsText = cells.map(row => row.map(value => `"${value.replaceAll('"', '""')}"`));
			const text = `${rowsText.map(row => row.join(',')).join('\n')}\n`;
			const {rows} = await read(Buffer.from(text), ',', sizes);
			let index = 0;
			for (const [number, row] of rowsText.entries()) {
				for (const [column, value] of row.entries()) {
					const begin = text.lastIndexOf('\n', index - 1) + 1;
					expect(rows[number]?.places[column]).toEqual({line: lineAt(text, index), column: index - begin + 1});
					index += value.length + 1;
				}
			}
		}),
		{numRuns: 300},
	);
});

test('any bytes are read to the end, and the same wherever they are cut', async () => {
	const messy = fc
		.array(fc.constantFrom('"', ',', '\n', '\r\n', 'a', 'é', ' '), {maxLength: 60})
		.map(parts => parts.join(''));
	await fc.assert(
		fc.asyncProperty(messy, cuts, async (text, sizes) => {
			const bytes = Buffer.from(text);
			expect(await read(bytes, ',', sizes)).toEqual(await read(bytes, ',', [1000]));
		}),
		{numRuns: 500},
	);
});

test('lines that are cut in blocks are what csv-parse reads of them', async () => {
	const value = fc.oneof(
		fc.string({unit: 'grapheme', maxLength: 4}),
		fc.constantFrom('', '"', 'a\nb', 'a\r\nb', ',', ' '),
	);
	const rows = fc.array(fc.array(value, {minLength: 2, maxLength: 4}), {maxLength: 12});
	await fc.assert(
		fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), cuts, async (cells, recordEnd, sizes) => {
			const text = stringify(cells, {record_delimiter: recordEnd, quoted_match: /\r/});
			const {rows: found, faults} = await read(Buffer.from(text), ',', sizes);
			expect(faults).toEqual([]);
			expect(found.map(row => row.cells)).toEqual(
				parse(text, {relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r']}),
			);
		}),
		{numRuns: 300},
	);
});
