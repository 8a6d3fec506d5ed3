import {expect, test} from 'vitest';
import {compileMatch, resolveProperty} from '../../src/language/compile.ts';

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
	expect(match(text, 'os.version')).toMatchObject({json, canonical});
	expect(match(canonical).json).toEqual(json);
});

test.each([
	['US', 'country', 'cannot narrow the values of geography'],
	['null', 'prodVersion', 'null cannot be looked up'],
	['a,b', 'prodVersion', "',' cannot stand here"],
	['~', 'prodVersion', "a value is missing after '~'"],
	['', 'prodVersion', /^a value is missing$/],
	['x', 'bogus', "there is no property 'bogus'"],
	['x', 'prodVerson', "there is no property 'prodVerson'"],
	['x', 'prodVersion=4', "there is no property 'prodVersion=4'"],
])('%j of %s is refused', (text, property, message) => {
	expect(() => match(text, property)).toThrow(message);
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

test.each(['', 'nothing', 'Product', 'Product Version x', "'Product Version"])('%j names none', name => {
	expect(() => resolveProperty(name)).toThrow('there is no property');
});
