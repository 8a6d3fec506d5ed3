import {expect, test} from 'vitest';
import {isLong} from '../support/laws/laws.ts';
import {passes} from '../support/oracle/filters.ts';
import {compareMeaning, type Reader} from './support/compare-meaning.ts';

/** L13: compiled JSON means what the text says. The evaluator of the JSON was written from the specification alone. */

test('random trees mean the same as text and as JSON, or are refused as inexpressible', () => {
	const {compiled, refused} = compareMeaning(isLong ? 20_000 : 4000, 1);
	expect(compiled).toBeGreaterThan(1200);
	// Every kind of refusal occurs, so none of them hides a tree that could be expressed.
	expect([...refused.keys()].sort()).toEqual([
		'and-same',
		'boolean-two',
		'contradiction',
		'date-or',
		'empty-range',
		'levels-and',
		'not-only-flags',
		'null-half',
		'number-or',
		'or-across',
		'regex-mix',
		'usage-one',
	]);
});

/** Evaluators with one error each: the comparison must detect all of them. */
const wrong: Readonly<Record<string, Reader>> = {
	'null passes every filter': (filters, installation, family) =>
		Object.keys(filters).some(name => name in installation.current && installation.current[name] === null) ||
		passes(filters, installation, family),
	'upper ends are left out': (filters, installation, family) =>
		passes(
			JSON.parse(JSON.stringify(filters), (key, value) =>
				key === 'max' && typeof value === 'number' ? value - 1 : value,
			),
			installation,
			family,
		),
	'only the first alternative counts': (filters, installation, family) =>
		passes(
			JSON.parse(JSON.stringify(filters), (key, value) => (key === 'licenseStatus' ? value.slice(0, 1) : value)),
			installation,
			family,
		),
	'undelivered campaigns are ignored': (filters, installation, family) =>
		passes(
			JSON.parse(JSON.stringify(filters), (key, value) => (key === 'undelivered' ? [] : value)),
			installation,
			family,
		),
};

test.each(Object.keys(wrong))('a reader for whom %s is detected', name => {
	expect(() => compareMeaning(4000, 2, wrong[name])).toThrow();
});
