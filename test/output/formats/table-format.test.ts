import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sentenceLayout} from '../../../src/output/column-layout.ts';
import {type Cell, type Column, dataset} from '../../../src/output/dataset.ts';
import {displayWidth} from '../../../src/output/display-width.ts';
import {printable} from '../../../src/output/printable.ts';
import {hostileText, obeyed} from '../../support/data/hostile-text.ts';
import {laws} from '../../support/laws/laws.ts';
import {render} from '../../support/program/render.ts';

const keyColumns: readonly Column[] = [
	{key: 'licenseKey', title: 'Key', kind: 'text'},
	{key: 'expiryDate', title: 'Expires', kind: 'date', layout: {priority: 1}},
	{key: 'installCount', title: 'Installs', kind: 'count', layout: {priority: 1}},
	{key: 'activated', title: 'Activated', kind: 'boolean'},
	{key: 'share', title: 'Share %', kind: 'percent'},
	{key: 'lastEditedBy.email', title: 'Edited by', kind: 'text'},
	{key: 'notes', title: 'Notes', kind: 'text'},
];
const keys: readonly Cell[][] = [
	[
		'AAAA-BBBB-CCCC-0001',
		'2026-12-31',
		12,
		true,
		12.5,
		'ada@example.com',
		'renewed by phone, see ticket 4711; waits for the invoice',
	],
	['漢字-キー-0002', null, 1204, false, 100, null, 'line one\nline two\tand a tab'],
	['\u001b[31mRED\u001b[0m', '2025-02-28', 0, true, 0, 'bob@example.com', ''],
];

test.each([undefined, 200, 80, 60, 30, 1])('shows keys in %s columns', async width => {
	const {text, notes} = await render(dataset(keyColumns, keys), 'table', {width});
	const shown = `${text}${notes.map(note => `! ${note}\n`).join('')}`;
	await expect(shown).toMatchFileSnapshot(`../../transcripts/table-${width ?? 'pipe'}.txt`);
});

test('each figure in rows of its own has its decimals, with or without a mark', async () => {
	const columns: Column[] = [
		{key: 'figure', title: 'Figure', kind: 'text', namesUnit: true},
		{key: 'month', title: 'Month', kind: 'percent', unit: '%'},
	];
	const rows = [
		['Engaged %', 28],
		['low', 23.74],
		['Engaged %', '26.8*'],
		['low', 22.5],
	];
	const {text} = await render(dataset(columns, rows), 'table', {width: 80});
	expect(text.split('\n').slice(2, 6)).toEqual([
		'Engaged %   28.0',
		'low        23.74',
		'Engaged %  26.8*',
		'low        22.50',
	]);
});

test('writes days without their year if the table is too wide with it', async () => {
	const columns = ['2026-06-22', '2026-06-29*'].map(
		(title): Column => ({key: title, title, kind: 'count', layout: {keepsRight: true, shortTitle: title.slice(5)}}),
	);
	const draw = async (width: number) => (await render(dataset(columns, [[12, 7]]), 'table', {width})).text;
	expect(await draw(23)).toBe('2026-06-22  2026-06-29*\n──────────  ───────────\n        12            7\n');
	expect(await draw(22)).toBe('06-22  06-29*\n─────  ──────\n   12       7\n');
	expect(await draw(12)).toBe('06-29*\n──────\n     7\n');
});

test('writes no line that is wider than the terminal', async () => {
	const cells = fc.tuple(
		hostileText,
		fc.constant('2026-01-01'),
		fc.nat(9999),
		fc.boolean(),
		fc.nat(100),
		hostileText,
		hostileText,
	);
	const law = fc.asyncProperty(
		fc.array(cells, {maxLength: 8}),
		fc.integer({min: 40, max: 220}),
		async (rows, width) => {
			const {text} = await render(dataset(keyColumns, rows), 'table', {width});
			const lines = text.slice(0, -1).split('\n');
			expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
			expect(lines).toHaveLength(rows.length + 2);
			expect(text).not.toMatch(obeyed);
		},
	);
	await fc.assert(law, laws(60));
});

test('pads each cell to the width of its column', async () => {
	const columns = keyColumns.filter(({kind}) => kind === 'text');
	const odd = fc.constantFrom('\ue000', '\ue000\ue000 \ue000', '\u0301', ' é ', '漢 ', '  ', '');
	const text = fc.oneof(hostileText, odd).filter(each => displayWidth(printable(each)) <= 80);
	const law = fc.asyncProperty(fc.array(fc.tuple(text, text, text), {minLength: 1, maxLength: 25}), async rows => {
		const {text: shown} = await render(dataset(columns, rows), 'table', {header: false});
		const cells = rows.map(row => row.map(printable));
		const widths = columns.map(({title}, at) =>
			Math.max(displayWidth(title), ...cells.map(row => displayWidth(row[at] as string))),
		);
		const pad = (cell: string, at: number) => cell + ' '.repeat((widths[at] as number) - displayWidth(cell));
		expect(shown.split('\n')).toEqual([...cells.map(row => row.map(pad).join('  ').replace(/ +$/, '')), '']);
	});
	await fc.assert(law, laws(60));
});

test('takes time proportional to the length of a cell, not to its square', async () => {
	const cells = ['漢'.repeat(100_000), `a${' '.repeat(200_000)}b`, 'é'.repeat(200_000)];
	const {text} = await render(
		dataset(
			keyColumns.slice(0, 1),
			cells.map(cell => [cell]),
		),
		'table',
		{header: false},
	);
	expect(text.split('\n')).toEqual([...cells, '']);
});

