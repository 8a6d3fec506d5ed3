import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {shiftDay} from '../../../src/calendar.ts';
import {CliError} from '../../../src/errors.ts';
import {parseDateWord, parsePeriod} from '../../../src/language/values/date-words.ts';
import {laws} from '../../support/laws/laws.ts';

/** Date words. The expected days are from a calendar. */

const today = '2025-03-15'; // a Saturday, in week 11

describe('periods', () => {
	test.each([
		['2024-02-29', '2024-02-29', '2024-02-29'],
		['2024-02', '2024-02-01', '2024-02-29'],
		['2023-02', '2023-02-01', '2023-02-28'],
		['2024', '2024-01-01', '2024-12-31'],
		['2024-Q1', '2024-01-01', '2024-03-31'],
		['2024-q4', '2024-10-01', '2024-12-31'],
		['2024Q2', '2024-04-01', '2024-06-30'],
		['2024-W01', '2024-01-01', '2024-01-07'],
		['2020-W53', '2020-12-28', '2021-01-03'],
		['2021-W01', '2021-01-04', '2021-01-10'],
		['2016-W53', undefined, undefined],
		['2015-W53', '2015-12-28', '2016-01-03'],
		['2024-W00', undefined, undefined],
		['today', '2025-03-15', '2025-03-15'],
		['Yesterday', '2025-03-14', '2025-03-14'],
		['tomorrow', '2025-03-16', '2025-03-16'],
		['today-30d', '2025-02-13', '2025-02-13'],
		['today+2w', '2025-03-29', '2025-03-29'],
		['today-1mo', '2025-02-15', '2025-02-15'],
		['today-13mo', '2024-02-15', '2024-02-15'],
		['today+10mo', '2026-01-15', '2026-01-15'],
		['today-1y', '2024-03-15', '2024-03-15'],
		['tomorrow-1d', '2025-03-15', '2025-03-15'],
		['this-week', '2025-03-10', '2025-03-16'],
		['last-week', '2025-03-03', '2025-03-09'],
		['this-month', '2025-03-01', '2025-03-31'],
		['last-month', '2025-02-01', '2025-02-28'],
		['last-8-weeks', '2025-01-13', '2025-03-09'],
		['last-1-week', '2025-03-03', '2025-03-09'],
		['LAST-30-DAYS', '2025-02-13', '2025-03-14'],
		['last-12-months', '2024-03-01', '2025-02-28'],
		['last-2-quarters', '2024-07-01', '2024-12-31'],
		['last-2-years', '2023-01-01', '2024-12-31'],
		['this-quarter', '2025-01-01', '2025-03-31'],
		['last-quarter', '2024-10-01', '2024-12-31'],
		['this-year', '2025-01-01', '2025-12-31'],
		['LAST-YEAR', '2024-01-01', '2024-12-31'],
		['9999-12-31', '9999-12-31', '9999-12-31'],
		['9999-W52', '9999-12-27', undefined],
		['0001', '0001-01-01', '0001-12-31'],
	])('%s', (word, first, last) => {
		const period = parsePeriod(word, today);
		if (first === undefined || last === undefined) expect(period).toHaveProperty('message');
		else expect(period).toEqual({first, last});
	});

	test.each([
		['2025-03-31', 'today-1mo', '2025-02-28'],
		['2024-03-31', 'today-1mo', '2024-02-29'],
		['2024-02-29', 'today-1y', '2023-02-28'],
		['2024-01-31', 'today+1mo', '2024-02-29'],
		['2025-01-01', 'last-month', '2024-12-01'],
		['2025-01-01', 'last-quarter', '2024-10-01'],
		['2025-01-05', 'this-week', '2024-12-30'],
		['2025-01-06', 'this-week', '2025-01-06'],
		['2025-12-31', 'this-quarter', '2025-10-01'],
		['0001-01-01', 'today', '0001-01-01'],
		['9999-12-31', 'today', '9999-12-31'],
		['0001-02-15', 'today-1mo', '0001-01-15'],
		['0002-06-01', 'today-1y', '0001-06-01'],
		['9999-11-30', 'today+1mo', '9999-12-30'],
		['9998-06-01', 'today+1y', '9999-06-01'],
	])('on %s, %s begins on %s', (day, word, first) => {
		expect(parsePeriod(word, day)).toMatchObject({first});
	});

	test.each([
		['0001-01-01', 'yesterday'],
		['0001-01-31', 'today-1mo'],
		['0001-06-01', 'today-1y'],
		['0001-01-10', 'last-month'],
		['0001-01-01', 'last-week'],
		['9999-12-31', 'tomorrow'],
		['9999-12-01', 'today+1mo'],
		['9999-12-31', 'this-week'],
	])('on %s, %s is no date', (day, word) => {
		expect(parsePeriod(word, day)).toMatchObject({message: `'${word}' lies outside the years 0001 to 9999`});
	});

	test.each(['0000', '0000-05', '0000-Q1', '0000-W05', '2024-00', '2024-13', '2024-13-05', '0000-01-01'])(
		'%s is no date',
		word => {
			expect(parsePeriod(word, today)).toMatchObject({message: expect.stringContaining('is not a date')});
		},
	);
});

test('weeks begin on Monday, have seven days, and every day is in one', () => {
	const days = fc.integer({min: 0, max: 60_000}).map(count => shiftDay('1970-01-01', count) ?? '');
	fc.assert(
		fc.property(days, day => {
			const week = parsePeriod('this-week', day) as {first: string; last: string};
			expect(new Date(`${week.first}T00:00:00Z`).getUTCDay()).toBe(1);
			expect(shiftDay(week.first, 6)).toBe(week.last);
			expect(week.first <= day && day <= week.last).toBe(true);
		}),
		laws(1000),
	);
});

describe('--from and --to', () => {
	const source = (text: string) => ({name: '--from', text});
	test.each([
		['2026-03', '2026-03-01', '2026-03-31'],
		['last-month', '2025-02-01', '2025-02-28'],
		['-30d', '2025-02-13', '2025-02-13'],
		['-8w', '2025-01-18', '2025-01-18'],
		['-6mo', '2024-09-15', '2024-09-15'],
		['-1y', '2024-03-15', '2024-03-15'],
		['NOW', '2025-03-15', '2025-03-15'],
		['now-30', '2025-02-13', '2025-02-13'],
		['oldest', 'oldest', 'oldest'],
		[' Oldest ', 'oldest', 'oldest'],
	])('%s', (word, first, last) => {
		expect(parseDateWord(source(word), {today, edge: 'first'})).toBe(first);
		expect(parseDateWord(source(word), {today, edge: 'last'})).toBe(last);
	});

	test.each(['', ' ', '2026-02-30', '30d', '-30', '-5m', 'NOW+3', '03/04/2026', 'soon', '2026-03-01T00:00'])(
		'%j is refused with its place',
		word => {
			try {
				parseDateWord(source(`  ${word}`), {today, edge: 'first'});
			} catch (error) {
				expect(error).toBeInstanceOf(CliError);
				expect((error as CliError).details).toMatchObject({code: 'bad-date', place: {source: '--from', line: 1}});
				expect((error as CliError).details.hint).toMatch(/^(?:write|dates are written) /);
				if (word.trim() !== '') expect((error as CliError).details.place?.column).toBe(3);
				return;
			}
			throw new Error('accepted');
		},
	);
});
