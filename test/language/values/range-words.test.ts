import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {countDays, dayText} from '../../../src/calendar.ts';
import {CliError} from '../../../src/errors.ts';
import {findLastDay, resolvePeriod} from '../../../src/language/values/range-words.ts';

// A Tuesday.
const today = '2026-11-24';

describe('a named period gives both ends', () => {
	test.each([
		['last-month', '2026-10-01', '2026-10-31'],
		['last-week', '2026-11-16', '2026-11-22'],
		['LAST-QUARTER', '2026-07-01', '2026-09-30'],
		['2026-10', '2026-10-01', '2026-10-31'],
		['2026-Q3', '2026-07-01', '2026-09-30'],
		['2026-W40', '2026-09-28', '2026-10-04'],
		['2025', '2025-01-01', '2025-12-31'],
		['yesterday', '2026-11-23', '2026-11-23'],
		['2026-10-05', '2026-10-05', '2026-10-05'],
		['today', '2026-11-24', 'today'],
		['this-month', '2026-11-01', 'today'],
		['2026', '2026-01-01', 'today'],
	])('--period %s is %s to %s', (period, from, to) => {
		expect(resolvePeriod({period}, today)).toEqual({from, to, isNamed: true});
	});

	test('also in --from without --to', () => {
		expect(resolvePeriod({from: 'last-month'}, today)).toEqual(resolvePeriod({period: 'last-month'}, today));
		expect(resolvePeriod({from: '2026'}, today)).toEqual(resolvePeriod({period: '2026'}, today));
	});

	test.each([
		{from: 'last-month', to: 'today'},
		{from: '2026-10-05'},
		{from: 'yesterday'},
		{from: '-30d'},
		{from: 'oldest'},
		{from: '2027'},
		{to: 'last-month'},
		{},
	])('but not of $from to $to', words => {
		expect(resolvePeriod(words, today)).toEqual({...words, isNamed: false});
	});
});

test('last week has seven days, from Monday to Sunday, on any day', () => {
	fc.assert(
		fc.property(fc.integer({min: 10_000, max: 40_000}), number => {
			const day = dayText(number);
			const {from = '', to = ''} = resolvePeriod({period: 'last-week'}, day);
			expect([new Date(from).getUTCDay(), countDays({first: from, last: to})]).toEqual([1, 7]);
			expect(to < day).toBe(true);
		}),
	);
});

test.each([
	[{period: '-30d'}, /is a start/],
	[{period: 'today-4w'}, /is a start/],
	[{period: 'oldest'}, /is a start/],
	[{period: 'lastmonth'}, /is not a period/],
	[{period: 'week'}, /'week' is not a period/],
	[{period: '2026-13'}, /there is no month 13/],
	[{period: 'tomorrow'}, /after today/],
	[{period: '2026-10', to: 'today'}, /cannot be combined with --to/],
])('rejects %j', (words, message) => {
	expect(() => resolvePeriod(words, today)).toThrow(message);
	expect(() => resolvePeriod(words, today)).toThrow(CliError);
	expect(findLastDay(words, today)).toBeUndefined();
});
