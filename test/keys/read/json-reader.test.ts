import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type JsonObject, readJson} from '../../../src/keys/read/json-reader.ts';

async function read(text: string, chunk = 7) {
	const bytes = Buffer.from(text);
	async function* chunks() {
		for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
	}
	const rows: JsonObject[] = [];
	const faults: string[] = [];
	for await (const block of readJson(chunks())) {
		for (const found of block) {
			if ('message' in found) faults.push(`${found.line}:${found.column} ${found.message}`);
			else rows.push(found);
		}
	}
	return {rows, faults, values: rows.map(row => row.value)};
}
const rows = fc.array(
	fc.dictionary(fc.string({maxLength: 5}), fc.jsonValue({maxDepth: 2, noUnicodeString: false}), {maxKeys: 4}),
	{maxLength: 6},
);

test.each([
	['an array', (values: object[]) => JSON.stringify(values)],
	['an array over lines', (values: object[]) => JSON.stringify(values, null, 2)],
	['an object a line', (values: object[]) => values.map(value => `${JSON.stringify(value)}\n`).join('')],
	[
		'an object a line, the last end missing',
		(values: object[]) => values.map(value => JSON.stringify(value)).join('\r\n'),
	],
])('%s is read as the objects it was written from', async (_name, write) => {
	await fc.assert(
		fc.asyncProperty(rows, fc.integer({min: 1, max: 40}), async (values, chunk) => {
			const found = await read(write(values), chunk);
			expect(found.faults).toEqual([]);
			expect(found.values).toEqual(JSON.parse(JSON.stringify(values)));
		}),
	);
});

test('reports where each object begins', async () => {
	const {rows: found} = await read('[\n  {"licenseKey": "A",\n   "installQuota":\n     "x"}, {"licenseKey":"B"}\n]');
	expect(found.map(({line, column}) => [line, column])).toEqual([
		[2, 3],
		[4, 12],
	]);
});

test.each([
	['{"a":1}\n{"a":}\n{"a":2}\n', ['2:6 invalid JSON from here on'], 2],
	[
		'{"a":1}\n[1]\n7\n{"a":2}',
		[
			'2:1 expected an object such as {"licenseKey": "AAAA-BBBB"}',
			'3:1 expected an object such as {"licenseKey": "AAAA-BBBB"}',
		],
		2,
	],
	['[{"a":1}, 7, {"a":2}]', ['1:11 expected an object such as {"licenseKey": "AAAA-BBBB"}'], 2],
	['[{"a":1},\n {"a" 2},\n {"a":3}]', ['2:7 invalid JSON from here on'], 2],
	['[{"a":1}', ['1:9 the array is never closed'], 1],
	['[{"a":"b', ['1:7 invalid JSON from here on', '1:9 the array is never closed'], 0],
	['[{"a":1}] x', ['1:11 text after the end of the array'], 1],
	['{"a":1', ['1:7 invalid JSON from here on'], 0],
])('reports the error in %j', async (text, faults, good) => {
	const found = await read(text);
	expect(found.faults).toEqual(faults);
	expect(found.values).toHaveLength(good);
});
