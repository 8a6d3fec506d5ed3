import fc from 'fast-check';
import {expect, test} from 'vitest';
import {jsonAnswer, writeJson} from '../../../src/sandbox/http/answer-writing.ts';
import {parseOptions} from '../../../src/sandbox/options/option-table.ts';

test('writes Maps as objects in their own order', () => {
	const value = {
		results: new Map([
			['10', 1],
			['9', 2],
			['__proto__', 3],
			['', 4],
		]),
		rows: [new Map([['2', null]])],
	};
	expect(writeJson(value)).toBe('{"results":{"10":1,"9":2,"__proto__":3,"":4},"rows":[{"2":null}]}');
});

test('writes other values like JSON.stringify', () => {
	fc.assert(fc.property(fc.jsonValue(), value => writeJson(value) === JSON.stringify(value)));
	expect(writeJson({a: undefined, b: [undefined]})).toBe('{"b":[null]}');
});

test('non-ASCII characters are escaped, or written literally by an option', () => {
	const json = '{"≤ 0:50":"😀"}';
	const body = (setting: string) => jsonAnswer(200, json, {options: parseOptions([`response-text=${setting}`])}).body;
	expect(body('ascii')).toBe('{"\\u2264 0:50":"\\ud83d\\ude00"}');
	expect(JSON.parse(body('ascii') as string)).toEqual({'≤ 0:50': '😀'});
	expect(body('utf-8')).toBe(json);
	expect(body('utf-8-bom')).toBe(`\uFEFF${json}`);
});

test('an option sets the content type', () => {
	const type = (settings: string[]) => jsonAnswer(200, '{}', {options: parseOptions(settings)}).headers['content-type'];
	expect(type([])).toBe('application/json; charset=utf-8');
	expect(type(['response-type=text/javascript'])).toBe('text/javascript; charset=utf-8');
});