test('writes every character of any cell to a pipe', async () => {
	const long = 'x'.repeat(20_000);
	const wide = '漢'.repeat(3000);
	const {text} = await render(
		dataset(keyColumns.slice(0, 3), [
			['a', 'b', 1],
			[long, wide, 2],
			['c', 'd', 3],
		]),
		'table',
	);
	const lines = text.split('\n');
	expect(lines[3]).toContain(`${long}  ${wide}`);
	// The long row stands out by itself: the others are not padded to its width.
	expect(lines[2]?.length).toBeLessThan(500);
	expect(lines[4]?.length).toBe(lines[2]?.length);
});

test('keeps all rows beyond the look-ahead in order', async () => {
	const rows = Array.from({length: 12_345}, (_, index): Cell[] => [
		`row ${index}`,
		index === 9000 ? 'wider than before' : 'x',
	]);
	const columns = keyColumns.slice(0, 2);
	const blocks = Array.from({length: 13}, (_, page) => rows.slice(page * 1000, (page + 1) * 1000));
	const {text} = await render({columns, blocks}, 'table');
	const lines = text.trimEnd().split('\n').slice(2);
	expect(lines.map(line => line.split(/ {2,}/))).toEqual(rows);
});

test('writes each block of a live table when it arrives', async () => {
	const {chunks} = await render({columns: keyColumns.slice(0, 1), blocks: [[['a']], [['b']]], live: true}, 'table', {
		live: true,
	});
	expect(chunks).toEqual(['Key\n───\na\n', 'b\n']);
});

test('makes headings bold with color and changes nothing else', async () => {
	const plain = await render(dataset(keyColumns, keys), 'table');
	const colored = await render(dataset(keyColumns, keys), 'table', {color: true});
	expect(colored.text).not.toBe(plain.text);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colors
	expect(colored.text.replace(/\u001b\[\d+m/g, '')).toBe(plain.text);
});

test('writes a table without a header, and without rows', async () => {
	expect((await render(dataset(keyColumns.slice(0, 2), [['a', 'b']]), 'table', {header: false})).text).toBe('a    b\n');
	expect((await render(dataset(keyColumns.slice(0, 2), []), 'table')).text).toBe('Key  Expires\n───  ───────\n');
});

test('writes any label as text in Markdown', async () => {
	const data = dataset(keyColumns.slice(0, 3), [
		['<script>|[a](b)', '`x` *y* _z_ ~q~ \\', 5],
		['<NULL>', null, 0],
	]);
	expect((await render(data, 'md')).text).toBe(
		[
			'| Key | Expires | Installs |',
			'| --- | --- | ---: |',
			'| \\<script\\>\\|\\[a\\](b) | \\`x\\` \\*y\\* \\_z\\_ \\~q\\~ \\\\ | 5 |',
			'| \\<NULL\\> |  | 0 |',
			'',
		].join('\n'),
	);
});

test('aligns decimal points, shows months without a day', async () => {
	const columns: readonly Column[] = [
		{key: 'date', title: 'Date', kind: 'date', unit: 'month'},
		{key: 'average', title: 'Per user', kind: 'number'},
		{key: 'over', title: 'Over quota', kind: 'count'},
	];
	const rows: Cell[][] = [
		['2026-05-01', 1.25, -5],
		['2026-06-01', 100, 0],
		['2026-07-01', null, 12],
	];
	expect((await render(dataset(columns, rows), 'table')).text).toBe(
		[
			'Date     Per user  Over quota',
			'───────  ────────  ──────────',
			'2026-05      1.25          -5',
			'2026-06    100.00           0',
			'2026-07                    12',
			'',
		].join('\n'),
	);
	expect((await render(dataset(columns, rows), 'csv', {header: false})).text).toContain('2026-05-01,1.25,-5\n');
});

test('continues a sentence in the next line, to its last word', async () => {
	const columns: readonly Column[] = [
		{key: 'check', title: 'Check', kind: 'text'},
		{key: 'advice', title: 'What to do', kind: 'text', layout: sentenceLayout},
	];
	const advice = `keep the settings in /var/lib/${'usagectl'.repeat(9)}, which no other user may read`;
	const {text, notes} = await render(dataset(columns, [['rights', advice]]), 'table', {width: 40});
	expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(40);
	expect(text.replace(/^.*\n.*\n/, '').replace(/\s/g, '')).toBe(`rights${advice.replace(/\s/g, '')}`);
	expect(notes).toEqual([]);
});

test.each(['table', 'md'] as const)('puts a sign before each change that is not 0: %s', async format => {
	const columns: readonly Column[] = [
		{key: 'delta', title: 'Change', kind: 'number', isChange: true},
		{key: 'value', title: 'Now', kind: 'number'},
	];
	const {text} = await render(
		dataset(columns, [
			[12, 5],
			[-3.5, -2],
			[0, 0],
			[null, 1],
		]),
		format,
		{},
	);
	const cells = [...text.matchAll(/^[| ]*(?:([+−-]?\d[\d.]*)[| ]+)?([+−-]?\d[\d.]*)[ |]*$/gm)].map(match =>
		match.slice(1),
	);
	const decimals = format === 'table' ? ['+12.0', '−3.5', '0.0'] : ['+12', '−3.5', '0'];
	expect(cells).toEqual([
		[decimals[0], '5'],
		[decimals[1], '-2'],
		[decimals[2], '0'],
		[undefined, '1'],
	]);
});
