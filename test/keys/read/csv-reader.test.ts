import {expect, test} from 'vitest';
import {maxRecordBytes} from '../../../src/keys/read/csv-reader.ts';
import {createSource, readWhole} from '../support/csv-reading.ts';

async function read(text: string, {delimiter = ',', chunk = 65_536, lineEnd = '\n' as '\n' | '\r'} = {}) {
	const {rows, problems} = await readWhole(createSource(Buffer.from(text), [chunk]), delimiter, lineEnd);
	return {
		rows: rows.map(({line, cells, positions}) => ({
			line,
			cells,
			columns: positions.map(position => `${position.line}:${position.column}`),
		})),
		faults: problems.map(({line, column, message}) => `${line}:${column} ${message}`),
	};
}

test('gives each row its line and each cell its position', async () => {
	const {rows, faults} = await read('licenseKey,notes\nA,"two\nlines, ""quoted"""\n\nB,x\n');
	expect(faults).toEqual([]);
	expect(rows).toEqual([
		{line: 1, cells: ['licenseKey', 'notes'], columns: ['1:1', '1:12']},
		{line: 2, cells: ['A', 'two\nlines, "quoted"'], columns: ['2:1', '2:3']},
		{line: 5, cells: ['B', 'x'], columns: ['5:1', '5:3']},
	]);
});

test('locates a cell after a quoted line break', async () => {
	const {rows} = await read('"a\nb",c\nd,e');
	expect(rows.map(row => row.columns)).toEqual([
		['1:1', '2:4'],
		['3:1', '3:3'],
	]);
});

test.each([
	['LF', '\n'],
	['CRLF', '\r\n'],
	['CR', '\r'],
])('reads files with %s line ends, without the last one', async (_name, end) => {
	const {rows} = await read(['a,b', 'c,d', 'e,f'].join(end), {lineEnd: end === '\r' ? '\r' : '\n'});
	expect(rows.map(({line, cells}) => [line, ...cells])).toEqual([
		[1, 'a', 'b'],
		[2, 'c', 'd'],
		[3, 'e', 'f'],
	]);
});

test('leaves no carriage return in a value when line ends are mixed', async () => {
	const {rows} = await read('a,b\r\nc,d\ne,f\r\n');
	expect(rows.flatMap(row => row.cells)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('keeps a quoted line end unchanged', async () => {
	const {rows} = await read('k,"a\r\nb"\r\nl,"c\rd"\r\n');
	expect(rows.map(({line, cells}) => [line, cells[1]])).toEqual([
		[1, 'a\r\nb'],
		[3, 'c\rd'],
	]);
});

test('reports every quoting error and continues after it', async () => {
	const text = 'k,n\nA,x"y\nB,good\nC,"open" no\nD,good\nE,"multi\nline" bad\nF,good\n';
	const {rows, faults} = await read(text);
	expect(rows.map(({line, cells}) => [line, cells[0]])).toEqual([
		[1, 'k'],
		[3, 'B'],
		[5, 'D'],
		[8, 'F'],
	]);
	expect(faults).toEqual([
		'2:4 a quote in an unquoted cell: put the cell in quotes and double the quotes inside it',
		'4:9 text after the closing quote of a cell: double the quotes inside it (the cell begins at 4:3)',
		'7:6 text after the closing quote of a cell: double the quotes inside it (the cell begins at 6:3)',
		'7:5 a quote in an unquoted cell: put the cell in quotes and double the quotes inside it',
	]);
});

test('finds a NUL after a closing quote, which csv-parse accepts', async () => {
	const {rows, faults} = await read('k,n\nA,"x"\0B,y\nC,good\n');
	expect(rows.map(({cells}) => cells)).toEqual([
		['k', 'n'],
		['C', 'good'],
	]);
	expect(faults).toEqual([
		'2:6 text after the closing quote of a cell: double the quotes inside it (the cell begins at 2:3)',
	]);
});

test('reports the line of a quote that is never closed', async () => {
	const {faults, rows} = await read(`k,n\nA,x\nB,"never closed\n${'C,y\n'.repeat(5000)}`);
	expect(faults).toEqual(['3:3 this quote is never closed']);
	expect(rows).toHaveLength(5002);
});

test('stops at the quote of a record that is too long', async () => {
	const {faults} = await read(`k,n\nA,"${'x'.repeat(maxRecordBytes + 10)}`, {chunk: 1 << 20});
	expect(faults).toEqual([
		'2:3 a record is longer than 16 MiB, probably because of an unclosed quote; the rest was not read',
	]);
});

test('stops after two thousand quoting errors', async () => {
	const {faults} = await read(`k\n${'a"b\n'.repeat(2_500)}`);
	expect(faults).toHaveLength(2_001);
	expect(faults.at(-1)).toBe('2001:2 stopped after 2,000 quoting errors');
});

test('reads a block of very many short lines', async () => {
	const {rows, faults} = await read('a\n'.repeat(100_000), {chunk: 1 << 20});
	expect(faults).toEqual([]);
	expect([rows.length, rows.at(-1)?.line]).toEqual([100_000, 100_000]);
});

test('a quote on every line makes records of two lines', async () => {
	const {rows, faults} = await read('"\n'.repeat(10_000));
	expect(faults).toEqual([]);
	expect([rows.length, rows.at(-1)?.line, rows.at(-1)?.cells]).toEqual([5_000, 9_999, ['\n']]);
});

test('reads consecutive records of a megabyte, and short ones after them', async () => {
	const long = `k,"${'"",\n'.repeat(262_144)}"\n`;
	const {rows, faults} = await read(`${long.repeat(2)}k,x\nk,y\n`);
	expect(faults).toEqual([]);
	expect(rows.map(({line, cells}) => [line, cells[1]?.length])).toEqual([
		...[0, 1].map(turn => [1 + turn * 262_145, 786_432]),
		[524_291, 1],
		[524_292, 1],
	]);
});

test('lines after an unclosed quote are read as separate records', async () => {
	const {faults, rows} = await read('k,n\nA,"open\nB,x\nC,"y"\nD,z\n');
	expect(faults).toEqual([
		'4:4 text after the closing quote of a cell: double the quotes inside it (the cell begins at 2:3)',
	]);
	expect(rows.map(({line, cells}) => [line, cells[0]])).toEqual([
		[1, 'k'],
		[3, 'B'],
		[4, 'C'],
		[5, 'D'],
	]);
});
