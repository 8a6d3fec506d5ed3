import {expect, test} from 'vitest';
import {findUnmapped, readHeader} from '../../../src/keys/read/column-names.ts';
import {findDelimiter} from '../../../src/keys/read/upload-file.ts';
import {recordColumns} from '../../../src/keys/rows/key-list-columns.ts';

const plain = {map: new Map(), ignoreExtra: false};
const names = (cells: readonly string[], naming = plain) =>
	readHeader(cells, naming).map(({column}) => column?.name ?? null);
const faults = (cells: readonly string[], naming = plain) =>
	readHeader(cells, naming).flatMap(({error}, cell) => (error ? [[cell, error.message, error.suggest]] : []));

test('accepts the columns of keys list, and skips those that cannot be changed', () => {
	const header = ['licenseKey', 'blocked', 'allowed', 'installCount', 'lastEditedDate', 'lastEditedBy.name', '_reason'];
	expect(names(header)).toEqual(['licenseKey', 'blacklisted', 'whitelisted', null, null, null, null]);
	expect(faults(header)).toEqual([]);
});

test('accepts other spellings of names', () => {
	expect(names(['License Key', 'install_quota', 'NOTES', 'Expires', 'Expiry date', 'TYPE', 'Line', 'Ключ'])).toEqual([
		'licenseKey',
		'installQuota',
		'notes',
		'expiryDate',
		'expiryDate',
		'licenseType',
		null,
		null,
	]);
	expect(faults(['licenseKey', 'Line', 'E-Mail'])).toMatchObject([
		[1, expect.any(String), undefined],
		[2, expect.any(String), undefined],
	]);
});

test('maps names', () => {
	const naming = {
		map: new Map([
			['Serial', 'licenseKey'],
			['Until', 'expiryDate'],
		]),
		ignoreExtra: false,
	};
	expect(names(['Serial', 'Until'], naming)).toEqual(['licenseKey', 'expiryDate']);
});

test.each([
	[['licenseKey', 'NOTE'], [[1, `unknown column "NOTE" (use --map 'NOTE=notes' or --ignore-extra)`, 'notes']]],
	[['licenseKey', 'notes', 'License Key'], [[2, '"License Key" is in the header twice, first as column 1', undefined]]],
	[['licenseKey', 'notes', 'licenseKey'], [[2, '"licenseKey" is in the header twice, first as column 1', undefined]]],
	[
		['licenseKey', 'blocked', 'blacklisted'],
		[[2, '"blacklisted" is in the header twice, first as column 2', undefined]],
	],
	[
		['licenseKey', 'install quotas'],
		[
			[
				1,
				`unknown column "install quotas" (use --map 'install quotas=installQuota' or --ignore-extra)`,
				'installQuota',
			],
		],
	],
	[['licenseKey', ''], [[1, 'this column has no name', undefined]]],
	[
		['licenseKey', '__proto__'],
		[[1, `unknown column "__proto__" (use --map '__proto__=…' or --ignore-extra)`, undefined]],
	],
])('the header %j is rejected', (cells, expected) => {
	expect(faults(cells)).toEqual(expected);
});

test('ignores extra columns with --ignore-extra', () => {
	const naming = {map: new Map(), ignoreExtra: true};
	expect(faults(['licenseKey', 'color', ''], naming)).toEqual([]);
});

test.each([
	[',', 'licenseKey,notes;x'],
	[';', 'licenseKey;"a,b";notes'],
	['\t', 'licenseKey\tnotes'],
	['|', 'notes|licenseKey'],
	[',', 'licenseKey'],
	[';', 'Serial;Until;Seats, all'],
	['\t', '"licenseKey"\t"a;b;c"'],
])('finds %j in %j', (delimiter, header) => {
	expect(findDelimiter(header, name => name === 'licenseKey')).toBe(delimiter);
});

test('accepts the headings of keys list', () => {
	const cells = recordColumns.map(({title}) => title);
	expect(faults(cells)).toEqual([]);
	const changeable = [
		'licenseKey',
		'licenseType',
		'activated',
		'blacklisted',
		'expired',
		'whitelisted',
		'expiryDate',
		'installQuota',
	];
	expect(names(cells).filter(name => name !== null)).toEqual([...changeable, 'notes']);
});

test.each(['Expire', 'expire', 'Expird'])('suggests nothing for %s, which may be the date or the flag', name => {
	expect(faults(['licenseKey', name])).toMatchObject([[1, expect.any(String), undefined]]);
});

test('suggests the nearest column of the header for a name of --map', () => {
	const naming = {map: new Map([['Seriel', 'licenseKey']]), ignoreExtra: true};
	const fields = readHeader(['Serial', 'notes'], naming);
	expect(findUnmapped(fields, naming)).toMatchObject([{suggest: 'Serial'}]);
	expect(findUnmapped(readHeader(['Serial', 'License key'], naming), naming)).toEqual([]);
});
