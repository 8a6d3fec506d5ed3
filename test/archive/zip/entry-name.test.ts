import fc from 'fast-check';
import {expect, test} from 'vitest';
import {normalizePath, parseEntryName} from '../../../src/archive/zip/entry-name.ts';
import {hostileTexts} from '../../support/data/hostile-text.ts';
import {laws} from '../../support/laws/laws.ts';

/** Faults.md D2 and D4 once more, character by character. */
const isSafe = (name: string): boolean => {
	if (new TextEncoder().encode(name).length > 120) return false;
	const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
	if (parts.length > 2) return false;
	return parts.every(part => {
		const characters = [...part];
		const isLetter = (character: string) => /^[\p{L}\p{N}]$/u.test(character);
		if (!characters.every(each => isLetter(each) || ' ._()+-'.includes(each))) return false;
		const [first = '', last = ''] = [characters[0], characters.at(-1)];
		if (!(isLetter(first) || first === '_' || first === '(')) return false;
		if (last === '.' || last === ' ') return false;
		const stem = part.split('.')[0]?.toLowerCase() ?? '';
		return !['con', 'prn', 'aux', 'nul'].includes(stem) && !/^(com|lpt)\d$/.test(stem);
	});
};

const piece = fc.oneof(
	fc.constantFrom(
		'..',
		'.',
		'/',
		'\\',
		'a',
		'Ä',
		'con',
		'NUL',
		'com1',
		'lpt',
		'.csv',
		' ',
		'-',
		'(',
		'+',
		'_',
		'\0',
		'C:',
		'~',
		'漢',
		'‮',
	),
	fc.constantFrom(...hostileTexts),
	fc.string({unit: 'binary', maxLength: 4}),
	fc.stringMatching(/^[a-z]{1,40}$/),
);
const anyName = fc.array(piece, {maxLength: 6}).map(parts => parts.join(''));

test('accepts the names that the reference accepts, with the same path', () => {
	fc.assert(
		fc.property(anyName, name => {
			const parsed = parseEntryName(name);
			expect('path' in parsed, JSON.stringify(name)).toBe(isSafe(name));
			if ('path' in parsed) expect(parsed.path.join('/') + (parsed.folder ? '/' : '')).toBe(name);
		}),
		laws(500),
	);
});

test.each([
	[`${'a'.repeat(120)}`, true],
	[`${'a'.repeat(121)}`, false],
	[`${'ä'.repeat(60)}`, true],
	[`${'ä'.repeat(60)}a`, false],
	['a/b', true],
	['a/b/', true],
	['a/b/c', false],
	['a//b', false],
	['a/', true],
	['/', false],
	['', false],
	['a.', false],
	['a./b', false],
	['a ', false],
	[' a', false],
	['-a', false],
	['+a', false],
	['.a', false],
	['(a) [b]', false],
	['(a)_b+c-d.csv', true],
	['com1', false],
	['COM9.txt', false],
	['a/nul', false],
	['com10', true],
	['console', true],
	['a.con', true],
	['xcon', true],
	['conx.a', true],
])('tells whether %j is a safe name: %s', (name, safe) => {
	expect('path' in parseEntryName(name)).toBe(safe);
});

test.each([
	['../a', 'points outside its folder'],
	['a/..', 'points outside its folder'],
	['/a', 'points outside its folder'],
	['./../a', 'points outside its folder'],
	['./a', "an empty part or a part '.'"],
	['a//b', "an empty part or a part '.'"],
	['', "an empty part or a part '.'"],
	['a/b/c', 'more than one folder deep'],
	['a\u001b', 'characters that are not allowed'],
	['aux', 'reserved on some systems'],
	['a.', 'reserved on some systems'],
	['a'.repeat(121), 'more than 120 bytes'],
])('rejects %j: %s', (name, words) => {
	expect(parseEntryName(name)).toEqual({violation: expect.stringContaining(words)});
});

test('treats names as equal that are equal on some file system', () => {
	for (const [one, other] of [
		['A.CSV', 'a.csv'],
		['straße', 'STRASSE'],
		['\u00e9', 'e\u0301'],
		['ﬁle', 'file'],
	])
		expect(normalizePath([one ?? ''])).toBe(normalizePath([other ?? '']));
	expect(normalizePath(['a', 'b'])).not.toBe(normalizePath(['ab']));
});
