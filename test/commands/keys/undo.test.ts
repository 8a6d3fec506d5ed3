import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const records = [
	{...emptyRecord('A'), licenseType: 'trial', notes: 'first', installQuota: 3, overQuotaCount: -3},
	{...emptyRecord('B'), expiryDate: '2026-01-31', licenseStatus: {...emptyRecord('B').licenseStatus, activated: true}},
	{...emptyRecord('C'), notes: 'stays'},
];
const file =
	'licenseKey,licenseType,activated,expiryDate,installQuota,notes\nA,purchased,true,,3,\nB,,false,null,,x\nNEW,trial,,,,\nC,,,,,stays\n';

async function uploadedDesk() {
	const service = createKeysService({records});
	const {stdout} = await service.run(['keys', 'update', service.file('keys.csv', file), '-y', '-o', 'json']);
	const run = JSON.parse(stdout)[0].run as string;
	return {...service, runName: run};
}
const plain = (service: ReturnType<typeof createKeysService>, key: string) => {
	const {lastEditedDate: _, addedDate: __, ...rest} = service.keys.get(key) ?? emptyRecord('?');
	return rest;
};
const original = (key: string) => {
	const {
		lastEditedDate: _,
		addedDate: __,
		...rest
	} = records.find(record => record.licenseKey === key) ?? emptyRecord('?');
	return rest;
};

test('restores the earlier values, and nothing else', async () => {
	const service = await uploadedDesk();
	expect(service.keys.get('A')).toMatchObject({licenseType: 'purchased', installQuota: 3, notes: 'first'});
	const sent = service.log.length;
	const undone = await service.run(['keys', 'undo', service.runName, '-y', '-o', 'json']);
	expect(undone).toMatchObject({exitCode: 0});
	expect(JSON.parse(undone.stdout)).toMatchObject([{rows: 2, accepted: 2, updated: 2}]);
	for (const key of ['A', 'B', 'C']) expect(plain(service, key)).toEqual(original(key));
	expect(service.log.slice(sent).flatMap(({body}) => body.keyUpdates ?? [])).toEqual([
		{licenseKey: 'A', licenseType: 'trial', licenseStatus: {activated: false}},
		{licenseKey: 'B', licenseStatus: {activated: true}, expiryDate: '2026-01-31', notes: ''},
	]);
});

test('writes a file that blacklists the inserted keys', async () => {
	const service = await uploadedDesk();
	const {stderr} = await service.run(['keys', 'undo', service.runName, '-y']);
	const path = join(service.folder, 'keys.csv.inserted.csv');
	expect(stderr).toContain(
		`the service cannot delete the key that the import inserted; to blacklist it: usagectl keys update ${path}`,
	);
	expect(readFileSync(path, 'utf8')).toBe('licenseKey,blacklisted\nNEW,true\n');
	expect(await service.run(['keys', 'update', path, '-y'])).toMatchObject({exitCode: 0});
	expect(service.keys.get('NEW')?.licenseStatus.blacklisted).toBe(true);
});

test('leaves out keys that were edited since, unless --overwrite is given', async () => {
	const service = await uploadedDesk();
	service.keys.set('A', {...(service.keys.get('A') ?? emptyRecord('A')), licenseType: 'by hand'});
	const undone = await service.run(['keys', 'undo', service.runName, '-y', '-o', 'json']);
	expect(undone).toMatchObject({exitCode: 6});
	expect(JSON.parse(undone.stdout)).toMatchObject([{accepted: 1, left: 1}]);
	expect(service.keys.get('A')?.licenseType).toBe('by hand');
	expect(plain(service, 'B')).toEqual(original('B'));
	expect(await service.run(['keys', 'undo', service.runName, '-y', '--overwrite'])).toMatchObject({exitCode: 0});
	expect(plain(service, 'A')).toEqual(original('A'));
});

test('an undo can be undone', async () => {
	const service = await uploadedDesk();
	const after = plain(service, 'A');
	const {stdout} = await service.run(['keys', 'undo', service.runName, '-y', '-o', 'json']);
	await service.run(['keys', 'undo', JSON.parse(stdout)[0].run, '-y']);
	expect(plain(service, 'A')).toEqual(after);
	const runs = await service.run(['keys', 'runs', '-o', 'json']);
	expect(
		JSON.parse(runs.stdout)
			.map((run: {state: string}) => run.state)
			.sort(),
	).toEqual(['finished', 'undone', 'undone']);
});

test.each([
	[['20260101-000000-abcd'], /there is no import 20260101-000000-abcd/],
	[['../../etc'], /there is no import/],
])('%j is rejected', async (words, message) => {
	const service = createKeysService();
	const {exitCode, stderr} = await service.run(['keys', 'undo', ...words, '-y']);
	expect({exitCode, sent: service.log}).toEqual({exitCode: 2, sent: []});
	expect(stderr).toMatch(message);
});

