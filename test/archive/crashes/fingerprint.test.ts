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
		getFingerprint({class: 'EAccessViolation', method: '', message: 'Access violation', stack, ...rest});

	test.each([
		['native, with addresses in modules', '00 acme!0x7ff612\n01 KERNEL32!0x17034', 'acme'],
		['native, modules ending in a digit', '0x7712 C:\\Windows\\KERNEL32.DLL + 0x17034', 'kernel32'],
		['Linux', '#0 0x00007f2a in ?? () from libacme.so.1', 'libacme'],
		['Delphi-like', '(0001A3F){Acme.exe} [0041BA3F]\n(000012){kernel32.dll} [7C816FD7]', 'acme'],
	])('%s: the innermost module stands for the stack', (_, stack, module) => {
		expect(findInnermostModule(stack)).toBe(module);
	});

	test('are told apart by their innermost module, not by addresses', () => {
		const [one, moved, other] = [
			'(0001A3F){Acme.exe} [0041BA3F]',
			'(00077){Acme.exe} [0091BA3F]',
			'(1A){Driver2.dll} [41B]',
		];
		expect(of(one ?? '')).toBe(of(moved ?? ''));
		expect(of(one ?? '')).not.toBe(of(other ?? ''));
		// also if the method is known
		expect(of(one ?? '', {method: 'Unknown'})).not.toBe(of(other ?? '', {method: 'Unknown'}));
	});

	test('are told apart by their message if no module is known either', () => {
		expect(of('0x00007FFA1B2C3D4E\n0x00007FFA1B2C0000')).toBe(of(''));
		expect(of('', {message: 'Out of memory'})).not.toBe(of(''));
	});
});

test.each([
	['.NET', '   at Acme.Document.Save(String path)\n   at System.Threading.Thread.Start()'],
	['Java', 'java.io.IOException: gone\n\tat com.acme.Doc.open(Doc.java:12)'],
	['Delphi with names', '[00405A3F]{Acme.exe} Document.TDocument.Save (Line 123, "Document.pas")'],
])('function names of %s stacks are used rather than modules', (_, stack) => {
	const crash = {class: 'Error', method: '', message: ''};
	expect(getFrames(stack)).not.toEqual([]);
	expect(getFingerprint({...crash, stack})).toBe(
		getFingerprint({...crash, stack: stack.replace('Acme.exe', 'Other.exe')}),
	);
});
