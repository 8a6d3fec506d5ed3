import {buffer} from 'node:stream/consumers';
import {expect, test} from 'vitest';
import {fromBuffer} from 'yauzl';
import type {Cell, Column} from '../../../src/output/dataset.ts';
import {toXlsx} from '../../../src/output/formats/xlsx-format.ts';

/** Workbooks, read back by a zip reader and as XML. */

const column = (key: string, kind: Column['kind']): Column => ({key, title: `The ${key}`, kind});

async function write(columns: readonly Column[], rows: readonly (readonly Cell[])[], header = true) {
	const {chunks, notes} = toXlsx({columns, blocks: [rows]}, {header});
	const parts = await unzip(await buffer(chunks));
	return {
		notes: notes?.(),
		sheet: parts.get('xl/worksheets/sheet1.xml') ?? '',
		styles: parts.get('xl/styles.xml') ?? '',
	};
}

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
	const parts = new Map<string, string>();
	const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
		fromBuffer(bytes, {lazyEntries: false}, (error, file) => (error ? reject(error) : resolve(file))),
	);
	const reading: Promise<void>[] = [];
	zip.on('entry', entry => {
		reading.push(
			new Promise((resolve, reject) =>
				zip.openReadStream(entry, async (error, stream) => {
					if (error) return reject(error);
					const chunks: Buffer[] = [];
					for await (const chunk of stream) chunks.push(chunk);
					parts.set(entry.fileName, Buffer.concat(chunks).toString());
					resolve();
				}),
			),
		);
	});
	await new Promise(resolve => zip.once('end', resolve));
	await Promise.all(reading);
	return parts;
}

const fromXml = (text: string) =>
	text
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&amp;/g, '&')
		.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The cells of a sheet by their place, as a spreadsheet reads them; a formula would be one of them. */
const cellsOf = (sheet: string) =>
	Object.fromEntries(
		[...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
			([, place = '', attributes = '', body = '']) => {
				const kind = /t="(\w+)"/.exec(attributes)?.[1] ?? 'number';
				const inner = /<(?:v|t)(?: [^>]*)?>(.*?)<\/(?:v|t)>/s.exec(body)?.[1] ?? '';
				return [place, body.includes('<f') ? 'FORMULA' : [kind, fromXml(inner)]] as const;
			},
		),
	);

test('keeps numbers and booleans, and leaves empty cells in place', async () => {
	const {sheet} = await write(
		[column('text', 'text'), column('count', 'count'), column('flag', 'boolean'), column('last', 'text')],
		[
			['007', 12.5, true, 'z'],
			[null, -3, false, null],
		],
	);
	expect(cellsOf(sheet)).toEqual({
		A1: ['inlineStr', 'The text'],
		B1: ['inlineStr', 'The count'],
		C1: ['inlineStr', 'The flag'],
		D1: ['inlineStr', 'The last'],
		A2: ['inlineStr', '007'],
		B2: ['number', '12.5'],
		C2: ['b', '1'],
		D2: ['inlineStr', 'z'],
		B3: ['number', '-3'],
		C3: ['b', '0'],
	});
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'])('keeps %j as text', async text => {
	const {sheet} = await write([column('a', 'text'), column('b', 'number')], [[text, text]]);
	expect(cellsOf(sheet)).toMatchObject({A2: ['inlineStr', text], B2: ['inlineStr', text]});
});

test.each(['_x0041_', 'a\u0001b', 'two\r\nlines', ' blanks ', '<&"\'>', 'é 😀', '_x005F_'])(
	'%j comes back as it was',
	async text => {
		const {sheet} = await write([column('a', 'text')], [[text]]);
		expect(cellsOf(sheet).A2).toEqual(['inlineStr', text]);
	},
);

test('writes days and times as dates of the same wall clock, and other text as text', async () => {
	const dates = ['2026-05-01', '2026-02-29', '0001-01-01', 'unknown', null];
	const {sheet} = await write(
		[column('day', 'date')],
		dates.map(date => [date]),
	);
	// Day 46143 after the last day of 1899, as spreadsheets count.
	expect(cellsOf(sheet)).toMatchObject({
		A2: ['number', '46143'],
		A3: ['inlineStr', '2026-02-29'],
		A4: ['inlineStr', '0001-01-01'],
		A5: ['inlineStr', 'unknown'],
	});
	const {sheet: times, styles} = await write(
		[{...column('time', 'date'), storedAs: 'TIMESTAMP'}],
		[['2026-05-01T12:00:00']],
	);
	expect(cellsOf(times).A2).toEqual(['number', '46143.5']);
	expect(styles).toContain('yyyy-mm-dd hh:mm:ss');
});

test('keeps the header in view, and makes columns as wide as their text', async () => {
	const {sheet} = await write([column('a', 'text'), column('b', 'text')], [['x'.repeat(30), 'y'.repeat(500)]]);
	expect(sheet).toMatch(/<pane ySplit="1"[^>]*state="frozen"/);
	expect([...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(found => found[1])).toEqual(['32', '60']);
	const {sheet: bare} = await write([column('a', 'text')], [['x']], false);
	expect(cellsOf(bare)).toEqual({A1: ['inlineStr', 'x']});
	expect(bare).not.toContain('<pane');
});

test('cuts a text that exceeds the limit of a cell, and says so', async () => {
	const {sheet, notes} = await write([column('a', 'text')], [['x'.repeat(40_000)]]);
	expect((cellsOf(sheet).A2 ?? [])[1]).toHaveLength(32_767);
	expect(notes).toEqual(['1 text cut to 32767 characters, the limit of a workbook cell']);
});

test('characters that XML cannot contain are escaped, with a note', async () => {
	const {sheet, notes} = await write([column('a', 'text')], [['x\uffff\ufffey']]);
	expect(sheet).toContain('x_xFFFF__xFFFE_y');
	expect(notes).toEqual(['1 text with characters that XML cannot contain, written as _xFFFF_']);
});
