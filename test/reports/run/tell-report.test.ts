import {expect, test} from 'vitest';
import {describeRange} from '../../../src/reports/run/tell-report.ts';

const today = '2026-06-30';

test.each([
	['-30d', '2026-05-31', 'last 30 days and today'],
	['-12w', '2026-04-07', 'last 12 weeks and today'],
	['now-7', '2026-06-23', 'last 7 days and today'],
	['-6mo', '2025-12-30', 'last 6 months and today'],
	['-6mo', '2025-12-01', 'since 2025-12-01'],
	['-1mo', '2026-05-30', 'since 2026-05-30'],
	['2026-05', '2026-05-01', 'since 2026-05-01'],
])('--from %s that starts on %s until today is %s', (from, first, title) => {
	expect(describeRange({first, last: today}, {today, from})).toBe(title);
	expect(describeRange({first, last: '2026-06-29'}, {today, from})).toBe(`${first} to 2026-06-29`);
});
