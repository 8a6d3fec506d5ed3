import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';
import {hostileServer, ok} from '../../support/service/hostile-server.ts';

const records = Array.from({length: 2500}, (_, index) => emptyRecord(`KEY-${String(index).padStart(4, '0')}`));

test('lists all pages', async () => {
	const service = createKeysService({records});
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

test('counts keys by columns, most frequent values first, and limits rows instead of keys', async () => {
	const typed = records.map((record, at) => ({
		...record,
		licenseType: ['trial', 'purchased', 'trial', 'freeware'][at % 4] as string,
	}));
	const service = createKeysService({records: typed as typeof records});
	const {stdout, stderr, exitCode} = await service.run([
		'keys',
		'list',
		'--count-by',
		'licenseType,activated',
		'-o',
		'csv',
		'--limit',
		'2',
	]);
	expect([exitCode, stdout]).toEqual([0, 'licenseType,activated,keys\ntrial,false,1250\nfreeware,false,625\n']);
	expect(stderr).toMatch(/^note: \d+ more rows?: --limit$/m);
	expect(service.log).toHaveLength(3);
});

test('counts keys without a value apart from those with an empty one', async () => {
	const never = {lastEditedDate: null, lastEditedBy: null};
	const records = [never, {lastEditedBy: {}}, never].map((edit, at) => ({...emptyRecord(`KEY-${at}`), ...edit}));
	const service = createKeysService({records});
	const count = async (...flags: readonly string[]) =>
		(await service.run(['keys', 'list', '--count-by', 'Email', ...flags])).stdout;
	expect(await count()).toMatch(/^\(none\) +2\n +1$/m);
	expect(JSON.parse(await count('-o', 'json'))).toEqual([
		{'lastEditedBy.email': null, keys: 2},
		{'lastEditedBy.email': '', keys: 1},
	]);
});

test('sends filter, sort order, position and limit', async () => {
	const service = createKeysService({records});
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
	[['--count-by', 'licenceType']],
	[['--count-by', 'licenseType', '--sort', 'licenseType']],
	[['--count-by', 'licenseType', '--skip', '5']],
	[['--limit', '0']],
	[['--limit', '1e3']],
])('%j is rejected before anything is sent', async words => {
	const service = createKeysService({records});
	expect(await service.run(['keys', 'list', ...words])).toMatchObject({exitCode: 2, stdout: ''});
	expect(service.log).toEqual([]);
});

test('reports changes between pages, and exits with status 6', async () => {
	const service = createKeysService({
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
	// Includes the key that moved to the position of the removed one.
	expect(stdout.trim().split('\n')).toEqual(records.map(row => row.licenseKey));
});

test.each([
	[['-o', 'csv'], 'stderr'],
	[[], 'stdout'],
] as const)('says with --quiet %j why a list that changed meanwhile exits with status 6', async (words, stream) => {
	const service = createKeysService({
		records,
		onExchange: exchange => {
			if (exchange === 1) service.keys.delete('KEY-0003');
		},
	});
	const listed = await service.run(['keys', 'list', '-q', ...words]);
	expect(listed.exitCode).toBe(6);
	expect(listed[stream]).toContain('the number of keys changed while the list was being read\n');
	const found = await service.run(['keys', 'get', 'KEY-0003', '-q', ...words]);
	expect(found.exitCode).toBe(6);
	expect(found[stream]).toBe(
		stream === 'stdout' ? 'not in the registry: KEY-0003\n' : 'note: not in the registry: KEY-0003\n',
	);
});

test.each([
	[{returnedKeysCount: 7, matchingKeysCount: 1}, 0],
	[{returnedKeysCount: -1, matchingKeysCount: 1}, 0],
	[{returnedKeysCount: 1, matchingKeysCount: 0}, 0],
	[{returnedKeysCount: 1, matchingKeysCount: 9}, 4],
	[{returnedKeysCount: 1, matchingKeysCount: -1}, 4],
	[{returnedKeysCount: 1, matchingKeysCount: 2 ** 60}, 4],
	[{returnedKeysCount: 1, matchingKeysCount: '1'}, 4],
])(
	'ignores slightly wrong counts in favor of the rows, and rejects absurd ones: %j, exit status %i',
	async (counts, exitCode) => {
		const {address} = await hostileServer(ok({...counts, results: [emptyRecord('A')]}));
		const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};
		expect(await usagectl('keys list -p 7 -o csv --fields licenseKey --no-header', {env})).toMatchObject({
			exitCode,
			stdout: exitCode === 0 ? 'A\n' : '',
		});
	},
);

test('keys get shows the named keys in the given order and names missing ones', async () => {
	const service = createKeysService({records});
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

test('keys get of a single key shows every field, even in a narrow terminal', async () => {
	const service = createKeysService({records});
	const {stdout, stderr} = await service.run(['keys', 'get', 'KEY-0007'], {columns: 40});
	expect(stderr).toBe('');
	const names = stdout.split('\n').map(line => line.split(/ {2,}/)[0]);
	expect(names).toEqual(expect.arrayContaining(['License key', 'Type', 'Blacklisted', 'Over quota', 'Email', 'Notes']));
	expect(stdout).toMatch(/^License key +KEY-0007$/m);
});

test('80 columns fit a key of usual length with its type, expiry, quota and installations', async () => {
	const record = {...emptyRecord('AAAA-BBBB-CCCC-DDDD-EEE'), licenseType: 'trial', expiryDate: '2026-12-31'};
	const {stdout} = await createKeysService({records: [record]}).run(['keys', 'list'], {columns: 80});
	expect(stdout).toContain('AAAA-BBBB-CCCC-DDDD-EEE  trial  false      2026-12-31      1          0\n');
});

test.each([
	['overQuotaCount:desc', 'Over quota'],
	['notes', 'Notes'],
])('80 columns keep the column of --sort %s', async (sort, title) => {
	const {stdout} = await createKeysService({records}).run(['keys', 'list', '--sort', sort], {columns: 80});
	expect(stdout.split('\n')[2]).toContain(title);
});

test('keys get rejects an empty key', async () => {
	const service = createKeysService({records});
	expect(await service.run(['keys', 'get', 'KEY-0007', ''])).toMatchObject({
		exitCode: 2,
		stdout: '',
		stderr: expect.stringContaining('a license key cannot be empty'),
	});
});

test('the title counts the keys, if all are listed', async () => {
	const service = createKeysService({records: records.slice(0, 12)});
	const list = async (...flags: readonly string[]) =>
		(await service.run(['keys', 'list', ...flags])).stdout.split('\n')[0];
	expect(await list()).toBe('12 license keys');
	expect(await list('--sort', 'expiryDate')).toBe('12 license keys');
	expect(await list('--filter', 'licenseKey=KEY-*')).toBe('12 license keys where licenseKey=KEY-*');
	expect(await list('--limit', '5')).toBe('License keys');
	expect(await list('--skip', '5')).toBe('License keys');
});

test('--limit notes how many keys match, unless all are shown', async () => {
	const service = createKeysService({records: records.slice(0, 12)});
	expect((await service.run(['keys', 'list', '--limit', '5'])).stdout).toMatch(/\n7 more keys: --limit\n$/);
	expect((await service.run(['keys', 'list', '--limit', '12'])).stdout).not.toContain('--limit');
});

const dated = ['2026-12-01', null, '2026-10-05', '2026-11-01'].map((expiryDate, index) => ({
	...emptyRecord(`KEY-${index}`),
	expiryDate,
}));

test('sorts by any column or heading before --limit applies', async () => {
	const service = createKeysService({records: dated});
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

test.each(['expiryDate', 'expiryDate:desc', 'licenseKey:desc'])(
	'--skip leaves out the first keys of --sort %s',
	async sort => {
		const list = async (...flags: readonly string[]) => {
			const line = ['keys', 'list', '-o', 'csv', '--no-header', '--fields', 'licenseKey', '--sort', sort, ...flags];
			return (await createKeysService({records: dated}).run(line)).stdout.trim().split('\n');
		};
		const all = await list();
		expect(all).toHaveLength(4);
		expect(await list('--skip', '1')).toEqual(all.slice(1));
		expect(await list('--skip', '1', '--limit', '2')).toEqual(all.slice(1, 3));
		const screen = await createKeysService({records: dated}).run([
			'keys',
			'list',
			'--sort',
			sort,
			'--skip',
			'1',
			'--limit',
			'2',
		]);
		expect(screen.stdout).toContain('\n1 more key: --limit\n');
	},
);

test.each([
	'keys list --skip 9',
	'keys list --skip 9 --sort expiryDate',
	'keys list --skip 9 --filter licenseKey=KEY-*',
])('says that all keys are skipped: %s', async line => {
	const {stdout, exitCode} = await createKeysService({records: dated}).run(line.split(' '));
	expect({stdout, exitCode}).toEqual({stdout: '--skip leaves out 4 keys of 4\n', exitCode: 0});
});

test.each([
	['overQuotaCount>=0', ['Quota', 'Installed', 'Over quota']],
	['not licenseStatus.blacklisted and autoCollected=false', ['Blacklisted', 'Collected']],
])('80 columns keep the columns of --filter %s', async (filter, titles) => {
	const record = {...emptyRecord('A'.repeat(23)), licenseType: 'not for resale', expiryDate: '2026-02-12'};
	const records = [{...record, installQuota: 2_147_483_647}];
	const {stdout} = await createKeysService({records}).run(['keys', 'list', '--filter', filter], {columns: 80});
	for (const title of titles) expect(stdout.split('\n')[2]).toContain(title);
});
