import {expect, test} from 'vitest';
import type {KeyUpdate} from '../../../src/contract/operations/license-keys.ts';
import {findMangling} from '../../../src/keys/check/mangled-keys.ts';
import {isValueError, valueError} from '../../../src/keys/rows/input-error.ts';
import {checkKey} from '../../../src/keys/rows/key-values.ts';
import {type FieldValue, printField, writableColumns} from '../../../src/keys/rows/upload-columns.ts';

const column = (name: string) => {
	const found = writableColumns.find(item => item.name === name);
	if (!found) throw new Error(name);
	return found;
};
const putValue = (name: string, value: unknown) => {
	const {check, set} = column(name);
	const update: KeyUpdate = {licenseKey: 'K'};
	const checked = check(value);
	if (isValueError(checked)) return checked;
	set(update, checked);
	return update;
};
const putCell = (name: string, text: string) => putValue(name, column(name).parseCell(text));

test.each([
	['activated', 'true', {licenseStatus: {activated: true}}],
	['blacklisted', 'FALSE', {licenseStatus: {blacklisted: false}}],
	['activated', 'True', {licenseStatus: {activated: true}}],
	['expired', 'False', {licenseStatus: {expired: false}}],
	['expiryDate', '2028-02-29', {expiryDate: '2028-02-29'}],
	['expiryDate', 'null', {expiryDate: null}],
	['installQuota', '0', {installQuota: 0}],
	['installQuota', '007', {installQuota: 7}],
	['installQuota', '2147483647', {installQuota: 2_147_483_647}],
	['licenseType', 'null', {licenseType: 'null'}],
	['notes', ' =1+1\n', {notes: ' =1+1\n'}],
])('%s accepts %j', (name, text, fields) => {
	expect(putCell(name, text)).toEqual({licenseKey: 'K', ...fields});
});

test.each([
	['notes', 'a\0b', '"a\\u0000b" contains a NUL character', undefined],
	['licenseType', '\0', '"\\u0000" contains a NUL character', undefined],
	['activated', 'yes', '"yes" is neither true nor false', 'true'],
	['activated', ' true', '" true" is neither true nor false', 'true'],
	['expired', '0', '"0" is neither true nor false', 'false'],
	['expired', 'tru', '"tru" is neither true nor false', undefined],
	['expiryDate', '2026-02-30', '"2026-02-30" is not a date (YYYY-MM-DD) or null', undefined],
	['expiryDate', '2026/3/4', '"2026/3/4" is not a date (YYYY-MM-DD) or null', '2026-03-04'],
	['expiryDate', '20260304', '"20260304" is not a date (YYYY-MM-DD) or null', '2026-03-04'],
	['expiryDate', '03/04/2026', '"03/04/2026" is not a date (YYYY-MM-DD) or null', undefined],
	['expiryDate', '0000-01-01', '"0000-01-01" is not a date (YYYY-MM-DD) or null', undefined],
	['expiryDate', 'NULL', '"NULL" is not a date (YYYY-MM-DD) or null', 'null'],
	['expiryDate', '4.3.2026', '"4.3.2026" is not a date (YYYY-MM-DD) or null', '2026-03-04'],
	['expiryDate', '31.13.2026', '"31.13.2026" is not a date (YYYY-MM-DD) or null', undefined],
	['expiryDate', '2026-02-30T00:00:00', '"2026-02-30T00:00:00" is not a date (YYYY-MM-DD) or null', undefined],
	['expiryDate', '2026-03-04T1', '"2026-03-04T1" is not a date (YYYY-MM-DD) or null', '2026-03-04'],
	['expiryDate', '２０２６-01-01', '"２０２６-01-01" is not a date (YYYY-MM-DD) or null', undefined],
	['installQuota', '-1', '"-1" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', '1e3', '"1e3" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', '5.0', '"5.0" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', ' 5', '" 5" is not a whole number from 0 to 2147483647', undefined],
	['installQuota', '2147483648', '2147483648 is not a whole number from 0 to 2147483647', undefined],
])('%s rejects the text %j', (name, text, message, suggest) => {
	expect(putCell(name, text)).toEqual(valueError(message, suggest));
});

test.each([
	['licenseKey', 12, '12 is not a string'],
	['notes', null, 'null is not a string'],
	['notes', '\ud83d', '"\\ud83d" contains a lone surrogate (half a character)'],
	['activated', 'true', '"true" is neither true nor false'],
	['activated', 1, '1 is neither true nor false'],
	['expiryDate', 20_260_101, '20260101 is not a date (YYYY-MM-DD) or null'],
	['installQuota', '5', '"5" is not a whole number from 0 to 2147483647'],
	['installQuota', 1.5, '1.5 is not a whole number from 0 to 2147483647'],
])('%s rejects the JSON value %j', (name, value, message) => {
	expect(putValue(name, value)).toMatchObject({message});
});

test('reading a printed cell returns its value', () => {
	const update = {
		licenseKey: '007',
		licenseType: 'null',
		licenseStatus: {activated: true, expired: false},
		expiryDate: null,
		installQuota: 5,
		notes: 'a "b"',
	};
	const read: KeyUpdate = {licenseKey: ''};
	for (const column of writableColumns) {
		const text = printField(column, update);
		if (text !== undefined) column.set(read, column.check(column.parseCell(text)) as FieldValue);
	}
	expect(read).toEqual(update);
});

test.each(['1.23E+15', '1E-7', '-1,5e+20', '#NAME?', '#n/a'])('the key %s looks mangled by a spreadsheet', key => {
	expect(findMangling(key)?.message).toContain('spreadsheet');
	expect(checkKey(key)).toBe(key);
});

test.each(['0007', ' A ', '1E5', '=1+1', 'null', 'a\tb', '😀', 'x'.repeat(65_536)])(
	'the key %j is accepted unchanged',
	key => {
		expect([checkKey(key), findMangling(key)]).toEqual([key, undefined]);
	},
);

test.each([
	['', 'the license key is missing'],
	[' ', '" " is a blank license key'],
	['\t\u00a0', '"\\t\u00a0" is a blank license key'],
	['a\0b', '"a\\u0000b" contains a NUL character'],
	['a\udc00', '"a\\udc00" contains a lone surrogate (half a character)'],
])('the key %j is rejected', (key, message) => {
	expect(checkKey(key)).toEqual(valueError(message));
});

test.each(['2026-03-04T00:00:00', '2026-03-04 00:00:00', '2026-03-04T23:59:59.999Z', '2026-03-04 12:30'])(
	'expiryDate takes the day of the timestamp %j',
	text => {
		expect(putCell('expiryDate', text)).toEqual(putCell('expiryDate', '2026-03-04'));
	},
);
