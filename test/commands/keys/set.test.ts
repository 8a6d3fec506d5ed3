import {expect, test} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const service = () => createKeysService({records: [emptyRecord('A'), emptyRecord('B')]});

test('changes only the given fields', async () => {
	const {run, log, keys} = service();
	const {exitCode} = await run([
		...['keys', 'set', 'A', 'B', '--type', 'purchased', '--quota', '7', '--expiry', '2027-01-31'],
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
	await desked.run(['keys', 'set', 'A', '--expiry', 'none']);
	expect(desked.keys.get('A')?.expiryDate).toBeNull();
	const again = await desked.run(['keys', 'set', 'A', '--expiry', 'none']);
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
	[['keys', 'set', 'A', '--expiry', '2026-02-30'], '--expiry'],
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

const sent = ({log}: Pick<ReturnType<typeof service>, 'log'>) => log.filter(({path}) => path.endsWith('updateKeys'));

const renewable = () =>
	createKeysService({
		records: [
			{...emptyRecord('A'), licenseType: 'purchased', expiryDate: '2026-01-31'},
			{...emptyRecord('B'), licenseType: 'purchased', expiryDate: '2024-02-29', installQuota: 7},
			{...emptyRecord('C'), licenseType: 'purchased'},
			{...emptyRecord('D'), licenseType: 'trial', expiryDate: '2026-01-31'},
		],
	});
const renewal = ['keys', 'set', '--filter', 'licenseType=purchased', '--expiry', '+1y', '--quota', '+5'];

test('--filter shows the changes before and after, asks, changes all keys that match, and can be undone', async () => {
	const {run, keys, log} = renewable();
	const before = [...keys.values()].map(({expiryDate, installQuota}) => ({expiryDate, installQuota}));
	const preview = await run([...renewal, '--dry-run', '-o', 'csv']);
	expect(preview.stdout).toBe(
		'line,licenseKey,change,field,before,after\n' +
			'1,A,change,expiryDate,2026-01-31,2027-01-31\n1,A,change,installQuota,1,6\n' +
			'2,B,change,expiryDate,2024-02-29,2025-02-28\n2,B,change,installQuota,7,12\n3,C,change,installQuota,1,6\n',
	);
	expect(await run(renewal)).toMatchObject({exitCode: 2, stderr: expect.stringContaining('hint: give --yes')});
	const declined = await run(renewal, {columns: 200, answers: ['n']});
	expect(declined.stderr).toBe(
		'note: no expiry date, so none is set: 1 key\n' +
			'note: A: expiryDate 2026-01-31 → 2027-01-31, installQuota 1 → 6\n' +
			'note: B: expiryDate 2024-02-29 → 2025-02-28, installQuota 7 → 12\n' +
			'note: C: installQuota 1 → 6\n' +
			'note: plan for product 7 at https://service.test: change 3 keys\nSend 3 keys? [y/N] \n',
	);
	expect(sent({log})).toEqual([]);
	const {stdout} = await run([...renewal, '-y', '-o', 'json']);
	expect([...keys.values()].map(({expiryDate, installQuota}) => ({expiryDate, installQuota}))).toEqual([
		{expiryDate: '2027-01-31', installQuota: 6},
		{expiryDate: '2025-02-28', installQuota: 12},
		{expiryDate: null, installQuota: 6},
		before[3],
	]);
	await run(['keys', 'undo', JSON.parse(stdout)[0].run, '-y']);
	expect([...keys.values()].map(({expiryDate, installQuota}) => ({expiryDate, installQuota}))).toEqual(before);
});

test('--filter reads each key once, and pages through all of them', async () => {
	const many = createKeysService({
		records: Array.from({length: 2500}, (_, index) => ({...emptyRecord(`K${index}`), licenseType: 'site'})),
	});
	const line = ['keys', 'set', '--filter', 'licenseType=site', '--quota', '9', '-y'];
	const refused = await many.run(line);
	expect(refused.exitCode).toBe(2);
	expect(refused.stderr).toContain('this changes 2,500 keys, but at most 1,000 are allowed without a confirmation');
	expect(refused.stderr).toContain('add --max-changes 2500');
	expect(sent(many)).toEqual([]);
	many.log.length = 0;
	expect(await many.run([...line, '--max-changes', '2500'])).toMatchObject({exitCode: 0});
	expect(many.log.filter(({path}) => path.endsWith('listKeys')).length).toBeLessThanOrEqual(5);
	expect([...many.keys.values()].every(({installQuota}) => installQuota === 9)).toBe(true);
});

test('an interrupted change continues as planned with the same command, and no other one begins', async () => {
	const controller = new AbortController();
	const {run, keys} = createKeysService({
		records: Array.from({length: 1500}, (_, index) => emptyRecord(`K${String(index).padStart(4, '0')}`)),
		onAnswer: (_exchange, path) => {
			if (path.endsWith('updateKeys'))
				controller.abort(new CliError('interrupted', 'stopped', {hint: 'run the same command again'}));
		},
	});
	const line = ['keys', 'set', '--filter', 'licenseType=unknown', '--quota', '+5', '--max-changes', '1500', '-y'];
	const stopped = await run([...line, '--concurrency', '1'], {signal: controller.signal});
	expect(stopped).toMatchObject({exitCode: 130, stderr: expect.stringContaining('1,000 of 1,500 keys done')});
	const other = await run(['keys', 'set', 'K0000', '--quota', '+1', '-y']);
	expect(other).toMatchObject({exitCode: 2, stderr: expect.stringContaining('another change by keys set')});
	const asked = await run(line.slice(0, -1));
	expect(asked.stderr).toMatch(/is not finished: 500 of 1,500 keys left$/m);
	expect(await run(line)).toMatchObject({exitCode: 0});
	expect(new Set([...keys.values()].map(({installQuota}) => installQuota))).toEqual(new Set([6]));
});

test.each([
	[['A', '--filter', 'licenseType=trial', '--quota', '1'], '--filter cannot be combined with license keys'],
	[['--filter', 'licenseType=trial', '--insert'], '--filter cannot be combined with --insert'],
	[['--filter', 'licencType=trial', '--quota', '1'], 'did you mean licenseType'],
	[['A', '--expiry', '+1m'], '--expiry: expected a day such as'],
	[['A', '--quota', '+x'], '--quota: expected a whole number'],
])('set %j is a usage error', async (words, message) => {
	const {run, log} = service();
	const {exitCode, stderr} = await run(['keys', 'set', ...words]);
	expect({exitCode, log}).toEqual({exitCode: 2, log: []});
	expect(stderr).toContain(message);
});

test('names the keys whose values cannot be shifted, and changes none', async () => {
	const far = createKeysService({
		records: [
			{...emptyRecord('A'), expiryDate: '9999-12-31'},
			{...emptyRecord('B'), expiryDate: '2026-12-31'},
		],
	});
	const {exitCode, stderr} = await far.run(['keys', 'set', 'A', 'B', '--expiry', '+1d']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('A: 9999-12-31 +1d lies outside the years 0001 to 9999');
	expect(sent(far)).toEqual([]);
});

test('a filter without matches changes nothing', async () => {
	const {run} = renewable();
	expect(await run(['keys', 'set', '--filter', 'licenseType=oem', '--quota', '1', '-y'])).toMatchObject({
		exitCode: 0,
		stderr: 'note: no key matches the filter\nnote: nothing to change\n',
	});
});

const lapsed = () => {
	const expired = {...emptyRecord('A').licenseStatus, expired: true};
	return createKeysService({
		records: [
			{...emptyRecord('A'), expiryDate: '2026-02-12', licenseStatus: expired},
			{...emptyRecord('B'), expiryDate: '2026-03-01', licenseStatus: expired},
			{...emptyRecord('C'), expiryDate: '2023-01-31', licenseStatus: expired},
			{...emptyRecord('D'), expiryDate: '2026-11-30'},
		],
	});
};
const stillExpired = 'note: 2 of these keys have the flag expired, which a new expiry date does not clear: ';

test('says how to clear the flag of expired keys that get a date in the future', async () => {
	const {run, keys, file} = lapsed();
	const line = ['keys', 'set', 'A', 'B', 'C', 'D', '--expiry', '+1y', '--today', '2026-06-30'];
	const hint = `${stillExpired}add --no-expired\n`;
	expect((await run([...line, '--dry-run', '-o', 'csv'])).stderr).toContain(hint);
	expect((await run([...line, '--no-expired', '--dry-run', '-o', 'csv'])).stderr).not.toContain('does not clear');
	const rows = 'licenseKey,expiryDate\nA,2099-02-12\nB,2099-03-01\nC,2023-12-31\n';
	const {stderr} = await run(['keys', 'update', file('keys.csv', rows), '--dry-run', '-o', 'csv']);
	expect(stderr).toContain(`${stillExpired}set expired to false in their rows\n`);
	expect((await run(line)).stderr).toContain(hint);
	expect((await run(['keys', 'undo', '-y'])).stderr).not.toContain('does not clear');
	await run([...line, '--no-expired']);
	expect(['A', 'B'].map(key => keys.get(key)?.licenseStatus.expired)).toEqual([false, false]);
});

test('keys runs and keys undo say which change it was', async () => {
	const {run} = createKeysService({
		records: [{...emptyRecord('A', '2026-01-01T00:00:00'), licenseType: 'purchased', expiryDate: '2026-12-31'}],
	});
	expect(await run([...renewal, '--notes', '', '-y'])).toMatchObject({exitCode: 0});
	const source = "keys set --filter 'licenseType=purchased': expiryDate +1y, installQuota +5, notes ''";
	const {stdout} = await run(['keys', 'runs', '-o', 'json', '--fields', 'source']);
	expect(JSON.parse(stdout)).toEqual([{source}]);
	const undone = await run(['keys', 'undo', '-y']);
	expect(undone.stderr).toContain(`: ${source}, 2026-06-30 12:00 UTC\n`);
	expect(undone.stdout).toBe('Restored 1 key: none rejected.\n');
});
