import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileMatch, resolveProperty} from '../../src/language/compile-expressions.ts';

const match = (text: string, property = 'prodVersion') => compileMatch({name: '--match', text}, property);

test.each([
	["~'^4\\.'", {type: 'regex', value: '^4\\.'}, "~'^4\\.'"],
	['~^4', {type: 'regex', value: '^4'}, "~'^4'"],
	['~ /^4/', {type: 'regex', value: '^4'}, "~'^4'"],
	['4.*', {type: 'regex', value: '^4\\..*$'}, "~'^4\\..*$'"],
	['*', {type: 'regex', value: '.*'}, "~'.*'"],
	['Windows 10', {type: 'string', value: 'Windows 10'}, "'Windows 10'"],
	["'4.*'", {type: 'string', value: '4.*'}, "'4.*'"],
	["'null'", {type: 'string', value: 'null'}, "'null'"],
	['4.1', {type: 'string', value: '4.1'}, '4.1'],
])('%s', (text, json, canonical) => {
	expect(match(text, 'os.version')).toEqual({json, canonical, warnings: []});
	expect(match(canonical).json).toEqual(json);
});

test.each([
	[
		'US',
		'country',
		'bad-match: the API cannot filter the values of geography; omit --match: the list of codes is short',
	],
	[
		'null',
		'prodVersion',
		'bad-match: null cannot be looked up; null is not a value; to filter by it, write prodVersion is null',
	],
	[
		'a,b',
		'prodVersion',
		"unexpected: unexpected ','; write one value, one pattern with *, or ~regex; quote text that contains a comma",
	],
	['~', 'prodVersion', "expected-value: a value is missing after '~'; "],
	['', 'prodVersion', 'expected-value: a value is missing; '],
	['x', 'bogus', "unknown-property: there is no property 'bogus'; "],
	['x', 'prodVerson', "unknown-property: there is no property 'prodVerson'; did you mean prodVersion?"],
	['x', 'prodVersion=4', "unknown-property: there is no property 'prodVersion=4'; "],
])('%j of %s is refused', (text, property, wanted) => {
	try {
		match(text, property);
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		const {code, hint, place} = error.details;
		expect(`${code}: ${error.message}; ${hint}`).toContain(wanted);
		expect(place).toMatchObject({source: code === 'unknown-property' ? '<property>' : '--match', line: 1});
		return;
	}
	throw new Error('accepted');
});

test.each([
	['prodVersion', {property: 'prodVersion'}],
	['PRODVERSION', {property: 'prodVersion'}],
	['Product Version', {property: 'prodVersion'}],
	['"product version"', {property: 'prodVersion'}],
	[' country ', {property: 'geography', level: 'country'}],
	['OS Version', {property: 'os', level: 'version'}],
	['os', {property: 'os'}],
	['Custom Property 7', {property: 'C07'}],
])('%s names a property', (name, property) => {
	expect(resolveProperty(name)).toEqual(property);
});

test.each(['', 'nothing', 'Product', 'Product Version x', "'Product Version"])('%j names no property', name => {
	expect(() => resolveProperty(name)).toThrow('there is no property');
});
