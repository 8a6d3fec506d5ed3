import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readWorkCalendar} from '../../../src/questions/calendar/work-calendar.ts';
import type {QuestionFile} from '../../../src/questions/file/question-file.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

function read(calendar: QuestionFile['calendar']) {
	const folder = temporaryFolder();
	const writeEvent = (name: string, event: string) =>
		writeFileSync(join(folder, name), `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${event}\nEND:VEVENT\n`);
	writeEvent('days.ics', 'DTSTART:20260514\nSUMMARY:Trip');
	writeEvent('bad.ics', 'DTSTART:May');
	return readWorkCalendar({calendar, locate: path => ({line: path.length, column: 1})}, {folder, typedPaths: []});
}

test('weekends, files and countries give the days off, with the reason', async () => {
	const {calendar, errors} = await read({holidays: ['days.ics'], country: 'DE-BY'});
	expect(errors).toEqual([]);
	const say = (day: string) => calendar?.getDayOff(day);
	expect(say('2026-05-13')).toBeUndefined();
	expect(say('2026-05-14')).toMatch(/^a holiday \(/);
	expect(say('2026-05-16')).toBe('a Saturday');
	// A holiday of Bavaria that other states lack.
	expect(say('2026-01-06')).toMatch(/^a holiday \(/);
	expect((await read({country: 'DE-BE'})).calendar?.getDayOff('2026-01-06')).toBeUndefined();
	expect((await read({weekends: ['friday']})).calendar?.getDayOff('2026-05-15')).toBe('a Friday');
	expect((await read({weekends: false})).calendar?.getDayOff('2026-05-16')).toBeUndefined();
});

test('rejects files outside the folder, files that cannot be read, and unknown countries', async () => {
	const {errors} = await read({holidays: ['../x.ics', 'gone.ics', 'bad.ics'], country: 'XX'});
	expect(errors.map(({message}) => message)).toEqual([
		"holidays: '../x.ics' is outside the folder of the file",
		"holidays: cannot read 'gone.ics'",
		'holidays: bad.ics:3: DTSTART: expected a day such as 20260501',
		expect.stringMatching(/^country: unknown country 'XX'; /),
	]);
	expect((await read({country: 'DE-ZZ'})).errors[0]?.message).toMatch(/^country: unknown state 'DE-ZZ'; /);
});
