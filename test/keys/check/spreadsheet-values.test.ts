import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {spreadsheetValues} from '../../../src/keys/check/spreadsheet-values.ts';
import {checked} from '../support/checked.ts';

const examples = spreadsheetValues.flatMap(({what, examples}) => examples.map(example => [example, what] as const));

test.each(examples)('the key %s is rejected as %s', async (key, what) => {
	const {problems, updates} = await checked(`licenseKey\n${JSON.stringify(key)}\n`);
	expect(problems).toEqual([
		`2:1 licenseKey: ${JSON.stringify(key)} looks like ${what} (to accept it, add --exact-keys)`,
	]);
	expect(updates).toHaveLength(1);
});

test.each([
	['AAAA-BBBB'],
	['0001'],
	['1234-5678'],
	['12-34'],
	['1.2'],
	['1.234'],
	['MAR-ABCD'],
	['#1'],
	['# A'],
	['1,2'],
	['a%'],
	['12345'],
	['1e5'],
	['2026-0301'],
	['(A)'],
	['4:A'],
])('the key %s is none that a spreadsheet made', async key => {
	expect((await checked(`licenseKey\n${JSON.stringify(key)}\n`)).problems).toEqual([]);
});

test.each(['datekeys.csv', 'errvalues.csv'])('every row of %s is an error', async name => {
	const text = readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
	const {problems} = await checked(text);
	expect(problems).toHaveLength(text.trim().split('\n').length - 1);
});

test('a JSON object with a member twice is an error with line and column', async () => {
	const text = readFileSync(new URL('../../fixtures/keys/json-dup.json', import.meta.url), 'utf8');
	expect((await checked(text, {}, 'keys.json')).problems).toEqual([
		'1:37 : the member "notes" is in this object twice',
	]);
	const nested = '[{"licenseKey":"A","licenseStatus":{"activated":true,"activ\\u0061ted":false}}]';
	expect((await checked(nested, {}, 'keys.json')).problems).toEqual([
		'1:54 : the member "activated" is in this object twice',
	]);
	const apart = '[{"licenseKey":"A","notes":"{\\"notes\\":1}","licenseStatus":{"activated":true}},{"licenseKey":"B"}]';
	expect((await checked(apart, {}, 'keys.json')).problems).toEqual([]);
});

test.each([
	['expiry-zero.xlsx', '2:3 expiryDate: the cell has the date 1899-12-31: it refers to an empty cell'],
	['key-zero.xlsx', '2:1 licenseKey: the formula returns 0: it refers to an empty cell'],
])('a lookup of an empty cell is an error: %s', async (name, message) => {
	const file = readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url));
	expect((await checked(file, {}, name)).problems).toEqual([expect.stringContaining(message)]);
});
