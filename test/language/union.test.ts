import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileUnion} from '../../src/language/compile-expressions.ts';
import {isLong} from '../support/laws/laws.ts';
import {passes} from '../support/oracle/filters.ts';
import {compareMeaning} from './support/compare-meaning.ts';

const compile = (text: string) => compileUnion({name: '<expression>', text}, {today: '2025-03-15'});
const termsOf = (text: string) => compile(text).json.map(({sign, filters}) => [sign, JSON.stringify(filters)]);
const errorOf = (text: string): CliError => {
	try {
		compile(text);
	} catch (error) {
		if (error instanceof CliError) return error;
		throw error;
	}
	throw new Error(`${text} compiled`);
};

const [version, ram, country] = [
	'"prodVersion":{"type":"string","value":"4.1"}',
	'"ram":{"type":"numberRange","max":4095}',
	'"geography":{"type":"string","country":"US"}',
];

test('adds the counts of both sides of or, and subtracts that of both together', () => {
	expect(termsOf('prodVersion=4.1 or ram<4GB')).toEqual([
		[1, `{${version}}`],
		[1, `{${ram}}`],
		[-1, `{${version},${ram}}`],
	]);
	expect(compile('prodVersion=4.1 or ram<4GB').canonical).toBe('prodVersion=4.1 or ram<=4095MB');
});

test('takes seven requests for three properties', () => {
	expect(termsOf('prodVersion=4.1 or ram<4GB or country=US')).toEqual([
		[1, `{${version}}`],
		[1, `{${ram}}`],
		[-1, `{${version},${ram}}`],
		[1, `{${country}}`],
		[-1, `{${version},${country}}`],
		[-1, `{${ram},${country}}`],
		[1, `{${version},${ram},${country}}`],
	]);
});

test('sends one filter for what the API can join', () => {
	expect(termsOf('prodVersion=4.1,4.2 or prodVersion=4.3')).toHaveLength(1);
	expect(termsOf('prodVersion=4.1 and ram<4GB')).toEqual([[1, `{${version},${ram}}`]]);
	expect(termsOf('(prodVersion=4.1 or ram<4GB) and country=US')).toHaveLength(3);
	expect(compile('(prodVersion=4.1 and ram<4GB) or country=US').canonical).toBe(
		'(prodVersion=4.1 and ram<=4095MB) or geography.country=US',
	);
});

test('says why an or cannot be counted', () => {
	const many = errorOf('prodVersion=4.1 or ram<4GB or country=US or cpuCores=2');
	expect(many.message).toBe("'or' joins 4 filters that the API cannot join; the limit is 3");
	expect(many.details).toMatchObject({code: 'too-many', place: {column: 45}});
	const each = Array.from({length: 22}, (_, at) => `(ram<${at + 2}GB or cpuCores>${at})`);
	expect(errorOf(each.join(' and ')).message).toBe('this expands to 128 alternatives; the limit is 64');
	const both = errorOf('(prodVersion=4.1 and ram<4GB) or (prodVersion=4.2 and country=US)');
	expect(both.details.code).toBe('and-same');
	expect(errorOf('ram<4GB or ram>=8GB').details.code).toBe('number-or');
});

test('random trees have the counts of their terms, or are refused as inexpressible', () => {
	const {compiled, refused} = compareMeaning(
		isLong ? 20_000 : 2000,
		3,
		passes,
		(text, context) => compileUnion({name: '<expression>', text}, context).json,
	);
	expect(compiled).toBeGreaterThan(200);
	expect(refused.has('or-across')).toBe(false);
});
