import fc from 'fast-check';
import {expect, test} from 'vitest';
import {shiftDay} from '../../src/calendar.ts';
import {parsePeriod} from '../../src/language/values/date-words.ts';
import {laws} from '../support/laws/laws.ts';

/** An independent calendar: month lengths, and a leap day every fourth year except in three of four centuries. */
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) =>
	[31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
const write = (year: number, month: number, day: number) =>
	`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Every day from 1900 to 2100 in order; the first was a Monday. */
const days: string[] = [];
for (let year = 1900; year <= 2100; year++)
	for (let month = 1; month <= 12; month++)
		for (let day = 1; day <= lengthOf(year, month); day++) days.push(write(year, month, day));
const at = (index: number) => days[index] as string;
const index = fc.nat(days.length - 1);
const law = laws(1000);
const parse = (word: string, today: string) => {
	const period = parsePeriod(word, today);
	return 'first' in period ? [period.first, period.last] : period.message;
};

test('from 1900 to 2100, days and months shift as in a plain calendar', () => {
	fc.assert(
		fc.property(index, index, (from, to) => {
			expect(shiftDay(at(from), to - from)).toBe(at(to));
			const sign = to < from ? '-' : '+';
			expect(parse(`today${sign}${Math.abs(to - from)}d`, at(from))).toEqual([at(to), at(to)]);
		}),
		law,
	);
	fc.assert(
		fc.property(index, fc.nat(1200), fc.boolean(), (from, months, back) => {
			const [year, month, day] = at(from).split('-').map(Number) as [number, number, number];
			const count = year * 12 + month - 1 + (back ? -months : months);
			const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
			const expected = write(toYear, toMonth, Math.min(day, lengthOf(toYear, toMonth)));
			expect(parse(`today${back ? '-' : '+'}${months}mo`, at(from))).toEqual([expected, expected]);
		}),
		law,
	);
});

test('a week is seven days from Monday, and belongs to the year of its Thursday', () => {
	fc.assert(
		fc.property(fc.integer({min: 7, max: days.length - 8}), today => {
			const monday = today - (today % 7);
			expect(parse('this-week', at(today))).toEqual([at(monday), at(monday + 6)]);
			expect(parse('last-week', at(today))).toEqual([at(monday - 7), at(monday - 1)]);
			const year = at(monday + 3).slice(0, 4);
			const firstThursday = days.findIndex((day, place) => day.startsWith(year) && place % 7 === 3);
			const number = (monday + 3 - firstThursday) / 7 + 1;
			expect(parse(`${year}-W${String(number).padStart(2, '0')}`, at(today))).toEqual([at(monday), at(monday + 6)]);
		}),
		laws(100),
	);
});

test('a month runs from its first to its last day, in every month of two centuries', () => {
	for (let year = 1900; year <= 2100; year++)
		for (let month = 1; month <= 12; month++)
			expect(parse(write(year, month, 1).slice(0, 7), '2026-01-01')).toEqual([
				write(year, month, 1),
				write(year, month, lengthOf(year, month)),
			]);
});
