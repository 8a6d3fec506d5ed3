import {expect, test} from 'vitest';
import {type Dataset, gatherRows, type Row} from '../../../src/output/dataset.ts';
import {limitRows} from '../../../src/output/rows/limit-rows.ts';

const columns = [{key: 'n', title: 'N', kind: 'number'}] as const;
const blocks: readonly (readonly Row[])[] = [
	[[1], [2]],
	[[3], [4]],
];

test.each<[number | undefined, Partial<Dataset>, readonly number[], readonly string[]]>([
	[undefined, {}, [1, 2, 3, 4], []],
	[9, {}, [1, 2, 3, 4], []],
	[3, {}, [1, 2, 3], ['there may be more rows: --limit']],
	[3, {total: () => 1234}, [1, 2, 3], ['1,231 more rows: --limit']],
	[4, {total: () => 4}, [1, 2, 3, 4], []],
])('with limit %s notes what is omitted', async (limit, more, expected, notes) => {
	const limited = limitRows({columns, blocks, ...more}, limit);
	expect((await gatherRows(limited.data.blocks)).map(([n]) => n)).toEqual(expected);
	expect(limited.notes()).toEqual(notes);
});

test('reads no further block once there are enough rows', async () => {
	let read = 0;
	async function* counted() {
		for (const block of blocks) {
			read++;
			yield block;
		}
	}
	await gatherRows(limitRows({columns, blocks: counted()}, 2).data.blocks);
	expect(read).toBe(1);
});
