import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseBody} from '../../../src/client/answer/body.ts';
import {parseJson} from '../../../src/client/answer/parse-json.ts';
import {laws} from '../../support/laws/laws.ts';

/** Names that differ in their last character, which JSON escapes. */
const names = fc.constantFrom(
	...['', 'a', 'é'].flatMap(name => ['', '\\', '"', '\n', '\u0001', '\\"'].map(end => name + end)),
);
const records = fc.array(fc.dictionary(names, fc.oneof(names, fc.nat(9)), {noNullPrototype: true}), {maxLength: 4});

test('keeps escapes in names, whatever names were read before', () => {
	fc.assert(
		fc.property(records, fc.constantFrom(undefined, '\t'), (value, indent) => {
			const text = JSON.stringify(value, null, indent);
			expect(JSON.stringify(parseJson(text), null, indent)).toBe(text);
		}),
		laws(300),
	);
});

test('reads the columns of the latest records with the names of the service', () => {
	const fieldNames = {'a\\': 'one', 'b"': 'two'};
	const results = [
		{'a\\': '1', 'b"': '2'},
		{'b\\': '3', 'a"': '4'},
	];
	const text = JSON.stringify({status: 'OK', fieldNames, results});
	expect(parseBody({reading: 'records'}, {status: 200, headers: {}, text})?.members).toEqual({
		status: 'OK',
		fieldNames,
		results,
	});
});

test('rejects texts that are not JSON like JSON.parse', () => {
	for (const text of ['', '{"a\\"":}', '{"a\\\\":1', '{"a\\"":1}}']) expect(() => parseJson(text)).toThrow(SyntaxError);
	expect(parseJson('{"__proto__\\n":1,"__proto__":2}')).toEqual(
		Object.fromEntries([
			['__proto__\n', 1],
			['__proto__', 2],
		]),
	);
});
