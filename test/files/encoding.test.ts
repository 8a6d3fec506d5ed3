import fc from 'fast-check';
import {expect, test} from 'vitest';
import {EncodingError, type EncodingName, toUtf8} from '../../src/files/encoding.ts';

async function* cut(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function decode(bytes: Buffer, size = 3, parts: Buffer[] = [], encoding?: EncodingName): Promise<string> {
	for await (const part of toUtf8(cut(bytes, size), encoding)) parts.push(part);
	return Buffer.concat(parts).toString();
}
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
const encode = {
	'UTF-8': (text: string) => Buffer.from(text),
	'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
	'UTF-16 little endian': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
	'UTF-16 big endian': (text: string) => bigEndian(`\ufeff${text}`),
	'UTF-16 without a mark': (text: string) => Buffer.from(text, 'utf16le'),
	'UTF-16 big endian without a mark': bigEndian,
};

test.each(Object.entries(encode))('%s becomes UTF-8 at any chunk boundaries', async (_name, write) => {
	await fc.assert(
		fc.asyncProperty(fc.string({unit: 'grapheme'}), fc.integer({min: 1, max: 7}), async (tail, size) => {
			const text = `k${tail}`;
			expect(await decode(write(text), size)).toBe(text);
		}),
	);
});

test('accepts an empty file and a file of one byte', async () => {
	expect(await decode(Buffer.alloc(0))).toBe('');
	expect(await decode(Buffer.from('k'))).toBe('k');
});

test.each([
	['latin-1', Buffer.from('key;preis\nA;5 €é', 'latin1'), 'byte 0xAC is not valid UTF-8', 'key;preis\nA;5 '],
	['a character cut off at the end', Buffer.from('kéé').subarray(0, 4), 'byte 0xC3 is not valid UTF-8', 'ké'],
	['a surrogate in UTF-8', Buffer.from([0x6b, 0xed, 0xa0, 0x80]), 'byte 0xED is not valid UTF-8', 'k'],
	['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x6b, 0, 0, 0]), 'UTF-32 is not supported', ''],
	[
		'half a character',
		Buffer.from('\ufeffk\ud800x', 'utf16le'),
		'a lone surrogate (half a character) is not valid UTF-16',
		'k',
	],
	[
		'an odd byte',
		Buffer.from([0xff, 0xfe, 0x6b, 0, 0x6b]),
		'a lone surrogate (half a character) is not valid UTF-16',
		'k',
	],
])('%s is rejected after the text before it is yielded', async (_name, bytes, message, before) => {
	const parts: Buffer[] = [];
	const failure = await decode(bytes, 100, parts).catch(error => error);
	expect(failure).toBeInstanceOf(EncodingError);
	expect({message: failure.message, before: Buffer.concat(parts).toString()}).toEqual({message, before});
});

test.each([
	['windows-1252', Buffer.from([0x6b, 0x80, 0x93, 0xfc]), 'k€“ü'],
	['latin1', Buffer.from([0x6b, 0xa0, 0xfc, 0xff]), 'k\u00a0üÿ'],
	['utf-16', Buffer.from('ük', 'utf16le'), 'ük'],
	['utf-16', bigEndian('\ufeffkü'), 'kü'],
	['utf-8', Buffer.from('\ufeffkü'), 'kü'],
] as const)('reads %s if the user says so', async (encoding, bytes, text) => {
	expect(await decode(bytes, 3, [], encoding)).toBe(text);
});

test.each([
	['windows-1252', Buffer.from([0x6b, 0x81]), 'byte 0x81 is not valid windows-1252', 'k'],
	['latin1', Buffer.from([0x6b, 0xfc, 0x80]), 'byte 0x80 is not valid latin1', 'kü'],
	['utf-8', Buffer.from([0x6b, 0xfc]), 'byte 0xFC is not valid UTF-8', 'k'],
	['windows-1252', Buffer.from('\ufeffkü'), 'the byte order mark says UTF-8, but --encoding says windows-1252', ''],
] as const)('rejects bytes that are not %s although the user says so', async (encoding, bytes, message, before) => {
	const parts: Buffer[] = [];
	const failure = await decode(bytes, 100, parts, encoding).catch(error => error);
	expect(failure).toBeInstanceOf(EncodingError);
	expect({message: failure.message, before: Buffer.concat(parts).toString()}).toEqual({message, before});
});
