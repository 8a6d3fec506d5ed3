import {expect, test} from 'vitest';
import {quoteFor} from '../../src/text/shell-quoting.ts';
import {isArgument, received, shellsHere} from '../language/support/shells.ts';
import {nasty} from '../language/support/texts.ts';

/** Quoting for shells, by examples; shell-laws.test.ts has ten thousand. */

test('tries at least the shells that every system has', () => {
	expect(shellsHere.map(([shell]) => shell)).toContain('bash');
});

test('returns undefined if no form is safe', () => {
	for (const shell of ['bash', 'zsh', 'fish', 'pwsh', 'cmd'] as const) expect(quoteFor(shell, 'a\0b')).toBeUndefined();
	for (const text of ['say "hi"', 'two\nlines', 'two\rlines', 'end\\']) {
		expect(quoteFor('pwsh', text)).toBeUndefined();
		expect(quoteFor('cmd', text)).toBeUndefined();
	}
	expect(quoteFor('pwsh', 'a ‘curly’ quote')).toBeUndefined();
	expect(quoteFor('cmd', 'a ‘curly’ quote')).toBe('"a ‘curly’ quote"');
	expect(quoteFor('cmd', '%PATH%')).toBeUndefined();
	expect(quoteFor('pwsh', '%PATH%')).toBe('"%PATH%"');
	expect(quoteFor('cmd', '$HOME and `x`')).toBe('"$HOME and `x`"');
	expect(quoteFor('pwsh', "$HOME='x' and `y`")).toBe("'$HOME=''x'' and `y`'");
});

test('a text in single quotes survives a shell that removes the inner quotes', () => {
	const texts = nasty.filter(isArgument);
	for (const [shell, name] of shellsHere) {
		expect(
			received(
				shell,
				texts.map(text => quoteFor(name, text) ?? ''),
			),
		).toEqual(texts);
	}
});
