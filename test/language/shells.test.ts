import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {filterModel} from '../../src/language/compile.ts';
import {reportCatalogue} from '../../src/language/filter/catalogue.ts';
import {printFilter} from '../../src/language/filter/print.ts';
import {innerMark, quoteFor, type Shell} from '../../src/language/shells.ts';
import {reportFilters} from './support/models.ts';
import {received, shellsHere} from './support/shells.ts';
import {nasty} from './support/texts.ts';

/** L15: what is printed for a shell comes through that shell as the same text. */

/** Lone surrogates are lost on the way to bytes. */
const isWellFormed = (text: string) => Buffer.from(text).toString() === text;

/** Lone surrogates are no UTF-8: no argument of a program holds them. */
const printed = (shell: Shell, count: number) =>
	fc
		.sample(reportFilters, {numRuns: count, seed: 15})
		.map(model => ({model, text: printFilter(model, reportCatalogue, innerMark(shell))}))
		.filter(({text}) => isWellFormed(text) && !text.includes('\0'));

describe.each(shellsHere)('%s', (shell, name) => {
	test('10,000 filters arrive as they were printed', () => {
		const filters = printed(name, 11_000);
		const quoted = filters.map(({text}) => quoteFor(name, text) ?? '');
		const arrived = received(shell, quoted);
		expect(filters.length).toBeGreaterThan(10_000);
		expect(arrived).toEqual(filters.map(({text}) => text));
		// The same text is the same model (L2, L4); a few are read to see it.
		for (const [index, {model}] of filters.slice(0, 200).entries()) {
			const source = {name: '--filter', text: arrived[index] ?? ''};
			expect(filterModel(reportCatalogue, [source], {today: '2025-03-15'}).model).toEqual(model);
		}
	});
});

test('at least the shells that every system has were tried', () => {
	expect(shellsHere.map(([shell]) => shell)).toContain('bash');
});

test('no form is given where none is safe', () => {
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

test('a text in single quotes survives a shell that eats the inner quotes', () => {
	const texts = nasty.filter(text => isWellFormed(text) && !text.includes('\0'));
	for (const [shell, name] of shellsHere) {
		expect(
			received(
				shell,
				texts.map(text => quoteFor(name, text) ?? ''),
			),
		).toEqual(texts);
	}
});
