import fc from 'fast-check';
import {expect, test} from 'vitest';
import {addDays, dayText, endOfPeriod, firstOfMonth, firstOfWeek} from '../../../src/calendar.ts';
import {withPeriodMarks} from '../../../src/reports/caveats/period-marks.ts';
import {dateColumn} from '../../../src/reports/report-columns.ts';

const day = fc.integer({min: 10_000, max: 30_000}).map(dayText);
const firstOf = {day: (text: string) => text, week: firstOfWeek, month: firstOfMonth};

test('a period is complete if the range has each of its days, and all are over', () => {
	fc.assert(
		fc.property(
			fc.constantFrom('day', 'week', 'month'),
			day,
			fc.nat(90),
			fc.integer({min: -40, max: 40}),
			fc.boolean(),
			(split, first, length, ahead, isOpen) => {
				const end = addDays(first, length);
				const today = isOpen ? end : addDays(end, ahead);
				const last = isOpen ? undefined : end;
				const scope = {first, last, today, split, lostAfter: undefined, datedByContact: true};
				const starts = new Set(Array.from({length: length + 1}, (_, at) => firstOf[split](addDays(first, at))));
				const [rows] = [[...withPeriodMarks([dateColumn(split)], scope)([...starts].map(start => [start]))]];
				for (const [start, complete] of rows) {
					const days: string[] = [];
					for (let each = String(start); firstOf[split](each) === start; each = addDays(each, 1)) days.push(each);
					const covered = days.every(each => each >= first && each <= end && each < today);
					expect([start, complete]).toEqual([start, covered]);
					expect(endOfPeriod(days[0] ?? '', split)).toBe(days.at(-1));
				}
			},
		),
	);
});
