import fc from 'fast-check';
import {expect, test} from 'vitest';
import {getText} from '../../src/client/answer.ts';

const read = (bytes: Uint8Array) => getText({status: 200, headers: {}, bytes: Buffer.from(bytes)});

test.each([
	['ASCII', '{"name":"Maria"}'],
	['one accent', 'Pérez'],
	['an accent at each end', `é${'b'.repeat(200)}ü`],
	['nothing but accents', 'àéîõü'.repeat(100)],
	['beyond the letters of one first byte', 'Pérez £5 and more text'.padEnd(300)],
	['several writings', 'Größe, Αθήνα, 漢字 and 😀'.padEnd(300)],
	['nothing', ''],
])('UTF-8 is read as text: %s', (_, text) => {
	expect(read(Buffer.from(text))).toBe(text);
	// A byte order mark is no part of it.
	expect(read(Buffer.from(`\uFEFF${text}`))).toBe(text);
});

test('any text comes back as it was, with many accents or few', () => {
	const unit = fc.oneof(
		{weight: 40, arbitrary: fc.constantFrom('a', ' ', '"', '\n')},
		{weight: 3, arbitrary: fc.constantFrom('é', 'À', 'ÿ')},
		{weight: 1, arbitrary: fc.constantFrom('\u0080', '¿', 'Ā', '漢', '😀')},
	);
	fc.assert(
		fc.property(fc.string({unit, maxLength: 600}), text => {
			expect(read(Buffer.from(text))).toBe(text);
		}),
	);
});

test.each([
	['a byte that begins nothing', [0x61, 0xff]],
	['half a letter at the end', [0x61, 0xc3]],
	['half a letter before others', [0xc3, 0x61]],
	['Latin-1', [0x50, 0xe9, 0x72]],
])('anything else is refused: %s', (_, bytes) => {
	expect(() => read(Uint8Array.from(bytes))).toThrow('not UTF-8');
});
