import {expect, test} from 'vitest';
import type {KeyRecord} from '../../../src/contract/license-keys.ts';
import {keyFlags} from '../../../src/contract/words.ts';
import {desk} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/fake-service.ts';

/** A registry full of what breaks files: every flag combination, texts with quotes, breaks, formulas, words that mean something else. */
function awkwardRegistry(): KeyRecord[] {
	const texts = [
		'',
		'null',
		'true',
		'=1+1',
		'@SUM(A1)',
		'-5',
		'007',
		'1.5',
		'2026-01-31',
		' blanks at the ends ',
		'"quoted"',
		'a "b" c',
		'"',
		'a,b;c\td|e',
		'line one\nline two',
		'line one\r\nline two',
		'a lone \r return',
		'\n',
		'😀 e\u0301 中文 \u202eright to left',
		'\ufeffmark',
		'# AAAA-BBBB-CCCC',
		'<NULL>',
		'\u001b[31mred',
	];
	const keys = [...texts.filter(text => text !== ''), '1E5', '1.23E+15', '0x10', 'x'.repeat(5000)];
	const flags = (bits: number) => Object.fromEntries(keyFlags.map((flag, bit) => [flag, (bits >> bit) % 2 === 1]));
	return keys.map((key, index) => ({
		...emptyRecord(`${key}${index % 5 === 0 || key.includes('E+') ? '' : `-${index}`}`),
		licenseType: texts[(index * 7) % texts.length] ?? '',
		licenseStatus: flags(index % 16) as KeyRecord['licenseStatus'],
		expiryDate: index % 3 === 0 ? null : '2028-02-29',
		installQuota: index % 4,
		notes: texts[index % texts.length] ?? '',
		lastEditedBy: [null, {}, {name: 'Ada', surname: 'L, "O"', email: 'a@b.c'}][index % 3] ?? null,
		lastEditedDate: index % 3 === 0 ? null : '2026-06-30T12:00:00',
	}));
}

test.each(['csv', 'json', 'ndjson'])(
	'what keys list writes as %s changes nothing when it is uploaded',
	async format => {
		const records = [...awkwardRegistry(), {...emptyRecord('LONG'), notes: 'ä\n'.repeat(350_000)}];
		const service = desk({records});
		const file = `${service.folder}/keys.${format}`;
		expect(await service.run(['keys', 'list', '-o', format, '--out', file])).toMatchObject({exitCode: 0, stderr: ''});
		const asked = service.log.length;
		const uploaded = await service.run(['keys', 'update', file, '-o', 'json']);
		expect(uploaded).toMatchObject({exitCode: 0, stderr: 'note: nothing to change\n'});
		expect(JSON.parse(uploaded.stdout)).toMatchObject([{rows: records.length, same: records.length, accepted: 0}]);
		expect(service.log.slice(asked).every(({path}) => path.endsWith('listKeys'))).toBe(true);
	},
);

test('what was listed, edited and uploaded is what the registry holds then', async () => {
	const records = awkwardRegistry();
	const service = desk({records});
	const file = `${service.folder}/keys.csv`;
	await service.run(['keys', 'list', '-o', 'csv', '--out', file]);
	// Another registry without those keys gets every one of them from the file.
	const other = desk();
	expect(await other.run(['keys', 'update', file, '-y', '--exact-keys'])).toMatchObject({exitCode: 0});
	for (const {licenseKey, licenseType, licenseStatus, expiryDate, installQuota, notes} of records) {
		expect(other.keys.get(licenseKey)).toMatchObject({
			licenseType: licenseType === '' ? 'unknown' : licenseType,
			licenseStatus,
			expiryDate,
			installQuota,
			notes,
		});
	}
});
