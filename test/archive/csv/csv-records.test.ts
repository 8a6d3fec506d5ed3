import {parse} from 'csv-parse/sync';
import {stringify} from 'csv-stringify/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type CsvRecord, CsvRecordReader, maxRecordBytes} from '../../../src/archive/csv/csv-records.ts';
import {laws} from '../../support/laws/laws.ts';

/** Rows and rejects of a text that comes in pieces; cells as text. */
const scan = (input: string | Buffer, pieces = 7) => {
	const bytes = Buffer.from(input as string);
	const reader = new CsvRecordReader();
	const records: CsvRecord[] = [];
	for (let at = 0; at < bytes.length; at += pieces) records.push(...reader.push(bytes.subarray(at, at + pieces)));
	records.push(...reader.end());
	const decode = (cell: string) => Buffer.from(cell, 'latin1').toString('utf8');
	return {
		rows: records.flatMap(record =>
			'cells' in record ? [{line: record.line, cells: record.cells.map(decode), text: record.text}] : [],
		),
		rejects: records.flatMap(record => ('reason' in record ? [record] : [])),
	};
};
const cells = (input: string, pieces?: number) => scan(input, pieces).rows.map(row => row.cells);

test.each<[string, string, readonly (readonly string[])[]]>([
	[
		'plain rows',
		'a,b\nc,d\n',
		[
			['a', 'b'],
			['c', 'd'],
		],
	],
	[
		'CRLF, and no line end at the last',
		'a,b\r\nc,d',
		[
			['a', 'b'],
			['c', 'd'],
		],
	],
	[
		'both line ends',
		'a,b\r\nc,d\ne,f\r\n',
		[
			['a', 'b'],
			['c', 'd'],
			['e', 'f'],
		],
	],
	['quotes, doubled quotes, commas', '"a ""b"" c",","\n', [['a "b" c', ',']]],
	[
		'a cell of several lines',
		'a,"one\r\ntwo\n\nthree"\nb,c\n',
		[
			['a', 'one\r\ntwo\n\nthree'],
			['b', 'c'],
		],
	],
	[
		'empty cells',
		',,\n"",\n',
		[
			['', '', ''],
			['', ''],
		],
	],
	['an empty line', 'a\n\nb\n', [['a'], [''], ['b']]],
	['a quote inside a plain cell', 'a"b,c\n', [['a"b', 'c']]],
	['a carriage return inside a plain cell', 'a\rb,c\n', [['a\rb', 'c']]],
	['a byte order mark', '\uFEFF"a",b\n', [['a', 'b']]],
	['a text shorter than such a mark', 'a', [['a']]],
	['nothing', '', []],
])('%s', (_, input, expected) => {
	for (const pieces of [1, 2, 3, 1000]) expect(cells(input, pieces)).toEqual(expected);
});

test('reports the line on which each row begins', () => {
	expect(scan('a\n"b\nc"\r\nd\n').rows.map(({line}) => line)).toEqual([1, 2, 4]);
});

test.each<[string, string, readonly string[], readonly number[]]>([
	['text behind a closing quote', '"a"b,c\nd,e\n', ['d|e'], [1]],
	['a quote that is never closed', 'a,"b\nc,d\ne,f\n', ['c|d', 'e|f'], [1]],
	['a quote that is closed by the next row’s', 'a,"b\nc,"d"\ne,f\n', ['c|d', 'e|f'], [1]],
	['more fields than any table has', `${'x,'.repeat(600)}\na,b\n`, ['a|b'], [1]],
])('loses one line to %s, not the rest of the file', (_, input, rows, rejects) => {
	for (const pieces of [1, 5, 1000]) {
		const found = scan(input, pieces);
		expect(found.rows.map(row => row.cells.join('|'))).toEqual(rows);
		expect(found.rejects.map(({line}) => line)).toEqual(rejects);
	}
});

test('rejects a row that never ends', () => {
	const {rows, rejects} = scan(`a,b\n"${'x'.repeat(maxRecordBytes + 1000)}\nc,d\n`, 1 << 20);
	expect(rows.map(row => row.cells.join())).toEqual(['a,b', 'c,d']);
	expect(rejects).toMatchObject([{line: 2, reason: 'size'}]);
});

const cell = fc.oneof(fc.string(), fc.stringMatching(/^[a",\r\n]*$/), fc.constantFrom('', '""', '\r\n', 'ä東'));

test('reads what csv-stringify writes, as csv-parse does', () => {
	fc.assert(
		fc.property(
			fc.array(fc.array(cell, {minLength: 2, maxLength: 4}), {minLength: 1, maxLength: 8}),
			fc.integer({min: 1, max: 50}),
			(rows, pieces) => {
				const text = stringify(rows, {quoted_match: /[\r\n"]/, record_delimiter: rows.length % 2 ? 'windows' : 'unix'});
				expect(cells(text, pieces)).toEqual(parse(text, {relax_column_count: true}));
			},
		),
		laws(200),
	);
});

test('puts every byte into a row or a reject, whatever the size of the chunks', () => {
	const bytes = fc
		.array(fc.constantFrom('a', ',', '"', '\n', '\r', '\r\n', '""', '\0', '\xff'), {maxLength: 60})
		.map(parts => Buffer.from(parts.join(''), 'latin1'));
	const withoutEnds = (text: string) => text.replace(/[\r\n]/g, '');
	fc.assert(
		fc.property(bytes, fc.integer({min: 1, max: 20}), (input, pieces) => {
			const found = scan(input, pieces);
			expect(found).toEqual(scan(input, 1000));
			const all = [...found.rows, ...found.rejects].sort((a, b) => a.line - b.line);
			expect(withoutEnds(all.map(({text}) => text).join(''))).toBe(withoutEnds(input.toString('latin1')));
		}),
		laws(400),
	);
});
