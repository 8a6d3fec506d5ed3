import {expect, test} from 'vitest';
import {normalizeMessage} from '../../../../src/archive/tables/read/fingerprint.ts';

test.each([
	['the disk is full', 'the disk is full'],
	['cannot open "report 7.doc"', 'cannot open ·'],
	[`cannot open 'a b' or «c» or “d” or ‘e’ or \`f\``, 'cannot open · or · or · or · or ·'],
	['GET https://example.com/a?b=1 failed', 'GET · failed'],
	['GET svn+ssh2.0-x://host/a failed', 'GET · failed'],
	['GET FTP://host failed', 'GET · failed'],
	['cannot read C:\\Users\\Ada\\report.doc', 'cannot read ·'],
	['cannot read /home/ada/report.doc: gone', 'cannot read ·: gone'],
	['either / or', 'either / or'],
	['job 8c7f3a52-0b1d-4c7e-9f00-1a2b3c4d5e6f ended', 'job · ended'],
	['access violation at 0x7FF6A2', 'access violation at ·'],
	['commit deadbeef is bad', 'commit · is bad'],
	['a decade of facades', 'a decade of facades'],
	['3 of 1,024.5 at 12:30, -7 left', '· of · at ·, · left'],
	['  one\r\n\ttwo  ', 'one two'],
	['', ''],
])('treats %j and %j as one message', (message, normal) => {
	expect(normalizeMessage(message)).toBe(normal);
	expect(normalizeMessage(normal)).toBe(normal);
});

test('uses only the beginning of a very long message', () => {
	expect(normalizeMessage('x'.repeat(1e6))).toBe('x'.repeat(2000));
});