test('an import with --no-diff cannot be undone', async () => {
	const service = createKeysService({records});
	const {stdout} = await service.run(['keys', 'update', service.file('k.csv', file), '-y', '--no-diff', '-o', 'json']);
	const {exitCode, stderr} = await service.run(['keys', 'undo', JSON.parse(stdout)[0].run, '-y']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('used --no-diff');
});

test('without an ID, undoes the last import of the product and says which one it is', async () => {
	const service = createKeysService({records});
	expect(await service.run(['keys', 'undo', '-y'])).toMatchObject({
		exitCode: 2,
		stderr: 'error: there is no import to undo\nhint: list the imports: usagectl keys runs\n',
	});
	await service.run(['keys', 'set', 'A', '--quota', '7']);
	await service.run(['keys', 'set', 'C', '--quota', '9'], {clock: fakeClock('2026-06-30T12:00:05Z')});
	const {stderr} = await service.run(['keys', 'undo', '-y']);
	expect(stderr).toMatch(/^note: the last import is \S+: keys set, 2026-\d\d-\d\d \d\d:\d\d UTC\n/);
	expect([service.keys.get('A')?.installQuota, service.keys.get('C')?.installQuota]).toEqual([7, 1]);
	await service.run(['keys', 'undo', '-y']);
	expect(service.keys.get('A')?.installQuota).toBe(3);
});

test('promises an undo only for what it can undo', async () => {
	const {run, file: write} = createKeysService({records});
	const inserted = await run(['keys', 'update', write('new.csv', 'licenseKey\nN1\nN2\n'), '-y']);
	expect(inserted.stderr).toContain('note: inserted keys cannot be deleted later, only blacklisted\n');
	expect(inserted.stderr).toMatch(
		/note: to write a file that blacklists the inserted keys: usagectl keys undo \S+ -p 7\n$/,
	);
	const both = await run(['keys', 'update', write('both.csv', 'licenseKey,notes\nN3,x\nA,x\n'), '-y']);
	expect(both.stderr).toMatch(
		/note: to restore the changed keys and write a file that blacklists the inserted keys: usagectl keys undo \S+ -p 7\n$/,
	);
});

test('without an ID, does not undo an older import in place of one that cannot be undone', async () => {
	const {run, file: write} = createKeysService({records});
	await run(['keys', 'set', 'A', '--quota', '7']);
	const later = {clock: fakeClock('2026-06-30T12:00:05Z')};
	await run(['keys', 'update', write('keys.csv', 'licenseKey,notes\nB,x\n'), '--no-diff', '-y'], later);
	const {exitCode, stderr} = await run(['keys', 'undo', '-y']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('used --no-diff, so the values that it replaced were not saved');
});

test('shows the values before and after, asks, and sends nothing with --dry-run', async () => {
	const service = await uploadedDesk();
	const changes =
		'note: A: licenseType purchased → trial, activated true → false\n' +
		'note: B: activated false → true, expiryDate none → 2026-01-31, notes x → ""\n' +
		'note: plan for product 7 at https://service.test: change 2 keys\nRestore 2 keys? [y/N] ';
	const sent = service.log.length;
	const declined = await service.run(['keys', 'undo', service.runName], {columns: 200, answers: ['n']});
	expect(declined).toMatchObject({exitCode: 0, stdout: 'Nothing was sent.\n'});
	expect(declined.stderr).toContain(changes);
	const {stdout, stderr} = await service.run(['keys', 'undo', service.runName, '--dry-run', '-o', 'csv']);
	expect(stdout).toBe(
		'line,licenseKey,change,field,before,after\n' +
			'2,A,change,licenseType,purchased,trial\n2,A,change,activated,true,false\n' +
			'3,B,change,activated,false,true\n3,B,change,expiryDate,,2026-01-31\n3,B,change,notes,x,\n',
	);
	expect(stderr).toBe(
		'note: the service cannot delete keys: an undo writes a file that blacklists those that the import inserted\n' +
			'note: plan for product 7 at https://service.test: change 2 keys\n',
	);
	expect(service.log.slice(sent).some(({path}) => path.endsWith('updateKeys'))).toBe(false);
});

test('--dry-run of an import that only inserted keys says why there is nothing to change', async () => {
	const {run, file: write} = createKeysService({records});
	await run(['keys', 'update', write('new.csv', 'licenseKey\nNEW\n'), '-y']);
	const {stdout, stderr} = await run(['keys', 'undo', '--dry-run']);
	expect(stdout).toBe('nothing to change\n');
	expect(stderr).toMatch(/the last import is .*\n.*the service cannot delete keys: /);
});

test('--dry-run writes no file of the inserted keys', async () => {
	const service = await uploadedDesk();
	await service.run(['keys', 'undo', service.runName, '--dry-run']);
	expect(existsSync(join(service.folder, 'keys.csv.inserted.csv'))).toBe(false);
});
