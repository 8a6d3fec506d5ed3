import {expect, test} from 'vitest';
import {type Draft, refuseKey, suspectKey, writable} from '../../src/keys/columns.ts';

const column = (name: string) => {
	const found = writable.find(item => item.name === name);
	if (!found) throw new Error(name);
	return found;
};
const readText = (name: string, text: string) => {
	const draft: Draft = {licenseKey: 'K'};
	return column(name).readText(draft, text) ?? draft;
};
const readValue = (name: string, value: unknown) => {
	const draft: Draft = {licenseKey: 'K'};
	return column(name).readValue(draft, value) ?? draft;
};

test.each([
	['activated', 'true', {licenseStatus: {activated: true}}],
	['blacklisted', 'FALSE', {licenseStatus: {blacklisted: false}}],
	['expiryDate', '2028-02-29', {expiryDate: '2028-02-29'}],
	['expiryDate', 'null', {expiryDate: null}],
	['installQuota', '0', {installQuota: 0}],
	['installQuota', '007', {installQuota: 7}],
	['installQuota', '2147483647', {installQuota: 2_147_483_647}],
	['licenseType', 'null', {licenseType: 'null'}],
	['notes', ' =1+1\n', {notes: ' =1+1\n'}],
])('%s takes %j', (name, text, fields) => {
	expect(readText(name, text)).toEqual({licenseKey: 'K', ...fields});
});

test.each([
	['activated', 'yes', '"yes" is neither true nor false', 'true'],
	['activated', ' true', '" true" is neither true nor false', 'true'],
	['expired', '0', '"0" is neither true nor false', 'false'],
	['expired', 'tru', '"tru" is neither true nor false', undefined],
	['expiryDate', '2026-02-30', '"2026-02-30" is not a day of the calendar (YYYY-MM-DD), nor null', undefined],
	['expiryDate', '2026/3/4', '"2026/3/4" is not a day of the calendar (YYYY-MM-DD), nor null', '2026-03-04'],
	['expiryDate', '20260304', '"20260304" is not a day of the calendar (YYYY-MM-DD), nor null', '2026-03-04'],
	['expiryDate', '03/04/2026', '"03/04/2026" is not a day of the calendar (YYYY-MM-DD), nor null', undefined],
	['expiryDate', '0000-01-01', '"0000-01-01" is not a day of the calendar (YYYY-MM-DD), nor null', undefined],
	['expiryDate', 'NULL', '"NULL" is not a day of the calendar (YYYY-MM-DD), nor null', 'null'],
	['expiryDate', '4.3.2026', '"4.3.2026" is not a day of the calendar (YYYY-MM-DD), nor null', '2026-03-04'],
	['expiryDate', '31.13.2026', '"31.13.2026" is not a day of the calendar (YYYY-MM-DD), nor null', undefined],
	[
		'expiryDate',
		'2026-03-04 00:00:00',
		'"2026-03-04 00:00:00" is not a day of the calendar (YYYY-MM-DD), nor null',
		'2026-03-04',
	],
	['expiryDate', '２０２６-01-01', '"２０２６-01-01" is not a day of the calendar (YYYY-MM-DD), nor null', undefined],
	['installQuota', '-1', '"-1" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', '1e3', '"1e3" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', '5.0', '"5.0" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', ' 5', '" 5" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', '2147483648', '2147483648 is not a whole number from 0 to 2147483647', undefined],
])('%s refuses the text %j', (name, text, message, suggest) => {
	expect(readText(name, text)).toEqual(suggest === undefined ? {message} : {message, suggest});
});

test.each([
	['licenseKey', 12, '12 is not a text in quotes'],
	['notes', null, 'null is not a text in quotes'],
	['notes', '\ud83d', '"\\ud83d" holds half a character (a lone surrogate)'],
	['activated', 'true', '"true" is neither true nor false'],
	['activated', 1, '1 is neither true nor false'],
	['expiryDate', 20_260_101, '20260101 is not a day of the calendar (YYYY-MM-DD), nor null'],
	['installQuota', '5', '"5" is not a whole number from 0 to 2147483647'],
	['installQuota', 1.5, '1.5 is not a whole number from 0 to 2147483647'],
])('%s refuses the JSON value %j', (name, value, message) => {
	expect(readValue(name, value)).toMatchObject({message});
});

test('a cell printed is a cell read', () => {
	const update = {
		licenseKey: '007',
		licenseType: 'null',
		licenseStatus: {activated: true, expired: false},
		expiryDate: null,
		installQuota: 5,
		notes: 'a "b"',
	};
	const draft: Draft = {licenseKey: ''};
	for (const {print, readText: read} of writable) {
		const text = print(update);
		if (text !== undefined) expect(read(draft, text)).toBeUndefined();
	}
	expect(draft).toEqual(update);
});

test.each(['1.23E+15', '1E-7', '-1,5e+20', '#NAME?', '#n/a'])('the key %s is what a spreadsheet leaves', key => {
	expect(suspectKey(key)?.message).toContain('spreadsheet');
	expect(refuseKey(key)).toBeUndefined();
});

test.each(['0007', ' A ', '1E5', '=1+1', 'null', 'a\tb', '😀', 'x'.repeat(65_536)])('the key %j is text', key => {
	expect([refuseKey(key), suspectKey(key)]).toEqual([undefined, undefined]);
});

test.each([
	['', 'licenseKey is missing'],
	['a\0b', '"a\\u0000b" holds a NUL character'],
	['a\udc00', '"a\\udc00" holds half a character (a lone surrogate)'],
])('the key %j is refused', (key, message) => {
	expect(refuseKey(key)).toEqual({message});
});
