import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Cell, type Column, dataset} from '../../../src/output/dataset.ts';
import {guardFormula} from '../../../src/output/formats/csv-format.ts';
import {hostileText, hostileTexts} from '../../support/data/hostile-text.ts';
import {laws} from '../../support/laws/laws.ts';
import {render} from '../../support/program/render.ts';

const guarded = /^'+[\s\uFEFF\0]*[=+\-@\t\r\n\0＝＋－＠]/;
/** Takes the guard away. */
const unguardFormula = (text: string) => (guarded.test(text) ? text.slice(1) : text);

const columns: readonly Column[] = [
	{key: 'label', title: 'Label', kind: 'label'},
	{key: 'count', title: 'Count', kind: 'count'},
	{key: 'on', title: 'On', kind: 'boolean'},
	{key: 'exception.class', title: 'Class', kind: 'text'},
];
const cells = fc.tuple(hostileText, fc.option(fc.integer()), fc.option(fc.boolean()), fc.option(hostileText));
const asText = (cell: Cell) => (cell === null ? '' : String(cell));
/** As the label of a row, one text means no value. */
const asLabel = (cell: Cell) => (cell === '<NULL>' ? '' : asText(cell));
/** UTF-8 has no halves of pairs: they become U+FFFD on the way out. */
const asUtf8 = (text: string) => Buffer.from(text).toString();

test('writes RFC 4180 with LF, words for booleans, nothing for null and for the label that means it', async () => {
	const data = dataset(columns, [
		['4.1', 12, true, 'a "b", c'],
		['<NULL>', 0, false, null],
		['two\nlines', -3, null, 'x;=1'],
		['last', 1, null, '<NULL>'],
	]);
	expect((await render(data, 'csv')).text).toBe(
		'label,count,on,exception.class\n4.1,12,true,"a ""b"", c"\n,0,false,\n"two\nlines",-3,,x;=1\nlast,1,,<NULL>\n',
	);
	expect((await render(data, 'tsv', {header: false})).text).toBe(
		'4.1\t12\ttrue\t"a ""b"", c"\n\t0\tfalse\t\n"two\nlines"\t-3\t\tx;=1\nlast\t1\t\t<NULL>\n',
	);
});

test('writes a byte order mark and another delimiter on request', async () => {
	const {text} = await render(dataset(columns, [['a;b', 1, true, 'c']]), 'csv', {bom: true, delimiter: ';'});
	expect(text).toBe('\uFEFFlabel;count;on;exception.class\n"a;b";1;true;c\n');
});

test('writes any rows so that csv-parse reads the same rows', async () => {
	const law = fc.asyncProperty(
		fc.array(cells, {maxLength: 20}),
		fc.constantFrom(',', ';', '\t', '|'),
		async (rows, delimiter) => {
			const {text} = await render(dataset(columns, rows), 'csv', {delimiter});
			const back = parse(Buffer.from(text), {delimiter, relax_column_count: false});
			expect(back).toEqual([
				columns.map(({key}) => key),
				...rows.map(([label = null, ...row]) => [asLabel(label), ...row.map(asText)].map(asUtf8)),
			]);
		},
	);
	await fc.assert(law, laws(100));
});

test('writes the same bytes for any division into blocks', async () => {
	const rows = Array.from({length: 2500}, (_, index): Cell[] => [`v${index}`, index, index % 2 === 0, null]);
	const {text, chunks, rows: counted} = await render(dataset(columns, rows), 'csv');
	const single = {columns, blocks: rows.map(row => [row])};
	expect(await render(single, 'csv')).toMatchObject({text, rows: 2500});
	expect(counted).toBe(2500);
	expect(Math.max(...chunks.map(chunk => chunk.length))).toBeLessThan(64 * 1024);
});

test('neutralizes formulas on request, leaves numbers alone, and can be reversed exactly', async () => {
	const data = dataset(columns, [['=1+1', -5, true, '-5']]);
	expect((await render(data, 'csv', {safe: true})).text).toBe(
		`"label","count","on","exception.class"\n"'=1+1",-5,true,"'-5"\n`,
	);
	const split = dataset(columns, [['x;=1+1', 0, true, 'a\t=1+1,@b']]);
	for (const delimiter of [',', ';'])
		expect((await render(split, 'csv', {safe: true, delimiter, header: false})).text).toBe(
			`${['"x;=1+1"', 0, true, '"a\t=1+1,@b"'].join(delimiter)}\n`,
		);
	const triggers = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];
	fc.assert(
		fc.property(hostileText, text => {
			const guarded = guardFormula(text);
			expect(unguardFormula(guarded)).toBe(text);
			expect(triggers.some(trigger => guarded.startsWith(trigger))).toBe(false);
		}),
		{...laws(500), examples: hostileTexts.map(text => [text])},
	);
});
