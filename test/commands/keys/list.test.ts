import {expect, test} from 'vitest';
import {desk} from '../../keys/support/uploaded.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';
import {hostileServer, ok} from '../../support/service/hostile-server.ts';

const records = Array.from({length: 2500}, (_, index) => emptyRecord(`KEY-${String(index).padStart(4, '0')}`));

test('lists all pages', async () => {
	const service = desk({records});
	const {stdout, exitCode} = await service.run(['keys', 'list', '-o', 'ndjson', '--fields', 'licenseKey']);
	expect(exitCode).toBe(0);
	expect(
		stdout
			.trim()
			.split('\n')
			.map(line => JSON.parse(line).licenseKey),
	).toEqual(records.map(row => row.licenseKey));
	expect(service.log.map(({body}) => body.paging)).toEqual([
		{startAt: 0, limit: 1000},
		{startAt: 999, limit: 1000},
		{startAt: 1998, limit: 1000},
	]);
});

test('asks for what is wanted: filter, order, place, number', async () => {
	const service = desk({records});
	await service.run([
		...[
			'keys',
			'list',
			'--filter',
			'licenseType=purchased,trial and overQuotaCount>0',
			'--filter',
			'not autoCollected',
		],
		...['--sort', 'overQuotaCount:desc', '--skip', '40', '--limit', '20'],
	]);
	expect(service.log.map(({body}) => body)).toMatchObject([
		{
			productId: 7,
			filters: {
				autoCollected: false,
				overQuotaCount: {type: 'numberRange', min: 1},
				licenseType: {type: 'stringArray', value: ['purchased', 'trial']},
			},
			sorting: {field: 'overQuotaCount', order: 'descending'},
			paging: {startAt: 40, limit: 20},
		},
	]);
});

test.each([
	[['--filter', 'licenseType=~x']],
	[['--sort', 'note']],
	[['--skip', '-1']],
	[['--limit', '0']],
	[['--limit', '1e3']],
])('%j is refused before anything is sent', async words => {
	const service = desk({records});
	expect(await service.run(['keys', 'list', ...words])).toMatchObject({exitCode: 2, stdout: ''});
	expect(service.log).toEqual([]);
});

test('says when keys changed between the pages, and ends with 6', async () => {
	const service = desk({
		records,
		onExchange: exchange => {
			if (exchange === 1) service.keys.delete('KEY-0003');
		},
	});
	const {stdout, stderr, exitCode} = await service.run([
		'keys',
		'list',
		'-o',
		'csv',
		'--fields',
		'licenseKey',
		'--no-header',
	]);
	expect(exitCode).toBe(6);
	expect(stderr).toContain('the number of keys changed while the list was being read');
	// Also the key that moved to the place of the one that was removed.
	expect(stdout.trim().split('\n')).toEqual(records.map(row => row.licenseKey));
});

test.each([
	[{returnedKeysCount: 7, matchingKeysCount: 1}, 0],
	[{returnedKeysCount: -1, matchingKeysCount: 1}, 0],
	[{returnedKeysCount: 1, matchingKeysCount: 0}, 0],
	[{returnedKeysCount: 1, matchingKeysCount: 9}, 4],
	[{returnedKeysCount: 1, matchingKeysCount: -1}, 4],
	[{returnedKeysCount: 1, matchingKeysCount: 2 ** 60}, 4],
	[{returnedKeysCount: 1, matchingKeysCount: '1'}, 4],
])('of counts that are wrong (%j) the rows count, or it ends %i', async (counts, exitCode) => {
	const {address} = await hostileServer(ok({...counts, results: [emptyRecord('A')]}));
	const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};
	expect(await usagectl('keys list -p 7 -o csv --fields licenseKey --no-header', {env})).toMatchObject({
		exitCode,
		stdout: exitCode === 0 ? 'A\n' : '',
	});
});

test('keys get shows the named keys in their order and names those that are missing', async () => {
	const service = desk({records});
	const {stdout, stderr, exitCode} = await service.run([
		...['keys', 'get', 'KEY-0007', 'NO-SUCH', 'KEY-0003', 'KEY-0007', '-o', 'csv'],
		...['--fields', 'licenseKey,installQuota'],
	]);
	expect({stdout, stderr, exitCode}).toEqual({
		stdout: 'licenseKey,installQuota\nKEY-0007,1\nKEY-0003,1\n',
		stderr: 'note: not in the registry: NO-SUCH\n',
		exitCode: 6,
	});
});

