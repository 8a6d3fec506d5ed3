import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Column, dataset, type Row} from '../../../src/output/dataset.ts';
import {toWide} from '../../../src/output/rows/pivot-rows.ts';
import {render} from '../../support/program/render.ts';

const columns: Column[] = [
	{key: 'who', title: 'Who', kind: 'label'},
	{key: 'when', title: 'When', kind: 'period'},
	{key: 'size', title: 'Size', kind: 'count'},
	{key: 'share', title: 'Share', kind: 'percent', unit: '%'},
];
const pivot = {subject: ['who'], across: 'when', figures: ['share']};
const size = {figure: 'size', column: {key: 'size0', title: 'Size', kind: 'count'} as const};

test('keeps the order of rows, sorts periods, and leaves cells without a row null', async () => {
	const rows: Row[] = [
		['b', 0, 9, 100],
		['b', 10, 4, 44.4],
		['a', 0, 5, 100],
		['a', 2, 4, 80],
		[null, 0, 1, null],
	];
	const {total, ...wide} = await toWide(dataset(columns, rows), {...pivot, size});
	expect(total?.()).toBe(3);
	expect(wide).toEqual({
		columns: [
			columns[0],
			size.column,
			...['0', '2', '10'].map(head => ({key: head, title: head, kind: 'percent', unit: '%'})),
		],
		blocks: [
			[
				['b', 9, 100, null, 44.4],
				['a', 5, 100, 80, null],
				[null, 1, null, null, null],
			],
		],
	});
});

test('has a row per figure, dates in order, unique keys and what is incomplete', async () => {
	const dated: Column[] = [
		{key: 'who', title: 'Who', kind: 'label'},
		{key: 'date', title: 'Date', kind: 'date', unit: 'month'},
		{key: 'new', title: 'New', kind: 'count'},
		{key: 'share', title: 'Share', kind: 'percent', unit: '%'},
		{key: 'complete', title: 'Period', kind: 'boolean', marksIncomplete: true},
	];
	const months = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-06-01'];
	const rows: Row[] = [
		['who', '2026-04-01', 1, 10, false],
		...months.map((date, at): Row => ['a', date, at, 5, at === 0]),
		['b', '2026-02-01', 2, 20, true],
	];
	const both = {subject: ['who'], across: 'date', figures: ['new', 'share']};
	const wide = await toWide(dataset(dated, rows), both);
	expect(wide.columns.map(({layout}) => layout?.shortTitle)).toContain('2026-06');
	expect(wide.columns.map(({key, kind}) => `${key}: ${kind}`)).toEqual([
		'who: label',
		'figure: text',
		...months.map(date => `${date}: number`),
		'incomplete: text',
	]);
	expect(wide.blocks).toEqual([
		[
			['who', 'new', null, null, 1, null, '2026-04-01'],
			['who', 'share', null, null, 10, null, '2026-04-01'],
			['a', 'new', 0, 1, 2, 3, '2026-03-01..2026-06-01'],
			['a', 'share', 5, 5, 5, 5, '2026-03-01..2026-06-01'],
			['b', 'new', 2, null, null, null, null],
			['b', 'share', 20, null, null, null, null],
		],
	]);
	const named = await toWide(dataset(dated, rows), {...both, across: 'who', subject: ['date']});
	expect(named.columns.map(({key}) => key)).toEqual(['date', 'figure', 'who', 'a', 'b', 'incomplete']);
	const collided = await toWide(dataset(dated.with(0, {...(dated[0] as Column), key: 'a'}), rows), {
		subject: ['a'],
		across: 'a',
		figures: ['new'],
	});
	expect(collided.columns.map(({key}) => key)).toEqual(['a', 'who', 'a_2', 'b', 'incomplete']);
});

test('puts every figure into the cell of its subject and heading', async () => {
	const row = fc.tuple(fc.constantFrom('a', 'b', '__proto__', null), fc.nat({max: 12}), fc.constant(1), fc.nat());
	await fc.assert(
		fc.asyncProperty(fc.uniqueArray(row, {selector: ([who, when]) => `${who} ${when}`}), async rows => {
			const wide = await toWide(dataset(columns, rows), pivot);
			const cells = [...(wide.blocks as Iterable<readonly Row[]>)]
				.flat()
				.flatMap(([who, ...figures]) =>
					figures.flatMap((figure, place) =>
						figure === null ? [] : [[who, Number(wide.columns[place + 1]?.key), 1, figure]],
					),
				);
			const key = (row: readonly unknown[]) => JSON.stringify(row);
			expect(cells.map(key).sort()).toEqual(rows.map(key).sort());
		}),
		{numRuns: 100},
	);
});

test('each figure has its decimals and its heading in a table', async () => {
	const ends = [...columns, {key: 'shareLow', title: 'Share low', kind: 'percent', unit: '%'} as const];
	const rows: Row[] = [
		['a', 0, 12, 24.5, 7],
		['b', 0, 9, 56.6, 31.25],
	];
	const wide = await toWide(dataset(ends, rows), {...pivot, figures: ['size', 'share', 'shareLow']});
	const {text} = await render(wide, 'table', {});
	const lines = text.trimEnd().split('\n').slice(2);
	expect(lines.map(line => line.split(/ {2,}/))).toEqual([
		['a', 'Size', '12'],
		['a', 'Share', '24.5'],
		['a', 'Share low', '7.00'],
		['b', 'Size', '9'],
		['b', 'Share', '56.6'],
		['b', 'Share low', '31.25'],
	]);
});

test('no terminal is so narrow that the ends of an interval look alike', async () => {
	const ends = [...columns, {key: 'shareLow', title: 'Share of active % low', kind: 'percent', unit: '%'} as const];
	const rows: Row[] = Array.from({length: 20}, (_, when) => ['who', when, 1, 24.51, 21.05]);
	const wide = await toWide(dataset(ends, rows), {...pivot, figures: ['share', 'shareLow']});
	expect((await render(wide, 'table', {width: 60})).text).toContain('Share of active % low ');
});

test('shortens days to month and day, unless two would be the same', async () => {
	const days: Column[] = [
		{key: 'date', title: 'Date', kind: 'date', unit: 'week'},
		{key: 'new', title: 'New', kind: 'count'},
	];
	const shorten = async (...dates: string[]) => {
		const rows = dates.map((date, at): Row => [date, at]);
		const {columns: wide} = await toWide(dataset(days, rows), {subject: [], across: 'date', figures: ['new']});
		return wide.map(({layout}) => layout?.shortTitle);
	};
	expect(await shorten('2025-12-29', '2026-01-05')).toEqual(['12-29', '01-05']);
	expect(await shorten('2025-01-06', '2026-01-06')).toEqual(['2025-01-06', '2026-01-06']);
});
