import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Column, dataset, type Row} from '../../../src/output/dataset.ts';
import {toWide} from '../../../src/output/rows/pivot-rows.ts';

const columns: Column[] = [
	{key: 'who', title: 'Who', kind: 'label'},
	{key: 'when', title: 'When', kind: 'period'},
	{key: 'size', title: 'Size', kind: 'count'},
	{key: 'share', title: 'Share', kind: 'percent', unit: '%'},
];
const pivot = {subject: ['who'], across: 'when', figure: 'share'};
const size = {figure: 'size', column: {key: 'size0', title: 'Size', kind: 'count'} as const};

test('keeps both orders, and leaves cells without a row null', async () => {
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
			...['0', '10', '2'].map(head => ({key: head, title: head, kind: 'percent', unit: '%'})),
		],
		blocks: [
			[
				['b', 9, 100, 44.4, null],
				['a', 5, 100, null, 80],
				[null, 1, null, null, null],
			],
		],
	});
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