test('keys get of one key shows everything that is known of it, however narrow the terminal', async () => {
	const service = desk({records});
	const {stdout, stderr} = await service.run(['keys', 'get', 'KEY-0007'], {columns: 40});
	expect(stderr).toBe('');
	const names = stdout.split('\n').map(line => line.split(/ {2,}/)[0]);
	expect(names).toEqual(expect.arrayContaining(['License key', 'Type', 'Blocked', 'Over quota', 'E-mail', 'Notes']));
	expect(stdout).toMatch(/^License key +KEY-0007$/m);
});

test('a terminal of 80 columns shows type, expiry, quota and installations beside a key of usual length', async () => {
	const record = {...emptyRecord('AAAA-BBBB-CCCC-DDDD-EEE'), licenseType: 'trial', expiryDate: '2026-12-31'};
	const {stdout} = await desk({records: [record]}).run(['keys', 'list'], {columns: 80});
	expect(stdout).toContain('AAAA-BBBB-CCCC-DDDD-EEE  trial  false   false    2026-12-31      1          0\n');
});

test.each([
	['overQuotaCount:desc', 'Over quota'],
	['notes', 'Notes'],
])('a terminal of 80 columns keeps the column of --sort %s', async (sort, title) => {
	const {stdout} = await desk({records}).run(['keys', 'list', '--sort', sort], {columns: 80});
	expect(stdout.split('\n')[0]).toContain(title);
});

test('keys get takes no empty text for a key', async () => {
	const service = desk({records});
	expect(await service.run(['keys', 'get', 'KEY-0007', ''])).toMatchObject({
		exitCode: 2,
		stdout: '',
		stderr: expect.stringContaining('a license key cannot be empty'),
	});
});

test('--limit says how many match, and nothing when these are all', async () => {
	const service = desk({records: records.slice(0, 12)});
	expect((await service.run(['keys', 'list', '--limit', '5'])).stderr).toContain(
		'note: 5 of 12 rows: this is --limit 5',
	);
	expect((await service.run(['keys', 'list', '--limit', '12'])).stderr).not.toContain('--limit');
});

const dated = ['2026-12-01', null, '2026-10-05', '2026-11-01'].map((expiryDate, index) => ({
	...emptyRecord(`KEY-${index}`),
	expiryDate,
}));

test('sorts by any column, by its heading too, before --limit', async () => {
	const service = desk({records: dated});
	const list = async (sort: string) => {
		const line = ['keys', 'list', '-o', 'csv', '--no-header', '--fields', 'licenseKey', '--limit', '3', '--sort', sort];
		return (await service.run(line)).stdout.trim().split('\n');
	};
	expect(await list('expiryDate')).toEqual(['KEY-2', 'KEY-3', 'KEY-0']);
	expect(await list('Expires:desc')).toEqual(['KEY-0', 'KEY-3', 'KEY-2']);
	const {exitCode, stderr} = await service.run(['keys', 'list', '--sort', 'expiryDat']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('expiryDate');
});

test('keys expiring asks for the days ahead, and lists the next one first', async () => {
	const service = desk({records: dated});
	const {stdout} = await service.run(['keys', 'expiring', '--within', '4w', '--today', '2026-10-05', '-o', 'csv']);
	const body = service.log.at(-1)?.body;
	expect(JSON.stringify(body)).toContain('2026-11-02');
	expect(JSON.stringify(body)).toContain('2026-10-05');
	expect(stdout.indexOf('KEY-2')).toBeLessThan(stdout.indexOf('KEY-3'));
	for (const wrong of ['0d', '-3d', 'soon', '1.5d']) {
		expect(await service.run(['keys', 'expiring', `--within=${wrong}`])).toMatchObject({exitCode: 2});
	}
});

test.each(['list', 'update keys.csv -y', 'diff keys.csv'])('keys %s asks for little memory', async line => {
	const service = desk({records});
	const file = service.file('keys.csv', 'licenseKey,installQuota\nKEY-0001,5\n');
	let asked = 0;
	const onLimitMemory = () => {
		asked += 1;
	};
	await service.run(['keys', ...line.replace('keys.csv', file).split(' ')], {onLimitMemory});
	expect(asked).toBe(1);
});
