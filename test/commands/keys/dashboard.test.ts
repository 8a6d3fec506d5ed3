import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {KeyRecord} from '../../../src/contract/operations/license-keys.ts';
import {awkwardRegistry} from '../../keys/support/awkward.ts';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {laws} from '../../support/laws/laws.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

/** The dashboard's CSV of keys (docs/service.md#help-dashboard-csv), read by `keys update` and written by `keys list`. */

const file = 'A,trial,Y,N,1,no,2027-01-31,5,note\nB,,,,,,,,\n';

test('reads the columns of the dashboard in its order; an empty cell keeps the old value', async () => {
	const service = createKeysService({records: [{...emptyRecord('B'), licenseType: 'full', notes: 'old'}]});
	const path = service.file('keys.csv', file);
	const uploaded = await service.run(['keys', 'update', path, '--from-dashboard', '-y']);
	expect(uploaded).toMatchObject({exitCode: 0});
	expect(service.keys.get('A')).toMatchObject({
		licenseType: 'trial',
		licenseStatus: {whitelisted: true, blacklisted: false, activated: true, expired: false},
		...{expiryDate: '2027-01-31', installQuota: 5, notes: 'note'},
	});
	expect(service.keys.get('B')).toMatchObject({licenseType: 'full', notes: 'old'});
});

test('skips comments, also with quotes, and counts their lines', async () => {
	const service = createKeysService();
	const path = service.file('keys.csv', `### keys of "March\n###,"open\n${file}### "end\nC,,maybe,,,,,,\n`);
	const {stderr, exitCode} = await service.run(['keys', 'update', path, '--from-dashboard', '--dry-run']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('keys.csv:6:4');
	expect(stderr).not.toContain(':1:');
});

test('asks on a terminal if a file without a header is from the dashboard, and elsewhere rejects it', async () => {
	const service = createKeysService();
	const path = service.file('keys.csv', file);
	const rejected = await service.run(['keys', 'update', path, '--dry-run', '-y']);
	expect(rejected).toMatchObject({exitCode: 2, stderr: expect.stringContaining('has no header; its nine cells')});
	expect(rejected.stderr).toContain('add --from-dashboard');
	const line = ['keys', 'update', path, '--dry-run', '--no-diff'];
	expect(await service.run(line, {columns: 100, answers: ['y']})).toMatchObject({exitCode: 0});
	expect(await service.run(line, {columns: 100, answers: ['n']})).toMatchObject({exitCode: 2});
	expect(service.log).toEqual([]);
});

async function importOwnList(records: readonly KeyRecord[]) {
	const service = createKeysService({records: [...records]});
	const path = `${service.folder}/keys.txt`;
	expect(await service.run(['keys', 'list', '-o', 'dashboard', '--out', path, '-q'])).toMatchObject({exitCode: 0});
	return service.run(['keys', 'update', path, '--from-dashboard', '--exact-keys', '-o', 'json']);
}

test('importing the list that the dashboard would import changes nothing', async () => {
	const records = [...awkwardRegistry(), emptyRecord('### no comment'), emptyRecord('sep=;')];
	const {stdout, stderr} = await importOwnList(records);
	expect(stderr).toBe('note: nothing to change\n');
	expect(JSON.parse(stdout)).toMatchObject([{rows: records.length, same: records.length}]);
});

const text = fc.string({unit: 'binary', maxLength: 12}).map(each => each.replaceAll('\0', ''));
const randomKey = fc.record({
	licenseKey: text.filter(key => key.trim() !== ''),
	licenseType: text,
	licenseStatus: fc.record({
		activated: fc.boolean(),
		blacklisted: fc.boolean(),
		expired: fc.boolean(),
		whitelisted: fc.boolean(),
	}),
	expiryDate: fc.option(fc.constantFrom('2024-02-29', '2030-12-31')),
	installQuota: fc.nat(2_147_483_647),
	notes: text,
});
const randomKeys = fc.uniqueArray(randomKey, {selector: ({licenseKey}) => licenseKey, maxLength: 60});

test('no list of keys is changed by its way there and back', async () => {
	await fc.assert(
		fc.asyncProperty(randomKeys, async keys => {
			fc.pre(keys.length > 0);
			const {stdout} = await importOwnList(keys.map(key => ({...emptyRecord(key.licenseKey), ...key})));
			expect(JSON.parse(stdout)).toMatchObject([{rows: keys.length, same: keys.length}]);
		}),
		laws(10),
	);
});

test('-o dashboard applies to keys list of one product, with all columns', async () => {
	const service = createKeysService({records: [emptyRecord('A')]});
	const {stdout} = await service.run(['keys', 'list', '-o', 'dashboard']);
	expect(stdout).toBe('A,unknown,N,N,N,N,,1,\n');
	for (const line of [
		['keys', 'runs'],
		['keys', 'list', '--fields', 'notes'],
		['keys', 'list', '--count-by', 'notes'],
	])
		expect(await service.run([...line, '-o', 'dashboard'])).toMatchObject({exitCode: 2});
});
