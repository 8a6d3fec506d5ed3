import {expect, test} from 'vitest';
import {wordsOf, wrapWords} from '../../src/text/wrap-words.ts';

const wrap = (text: string, width: number, indent?: string) =>
	wrapWords(wordsOf(text), {width, ...(indent === undefined ? {} : {indent})});

test('wraps words before they exceed the width', () => {
	expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
	expect(wrap('one two three', 6)).toEqual(['one', 'two', 'three']);
	expect(wrap('', 6)).toEqual(['']);
});

test('keeps spaces inside a line, and replaces those at the start by the indent', () => {
	expect(wrap('  a  b   c', 6, '> ')).toEqual(['  a  b', '> c']);
});

test('gives a word that is longer than a line its own line', () => {
	expect(wrap(`a ${'x'.repeat(9)} b`, 5)).toEqual(['a', 'x'.repeat(9), 'b']);
});
