import {expect, test} from 'vitest';
import {describeRecentMarks, parseMarks} from '../../../src/questions/calendar/marks.ts';

test.each([
	[
		'2026-03-12,5.1\n2026-03-01,"Sale, spring"',
		[
			['2026-03-01', 'Sale, spring'],
			['2026-03-12', '5.1'],
		],
	],
	['\uFEFFday,label\r\n2026-03-12, 5.1 \r\n', [['2026-03-12', '5.1']]],
	['firstSeen,version\n,4.9\n2026-03-12,5.1\n', [['2026-03-12', '5.1']]],
	['', []],
])('reads marks, case %#', (text, expected) => {
	const {marks, errors} = parseMarks(text);
	expect(errors).toEqual([]);
	expect(marks.map(({day, label}) => [day, label])).toEqual(expected);
});

test.each([
	['2026-02-30,5.1', /^1: expected a day and a label/],
	['2026-03-12,5.1\n2026-03-13', /^2: expected a day and a label/],
	['2026-03-12,5.1,x', /^1: expected a day and a label/],
	['2026-03-12,"5.1', /^expected CSV: /],
	['2026-03-12,5.1\n'.repeat(2001), /^expected at most 2000 marks, not 2001/],
])('rejects a file of marks, case %#', (text, error) => {
	expect(parseMarks(text).errors).toEqual([expect.stringMatching(error)]);
});

test('names the marks of the last seven days', () => {
	const marks = ['2026-03-08', '2026-03-09', '2026-03-15', '2026-03-16'].map((day, at) => ({day, label: `v${at}`}));
	expect(describeRecentMarks(marks, '2026-03-15')).toBe(
		'marked in the last 7 days: v1 on 2026-03-09 and v2 on 2026-03-15',
	);
	expect(describeRecentMarks(marks, '2026-04-15')).toBeUndefined();
});
