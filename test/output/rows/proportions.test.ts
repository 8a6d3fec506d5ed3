import {expect, test} from 'vitest';
import type {Column} from '../../../src/output/dataset.ts';
import {getCounts} from '../../../src/output/rows/proportions.ts';
import {isSmallGroup} from '../../../src/output/small-group.ts';

const count = (key: string): Column => ({key, title: key, kind: 'count'});
const percent = (proportion: Column['proportion']): Column => ({
	key: 'percent',
	title: '%',
	kind: 'percent',
	...(proportion ? {proportion} : {}),
});

test('adds up the base in the same row', () => {
	const used = percent({part: 'used', of: ['used', 'never']});
	const rows = [
		[20, 9, 68.97],
		[30, null, null],
	];
	const counts = getCounts([count('used'), count('never'), used], rows, used);
	expect(counts).toEqual([{count: 20, total: 29}, null]);
	expect(counts.map(each => isSmallGroup(each?.total))).toEqual([true, false]);
	expect(getCounts([], rows, percent(undefined))).toEqual([null, null]);
});
