import {expect, test} from 'vitest';
import {awkwardRegistry} from '../../keys/support/awkward.ts';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

test.each(['csv', 'json', 'ndjson'])('importing the output of keys list as %s changes nothing', async format => {
	const records = [...awkwardRegistry(), {...emptyRecord('LONG'), notes: `${'ä'.repeat(9)}\n`.repeat(30_000)}];
	const service = createKeysService({records});
	const file = `${service.folder}/keys.${format}`;
	expect(await service.run(['keys', 'list', '-o', format, '--out', file, '-q'])).toMatchObject({stderr: ''});
	const asked = service.log.length;
	const uploaded = await service.run(['keys', 'update', file, '-o', 'json']);
	expect(uploaded).toMatchObject({exitCode: 0, stderr: 'note: nothing to change\n'});
	expect(JSON.parse(uploaded.stdout)).toMatchObject([{rows: records.length, same: records.length, accepted: 0}]);
	expect(service.log.slice(asked).every(({path}) => path.endsWith('listKeys'))).toBe(true);
});

test('the registry holds exactly what was listed, edited and imported', async () => {
	const records = awkwardRegistry();
	const service = createKeysService({records});
	const file = `${service.folder}/keys.csv`;
	await service.run(['keys', 'list', '-o', 'csv', '--out', file]);
	// An empty registry gets every key from the file.
	const other = createKeysService();
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
