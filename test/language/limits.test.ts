import {expect, test} from 'vitest';
import {compileKind} from '../../src/language/expression-kinds.ts';

/** Limits on the size of expressions. */

const context = {today: '2025-03-15'};

test('parentheses nest at most a hundred deep', () => {
	const nested = (depth: number) => `${'('.repeat(depth)}touchScreen${')'.repeat(depth)}`;
	const compile = (text: string) => compileKind('filter', [{name: '--filter', text}], context).canonical;
	expect(compile(nested(100))).toBe('touchScreen=true');
	expect(() => compile(nested(101))).toThrow('parentheses nest deeper than 100');
	expect(compile(`${'not '.repeat(100)}touchScreen`)).toBe('touchScreen=true');
	expect(compile(`${'not '.repeat(99)}touchScreen`)).toBe('touchScreen=false');
	expect(() => compile(`${'not '.repeat(101)}touchScreen`)).toThrow("more than 100 'not'");
});

test('a product has at most 64 alternatives; a list may have more', () => {
	const group = (letter: string, count: number) =>
		`outreach(${Array.from({length: count}, (_, index) => `auto/${letter}${index}`).join(',')})`;
	const alternatives = (text: string) => {
		const {json} = compileKind('filter', [{name: '--filter', text}], context);
		return (json as {outreachDeliveries: readonly object[]}).outreachDeliveries.length;
	};
	expect(alternatives(`${group('a', 8)} and ${group('b', 8)}`)).toBe(64);
	expect(() => alternatives(`${group('a', 5)} and ${group('b', 13)}`)).toThrow(
		'this expands to 65 alternatives; the limit is 64',
	);
	expect(alternatives(group('a', 1000))).toBe(1000);
	expect(alternatives(`${group('a', 1000)} and outreach(manual/M)`)).toBe(1000);
	const long = `${group('a', 1000)}${' and outreach(manual/M)'.repeat(300)}`;
	expect(() => alternatives(long)).toThrow('this expands to too many alternatives; the limit is 64');
});

test('equal alternatives in different order count once', () => {
	const group = 'outreach(auto/a,auto/b,auto/c,auto/d)';
	const text = Array.from({length: 6}, () => group).join(' and ');
	const {json} = compileKind('filter', [{name: '--filter', text}], context);
	// Every non-empty subset of four flags.
	expect((json as {outreachDeliveries: readonly object[]}).outreachDeliveries).toHaveLength(15);
});

test('a large product of alternatives is refused quickly', () => {
	const long = `outreach(${Array.from({length: 1000}, (_, index) => `auto/C${index}`).join(' and ')})`;
	const times = (count: number) => {
		const text = `${long}${' and outreach(manual/a,manual/b)'.repeat(count)}`;
		return compileKind('filter', [{name: '--filter', text}], context).canonical;
	};
	expect(times(20)).toContain('auto/C999');
	expect(() => times(80)).toThrow('this expands to too many alternatives; the limit is 64');
	// Many clauses with one alternative each: the product does not grow.
	const text = `${long}${' and outreach(manual/a)'.repeat(1000)}`;
	expect(compileKind('filter', [{name: '--filter', text}], context).canonical).toContain('manual/a');
});
