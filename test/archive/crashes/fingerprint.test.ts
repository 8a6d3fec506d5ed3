import {describe, expect, test} from 'vitest';
import {
	findInnermostModule,
	getFingerprint,
	getFrames,
	normalizeMessage,
} from '../../../src/archive/crashes/fingerprint.ts';

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

describe('stacks without function names', () => {
	const of = (stack: string, rest: object = {}) =>
		getFingerprint({class: 'EAccessViolation', method: '', message: 'Access violation', stack, build: '5.0', ...rest});

	test.each([
		['native, with offsets in modules', '00 acme!0x7ff612\n01 KERNEL32!0x17034', ['acme+7ff612@5.0', 'kernel32']],
		['native, with a path', '0x7712 C:\\Windows\\acme.DLL + 0x17034', ['acme+17034@5.0']],
		['Linux', '#0 0x00007f2a in ?? () from libacme.so.1', ['libacme+·f2a@5.0']],
		['Delphi', '(0001A3F){Acme.exe} [0041BA3F]\n(000012){kernel32.dll} [7C816FD7]', ['acme+1a3f@5.0', 'kernel32']],
		['addresses only', '0x00007FFA1B2C3D4E\n0x00007FFA1B2C0000', ['+·d4e@5.0', '+·0@5.0']],
	])('%s: modules and offsets stand for functions', (_, stack, frames) => {
		expect(getFrames(stack, '5.0')).toEqual(frames);
	});

	test('are told apart by their innermost module if no offset is known', () => {
		const stack = 'in {Acme.exe}';
		expect(findInnermostModule(stack)).toBe('acme');
		expect(of(stack)).not.toBe(of('in {Driver2.dll}'));
		expect(of(stack, {method: 'Unknown'})).not.toBe(of('in {Driver2.dll}', {method: 'Unknown'}));
	});

	test('are told apart by their message if no module is known either', () => {
		expect(of('', {message: 'Out of memory'})).not.toBe(of(''));
	});
});

test.each([
	['.NET', '   at Acme.Document.Save(String path)\n   at System.Threading.Thread.Start()'],
	['Java', 'java.io.IOException: gone\n\tat com.acme.Doc.open(Doc.java:12)'],
	['Delphi with names', '[00405A3F]{Acme.exe} Document.TDocument.Save (Line 123, "Document.pas")'],
])('function names of %s stacks are used rather than modules', (_, stack) => {
	const crash = {class: 'Error', method: '', message: '', build: '5.0'};
	expect(getFrames(stack, '5.0')).not.toEqual([]);
	expect(getFingerprint({...crash, stack})).toBe(
		getFingerprint({...crash, stack: stack.replace('Acme.exe', 'Other.exe')}),
	);
});
