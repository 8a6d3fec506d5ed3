import {expect, test} from 'vitest';
import {calendarDay} from '../src/calendar.ts';

const moment = new Date('2026-03-01T00:30:00Z');

test.each([
	['UTC', '2026-03-01'],
	['America/New_York', '2026-02-28'],
	['Pacific/Kiritimati', '2026-03-01'],
	['Europe/Berlin', '2026-03-01'],
])('in %s it is %s', (zone, day) => {
	expect(calendarDay(moment, zone)).toBe(day);
});

test("uses the machine's zone by default, which the tests set to UTC", () => {
	expect(calendarDay(moment)).toBe('2026-03-01');
	expect(calendarDay(new Date('0099-01-02T00:00:00Z'))).toBe('0099-01-02');
});
