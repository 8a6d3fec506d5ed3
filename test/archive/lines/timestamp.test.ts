import {expect, test} from 'vitest';
import {isTimestamp} from '../../../src/archive/lines/timestamp.ts';

/** The text stands in the middle of a row. */
const check = (text: string) => {
	const before = 'client,';
	return isTimestamp(Buffer.from(`${before}${text},2026`), before.length, before.length + text.length);
};

test.each([
	'2026-11-22T08:57:02',
	'2026-11-22 08:57:02',
	'2026-11-22T08:57:02Z',
	'2026-11-22T08:57:02.1',
	'2026-11-22T08:57:02.123456789Z',
	'0001-01-01T00:00:00',
	'9999-12-31T23:59:59',
	'2024-02-29T00:00:00',
	'2000-02-29T00:00:00',
	'2026-04-30T00:00:00',
	'2026-01-31T00:00:00',
])('%s is a moment', text => {
	expect(check(text)).toBe(true);
});

test.each([
	'',
	'2026-11-22',
	'2026-11-22T08:57',
	'2026-11-22T08:57:0',
	'2026/11-22T08:57:02',
	'2026-11/22T08:57:02',
	'2026-11-22_08:57:02',
	'2026-11-22T08.57:02',
	'2026-11-22T08:57.02',
	'2026-11-22T08:57:02+01:00',
	'2026-11-22T08:57:02.',
	'2026-11-22T08:57:02.1234567890',
	'2026-11-22T08:57:02 Z',
	'20x6-11-22T08:57:02',
	'2026-1a-22T08:57:02',
	'2026-11-2/T08:57:02',
	'2026-11-22T24:00:00',
	'2026-11-22T08:60:00',
	'2026-11-22T08:57:60',
	'2026-11-22T-1:57:02',
	'2026-11-22T08:-1:02',
	'2026-11-22T08:57:-1',
	'0000-01-01T00:00:00',
	'2026-00-01T00:00:00',
	'2026-13-01T00:00:00',
	'2026-01-00T00:00:00',
	'2026-01-32T00:00:00',
	'2026-04-31T00:00:00',
	'2026-02-29T00:00:00',
	'2024-02-30T00:00:00',
	'1900-02-29T00:00:00',
	'2100-02-29T00:00:00',
])('%j is none', text => {
	expect(check(text)).toBe(false);
});

test('one that is cut is none, whatever stands behind it', () => {
	const text = Buffer.from('client,2026-11-22T08:57:02');
	for (let end = 7; end < text.length; end++) expect(isTimestamp(text, 7, end)).toBe(false);
	expect(isTimestamp(text, 7, text.length)).toBe(true);
});
