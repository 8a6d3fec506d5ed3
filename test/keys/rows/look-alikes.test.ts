import fc from 'fast-check';
import {expect, test} from 'vitest';
import {getLookAlike, unquoteCell} from '../../../src/keys/rows/look-alikes.ts';

test.each([
	['case', 'abc-1', 'ABC-1'],
	['blanks', ' AB C\u00a0', 'ABC'],
	['invisible signs', 'A\u200bB\u2060C\ufeff\u00ad', 'ABC'],
	['marks of direction', '\u202aABC\u202c', 'ABC'],
	['dashes', 'A\u2011B\u2013C\u2212D', 'A-B-C-D'],
	['Cyrillic letters', 'АВСЕНКМОРТХ', 'ABCEHKMOPTX'],
	['small Cyrillic letters', 'асеорхѕіј', 'aceopxsij'],
	['Greek letters', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
	['full-width signs', 'ＡＢ１－２', 'AB1-2'],
	['composed letters', 'e\u0301', '\u00e9'],
	['compatible letters', 'ﬁ', 'fi'],
	['an apostrophe', "'0001", '0001'],
	['a typographic apostrophe', '\u20190001', '0001'],
	['a formula', '="0001"', '0001'],
])('keys that differ only by %s look alike', (_name, one, other) => {
	expect(getLookAlike(one)).toBe(getLookAlike(other));
});

test.each([
	['O', '0'],
	['I', '1'],
	['l', '1'],
	['é', 'e'],
	['A-1', 'A1'],
	['A', 'Ä'],
])('%s and %s do not look alike', (one, other) => {
	expect(getLookAlike(one)).not.toBe(getLookAlike(other));
});

test('case and blanks of a key never matter', () => {
	fc.assert(
		fc.property(fc.string({minLength: 1}), key => {
			fc.pre(!/^['=]/.test(key));
			expect(getLookAlike(` ${key.toLowerCase()}\t`)).toBe(getLookAlike(key.toUpperCase()));
		}),
	);
});

test('text without the quotes of a spreadsheet stays as it is', () => {
	for (const text of ['0001', 'a"b', '=A1', "'", 'it’s', '="a', '"a"']) expect(unquoteCell(text)).toBe(text);
	expect(unquoteCell('="a""b"')).toBe('a"b');
});
