import fc from 'fast-check';
import {expect, test} from 'vitest';
import {addDays, dayText} from '../../../src/calendar.ts';
import {daysIn, parseIcs} from '../../../src/questions/calendar/parse-ics.ts';
import {laws} from '../../support/laws/laws.ts';

const calendarOf = (...events: readonly string[]) =>
	['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.map(event => `BEGIN:VEVENT\n${event}\nEND:VEVENT`), 'END:VCALENDAR']
		.join('\n')
		.replace(/\n/g, '\r\n');
const daysOf = (event: string, year: number) => parseIcs(calendarOf(event)).events.flatMap(each => daysIn(each, year));

test('reads events as calendars of holidays write them', () => {
	const text = calendarOf(
		'DTSTART;VALUE=DATE:20260403\nDTEND;VALUE=DATE:20260404\nSUMMARY:Good Friday\\, a public\n  holiday',
		'DTSTART:20261224T000000Z\nDTEND:20261225T120000Z\nSUMMARY:Closed',
		'DTSTART;VALUE=DATE:20260501\nSTATUS:CANCELLED\nSUMMARY:Never',
		'DTSTART;TZID="Europe/Berlin:x":20260601T080000\nBEGIN:VALARM\nSUMMARY:Wake up\nEND:VALARM\nSUMMARY:Party',
	);
	const {events, errors} = parseIcs(text);
	expect(errors).toEqual([]);
	expect(events.map(({name, first, last}) => [name, first, last])).toEqual([
		['Good Friday, a public holiday', '2026-04-03', '2026-04-03'],
		['Closed', '2026-12-24', '2026-12-25'],
		['Party', '2026-06-01', '2026-06-01'],
	]);
});

test('yearly events happen until their end, and 29 February in leap years only', () => {
	const yearly = 'DTSTART;VALUE=DATE:20201231\nDTEND;VALUE=DATE:20210102\nRRULE:FREQ=YEARLY;UNTIL=20231231';
	expect(daysOf(yearly, 2020)).toEqual(['2020-12-31']);
	expect(daysOf(yearly, 2024)).toEqual(['2024-01-01']);
	expect(daysOf(yearly, 2025)).toEqual([]);
	expect(daysOf('DTSTART:20200501\nRRULE:FREQ=YEARLY;COUNT=2;BYMONTH=5;BYMONTHDAY=1', 2021)).toEqual(['2021-05-01']);
	expect(daysOf('DTSTART:20200501\nRRULE:FREQ=YEARLY;COUNT=2', 2022)).toEqual([]);
	expect(daysOf('DTSTART:20200229\nRRULE:FREQ=YEARLY', 2024)).toEqual(['2024-02-29']);
	expect(daysOf('DTSTART:20200229\nRRULE:FREQ=YEARLY', 2025)).toEqual([]);
	expect(daysOf('DTSTART:20200501\nRRULE:FREQ=YEARLY\nEXDATE:20260501', 2026)).toEqual([]);
});

test('names the line of what it cannot read, and keeps the other events', () => {
	const text = calendarOf(
		'DTSTART:20260501\nRRULE:FREQ=WEEKLY',
		'SUMMARY:No day',
		'DTSTART:20260231',
		'DTSTART:20260501\nRRULE:FREQ=YEARLY;BYDAY=1MO',
		'DTSTART:20260501',
	);
	const {events, errors} = parseIcs(text);
	expect(errors.map(({line, message}) => `${line} ${message}`)).toEqual([
		'5 RRULE: only FREQ=YEARLY on the same date is supported, not FREQ=WEEKLY',
		'7 the event has no DTSTART',
		'11 DTSTART: expected a day such as 20260501',
		'15 RRULE: BYDAY is not supported',
	]);
	expect(events).toHaveLength(1);
	expect(parseIcs('hello').errors).toEqual([{line: 1, message: 'expected BEGIN:VCALENDAR'}]);
});

test('an event of whole days has the days from its start up to its end', () => {
	fc.assert(
		fc.property(fc.integer({min: 10_000, max: 30_000}), fc.integer({min: 1, max: 20}), (start, length) => {
			const compact = (day: number) => dayText(day).replaceAll('-', '');
			const event = `DTSTART;VALUE=DATE:${compact(start)}\nDTEND;VALUE=DATE:${compact(start + length)}`;
			const first = dayText(start);
			const year = Number(first.slice(0, 4));
			expect([...daysOf(event, year), ...daysOf(event, year + 1)]).toEqual(
				Array.from({length}, (_, at) => addDays(first, at)),
			);
		}),
		laws(30),
	);
});

test('an event without an end is an error, and those before it count', () => {
	const cut = calendarOf('DTSTART:20260501', 'DTSTART:20260502').replace(/END:VEVENT\r\nEND:VCALENDAR$/, '');
	const {events, errors} = parseIcs(cut);
	expect(events.map(({first}) => first)).toEqual(['2026-05-01']);
	expect(errors).toEqual([{line: 6, message: 'the event has no END:VEVENT'}]);
	expect(parseIcs(`BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(60_000)}`).errors).toEqual([
		{line: 1, message: 'more than 5000 events'},
	]);
});

test('a hostile calendar of many lines is read', () => {
	for (const line of ['BEGIN:VEVENT', 'BEGIN:VALARM', ' folded', 'DTSTART:20260501;;;;'])
		expect(parseIcs(`BEGIN:VCALENDAR\n${`${line}\n`.repeat(20_000)}END:VEVENT`).events.length).toBeLessThan(2);
});
