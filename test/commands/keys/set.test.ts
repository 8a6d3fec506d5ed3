import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const service = () => createKeysService({records: [emptyRecord('A'), emptyRecord('B')]});

test('changes only the given fields', async () => {
	const {run, log, keys} = service();
	const {exitCode} = await run([
		...['keys', 'set', 'A', 'B', '--type', 'purchased', '--quota', '7', '--expires', '2027-01-31'],
		...['--activated', '--no-expired', '--notes', ''],
	]);
	expect(exitCode).toBe(0);
	expect(log.at(-1)?.body.keyUpdates).toEqual(
		['A', 'B'].map(licenseKey => ({
			licenseKey,
			licenseType: 'purchased',
			licenseStatus: {activated: true, expired: false},
			expiryDate: '2027-01-31',
			installQuota: 7,
			notes: '',
		})),
	);
	expect(keys.get('A')).toMatchObject({licenseType: 'purchased', installQuota: 7});
});

test('clears an expiry date, and sends nothing if it is already clear', async () => {
	const desked = createKeysService({records: [{...emptyRecord('A'), expiryDate: '2026-01-31'}]});
	await desked.run(['keys', 'set', 'A', '--expires', 'none']);
	expect(desked.keys.get('A')?.expiryDate).toBeNull();
	const again = await desked.run(['keys', 'set', 'A', '--expires', 'none']);
	expect(again).toMatchObject({exitCode: 0, stderr: 'note: nothing to change\n'});
});

test('a mistyped key is not inserted by accident', async () => {
	const {run, log, keys} = service();
	const {exitCode, stderr} = await run(['keys', 'set', 'A', 'TYPO', '--quota', '7']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('not in the registry: TYPO; nothing was sent');
	expect(log.some(({path}) => path.endsWith('updateKeys'))).toBe(false);
	expect(await run(['keys', 'set', 'TYPO', '--quota', '7', '--insert'])).toMatchObject({exitCode: 0});
	expect(keys.get('TYPO')?.installQuota).toBe(7);
});

test('can be undone', async () => {
	const {run, keys} = service();
	const {stdout} = await run(['keys', 'set', 'A', '--quota', '7', '-o', 'json']);
	expect(await run(['keys', 'undo', JSON.parse(stdout)[0].run, '-y'])).toMatchObject({exitCode: 0});
	expect(keys.get('A')?.installQuota).toBe(1);
});

test.each([
	[['keys', 'set', 'A'], 'a field to set is missing'],
	[['keys', 'set', 'A', '--quota', '-1'], '--quota'],
	[['keys', 'set', 'A', '--expires', '2026-02-30'], '--expires'],
	[['keys', 'set', '', '--quota', '1'], 'the license key is missing'],
	[['keys', 'set', '--quota', '1'], 'keys'],
])('%j is a usage error', async (words, message) => {
	const {run, log} = service();
	const {exitCode, stderr} = await run(words);
	expect({exitCode, log}).toEqual({exitCode: 2, log: []});
	expect(stderr).toContain(message);
});

test('asks on a terminal before it sends anything, and not in a script', async () => {
	const {run, log, keys} = service();
	const line = ['keys', 'set', 'A', '--quota', '7'];
	const declined = await run(line, {columns: 80, answers: ['n']});
	expect(declined).toMatchObject({exitCode: 0, stdout: 'Nothing was sent.\n'});
	expect(declined.stderr).toContain('Send 1 key? [y/N] ');
	expect(log.some(({path}) => path.endsWith('updateKeys'))).toBe(false);
	await run([...line, '-y'], {columns: 80});
	expect(keys.get('A')?.installQuota).toBe(7);
	await run(['keys', 'set', 'A', '--quota', '8']);
	expect(keys.get('A')?.installQuota).toBe(8);
});
