import {expect, test} from 'vitest';
import {describeDays} from '../../../src/archive/crashes/record-days.ts';

test.each([
	[undefined, 'Crashes, 2026-11-02 to 2026-11-20'],
	['2026-11-05', 'Crashes, 2026-11-05 to 2026-11-20'],
	['2026-11-22', 'Crashes since 2026-11-22'],
])('names the days from %s, none of which ends before it begins', (since, title) => {
	const days = {first: '2026-11-02', last: '2026-11-20'};
	expect(describeDays('Crashes', days, since)).toBe(title);
});
