import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {complete} from '../../src/language/complete.ts';
import {compileKind, flagOf} from '../../src/language/kinds.ts';
import {failureText} from '../../src/output/failure.ts';
import {giants} from './support/giants.ts';

const context = {today: '2025-03-15'};

/** Any result will do, but no overflow of the stack, and no message that is as long as the text. */
/** A megabyte of each is test/bench/language.ts. */
const texts = giants(200_000);

test.each(texts)('%s: a long text compiles, or is refused with a short message', async (_, kind, text) => {
	try {
		const {json, canonical, notes} = compileKind(kind, [{name: flagOf[kind], text}], context);
		expect(JSON.stringify(json).length + canonical.length + notes.length).toBeGreaterThan(0);
	} catch (error) {
		expect(error).toBeInstanceOf(CliError);
		expect((await failureText(error as CliError, {color: false, debug: false})).length).toBeLessThan(2000);
	}
});

test('completion of a long text ends as well', () => {
	for (const [, kind, text] of texts) expect(() => complete(text, text.length, kind, context)).not.toThrow();
});

test('parentheses nest a hundred deep, and not deeper', () => {
	const nested = (depth: number) => `${'('.repeat(depth)}touchScreen${')'.repeat(depth)}`;
	const compile = (text: string) => compileKind('filter', [{name: '--filter', text}], context).canonical;
	expect(compile(nested(100))).toBe('touchScreen=true');
	expect(() => compile(nested(101))).toThrow('parentheses nest deeper than 100');
	expect(compile(`${'not '.repeat(100)}touchScreen`)).toBe('touchScreen=true');
	expect(compile(`${'not '.repeat(99)}touchScreen`)).toBe('touchScreen=false');
	expect(() => compile(`${'not '.repeat(101)}touchScreen`)).toThrow("more than 100 'not'");
});

test('64 alternatives may come out of a product; a list may be longer', () => {
	const group = (letter: string, count: number) =>
		`outreach(${Array.from({length: count}, (_, index) => `auto/${letter}${index}`).join(',')})`;
	const alternatives = (text: string) => {
		const {json} = compileKind('filter', [{name: '--filter', text}], context);
		return (json as {outreachDeliveries: readonly object[]}).outreachDeliveries.length;
	};
	expect(alternatives(`${group('a', 8)} and ${group('b', 8)}`)).toBe(64);
	expect(() => alternatives(`${group('a', 5)} and ${group('b', 13)}`)).toThrow('65 alternatives (more than 64)');
	expect(alternatives(group('a', 1000))).toBe(1000);
	expect(alternatives(`${group('a', 1000)} and outreach(manual/M)`)).toBe(1000);
});
