import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findJsonFault, locateJson} from '../../src/text/json-text.ts';

test.each([
	['{"a":1', 6],
	['{"a":}', 5],
	['[1, "two]', 4],
	['{"a": 1} x', 9],
	[`${'['.repeat(100_000)}`, 0],
])('finds where %j stops being JSON', (text, index) => {
	expect(findJsonFault(text)).toBe(index);
});

test("finds the position of each member's value", () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat({max: 3}), (value, indent) => {
			const text = JSON.stringify(value, null, indent);
			for (const name of Object.keys(value)) {
				const {start, end} = locateJson(text, [name]);
				expect(JSON.parse(text.slice(start, end))).toEqual(JSON.parse(JSON.stringify(value[name])));
			}
		}),
	);
});

test('uses the last of equal names, and the nearest enclosing value for a missing one', () => {
	expect(locateJson('{"a":1,"a":22}', ['a'])).toEqual({start: 11, end: 13});
	expect(locateJson('{"a":[1]}', ['a', 3])).toEqual({start: 5, end: 8});
});
