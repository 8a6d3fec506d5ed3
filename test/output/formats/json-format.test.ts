import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Cell, type Column, dataset} from '../../../src/output/dataset.ts';
import {hostileText, obeyed} from '../../support/data/hostile-text.ts';
import {laws} from '../../support/laws/laws.ts';
import {render} from '../../support/program/render.ts';

const columns: readonly Column[] = [
	{key: '10', title: 'Ten', kind: 'label'},
	{key: '9', title: 'Nine', kind: 'text'},
	{key: '__proto__', title: 'Proto', kind: 'count'},
];

test('writes json as one array, one row per line, members in the order of the columns', async () => {
	const {text} = await render(
		dataset(columns, [
			['a', '<NULL>', 1.5],
			['<NULL>', null, 0],
		]),
		'json',
	);
	expect(text).toBe('[\n{"10":"a","9":"<NULL>","__proto__":1.5},\n{"10":null,"9":null,"__proto__":0}\n]\n');
	expect((await render(dataset(columns, []), 'json')).text).toBe('[]\n');
});

test('writes the same rows as ndjson, one per line', async () => {
	const {text} = await render(dataset(columns, [['a', 'b', 1]]), 'ndjson');
	expect(text).toBe('{"10":"a","9":"b","__proto__":1}\n');
	expect((await render(dataset(columns, []), 'ndjson')).text).toBe('');
	const on: Column = {key: 'on', title: 'On', kind: 'boolean'};
	const {text: flags} = await render(
		dataset(
			[...columns, on],
			[
				['a', '"', -0.5, true],
				[null, '', 1e21, false],
			],
		),
		'ndjson',
	);
	expect(flags).toBe(
		'{"10":"a","9":"\\"","__proto__":-0.5,"on":true}\n{"10":null,"9":"","__proto__":1e+21,"on":false}\n',
	);
});

test('reads back every text unchanged, and none of it moves a terminal', async () => {
	const row = fc.tuple(
		hostileText,
		fc.option(hostileText),
		fc.option(fc.double({noNaN: true, noDefaultInfinity: true})),
	);
	const law = fc.asyncProperty(fc.array(row, {maxLength: 10}), async rows => {
		const expected = rows.map(cells =>
			cells.map((cell, at) => (at === 0 && cell === '<NULL>' ? null : (cell as Cell))),
		);
		for (const format of ['json', 'ndjson'] as const) {
			const {text} = await render(dataset(columns, rows), format);
			expect(text).not.toMatch(obeyed);
			const parsed = format === 'json' ? text : `[${text.trimEnd().replaceAll('\n', ',')}]`;
			const read = (JSON.parse(parsed) as object[]).map(object =>
				columns.map(({key}) => Object.entries(object).find(([name]) => name === key)?.[1]),
			);
			expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
		}
	});
	await fc.assert(law, laws(100));
});
