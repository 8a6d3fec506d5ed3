import {expect, test} from 'vitest';
import {wordsOf, wrapWords} from '../../src/text/wrap-words.ts';

const wrap = (text: string, width: number, indent?: string) =>
	wrapWords(wordsOf(text), {width, ...(indent === undefined ? {} : {indent})});

test('words are wrapped before they exceed the width', () => {
	expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
	expect(wrap('one two three', 6)).toEqual(['one', 'two', 'three']);
	expect(wrap('', 6)).toEqual(['']);
});

test('blanks inside a line stay, and lines begin with the indent instead of their blanks', () => {
	expect(wrap('  a  b   c', 6, '> ')).toEqual(['  a  b', '> c']);
});

test('a word that is longer than a line has a line of its own', () => {
	expect(wrap(`a ${'x'.repeat(9)} b`, 5)).toEqual(['a', 'x'.repeat(9), 'b']);
});
