import {expect, test} from 'vitest';
import {findOlder} from '../../src/release/release-counts.ts';

test('a version below one that was in use before the range is not new, even if nobody used it on the first day', () => {
	const counts = [
		{version: '5.2', firstDay: '2026-06-11'},
		{version: '5.1', firstDay: '2026-06-01'},
		{version: '4.10', firstDay: '2026-06-09'},
		{version: '4.9', firstDay: '2026-06-20'},
	];
	expect([...findOlder(counts, new Set(), '2026-06-01')]).toEqual(['5.1', '4.10', '4.9']);
	expect([...findOlder(counts.slice(2), new Set(['4.10']), '2026-06-01')]).toEqual(['4.10', '4.9']);
	expect([...findOlder(counts, new Set(), '2026-05-31')]).toEqual([]);
});
