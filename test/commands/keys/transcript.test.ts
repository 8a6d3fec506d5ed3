import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {type Setup, usagectl, words} from '../../support/program/usagectl.ts';
import {emptyRecord, type FakeServiceOptions} from '../../support/service/fake-service.ts';

const registry = [
	{...emptyRecord('AAAA-0001'), licenseType: 'purchased', installQuota: 5, notes: 'VIP'},
	{...emptyRecord('AAAA-0002'), licenseType: 'trial', expiryDate: '2026-06-30'},
	{...emptyRecord('AAAA-0003'), licenseType: 'purchased', installQuota: 2},
];
const upload =
	'licenseKey,licenseType,expiryDate,installQuota,notes\nAAAA-0001,,,10,\nAAAA-0002,purchased,null,3,"upgraded, order 17"\n' +
	'AAAA-0003,purchased,,2,\nBBBB-0001,trial,2026-12-31,1,new\nBBBB-0002,trial,2026-12-31,1,\n';
const headerErrors = 'licenseKey,licence,expiryDate,installQuota\nAAAA-0001,purchased,31.12.2026,5\n';
const rowErrors =
	'licenseKey,activated,expiryDate,installQuota\nA1,yes,2026-02-30,ten\n1.23E+15,true,,5\nA2,true,2026/3/4,-1\nA1,true,,\n"A3,true,,\nA4,true,,2,extra\n';

/** Runs command lines and records what a user sees, with stable names instead of those that vary between runs. */
async function session(
	lines: readonly (string | readonly [string, Setup])[],
	files: Readonly<Record<string, string>>,
	options: FakeServiceOptions = {},
): Promise<string> {
	const service = createKeysService({records: registry, ...options});
	for (const [name, content] of Object.entries(files)) service.file(name, content);
	const seen = new Map<string, string>();
	const plain = (text: string) =>
		text
			.replaceAll(`${service.folder}/`, '')
			.replace(/…[^/\n]*\/(?=keys\.csv)/g, cut => '…'.padEnd(cut.length, '.'))
			.replace(/(frees?) [\d.]+ \w+/g, '$1 3.6 KB')
			.replace(
				/\d{8}-\d{6}-[a-z\d]{4}/g,
				run => seen.get(run) ?? seen.set(run, `20260630-12000${seen.size}-run${seen.size}`).get(run) ?? run,
			);
	const real = (name: string) => [...seen].reduce((text, [from, to]) => text.replace(to, from), name);
	const shown: string[] = [];
	for (const line of lines) {
		const [typed, setup] = typeof line === 'string' ? [line, {}] : line;
		const argv = words(typed)
			.slice(1)
			.map(word => (word in files || word.endsWith('rejected.csv') ? `${service.folder}/${word}` : real(word)));
		// Each line runs a minute after the previous one.
		const clock = fakeClock(new Date(Date.UTC(2026, 5, 30, 12, shown.length)).toISOString());
		const {stdout, stderr, exitCode} = await service.run(argv, {clock, ...setup});
		const errors = plain(stderr).replace(/^(?=.)/gm, '! ');
		shown.push(`$ ${typed}\n${plain(stdout)}${errors}${exitCode === 0 ? '' : `[exit ${exitCode}]\n`}`);
	}
	return shown.join('\n');
}

test('the texts of an import', async () => {
	const text = await session(
		[
			'usagectl keys template',
			'usagectl keys update keys.csv --dry-run',
			'usagectl keys diff keys.csv',
			['usagectl keys update keys.csv', {columns: 80, answers: ['y']}],
			'usagectl keys update keys.csv',
			['usagectl keys runs', {columns: 80}],
			'usagectl keys undo 20260630-120000-run0 -y',
			'usagectl keys get AAAA-0002 ZZZZ --fields licenseKey,licenseType,expiryDate,notes',
			'usagectl keys set AAAA-0001 --blacklisted --notes "charged back"',
			'usagectl keys set AAAA-1000 --blacklisted',
			['usagectl keys runs', {columns: 80}],
			'usagectl keys runs --forget-before tomorrow --dry-run -o csv --fields run,command,state',
			['usagectl keys runs --forget-before tomorrow', {columns: 80, answers: ['y']}],
			'usagectl keys undo 20260630-120000-run0',
		],
		{'keys.csv': upload},
	);
	await expect(text).toMatchFileSnapshot('../../transcripts/keys-update.txt');
});

test('the texts of errors and rejections', async () => {
	const text = await session(
		[
			'usagectl keys update header.csv',
			'usagectl keys update errors.csv',
			'usagectl keys update keys.csv -y',
			'usagectl keys update keys.csv.rejected.csv -y -o json',
			'usagectl keys update',
		],
		{'header.csv': headerErrors, 'errors.csv': rowErrors, 'keys.csv': upload},
		{rejects: ({licenseKey}) => licenseKey === 'BBBB-0002'},
	);
	await expect(text).toMatchFileSnapshot('../../transcripts/keys-errors.txt');
});

test('an interrupted import says how to resume', async () => {
	const controller = new AbortController();
	const text = await session(
		[
			['usagectl keys update keys.csv -y --batch-size 2 --concurrency 1', {signal: controller.signal}],
			'usagectl keys update --resume 20260630-120000-run0',
		],
		{'keys.csv': upload},
		{
			onExchange: exchange => {
				if (exchange === 2)
					controller.abort(new CliError('interrupted', 'stopped by SIGINT', {hint: 'run the same command again'}));
			},
		},
	);
	await expect(text).toMatchFileSnapshot('../../transcripts/keys-interrupted.txt');
});

test('80 columns fit every count of an import', async () => {
	const service = createKeysService({rejects: ({licenseKey}) => licenseKey.endsWith('R')});
	const file = service.file('keys.csv', 'licenseKey,installQuota\nA,1\nB-R,2\nC,none\n');
	const {stdout, stderr, exitCode} = await service.run(['keys', 'update', file, '-y', '--skip-invalid', '-v'], {
		columns: 80,
	});
	expect(exitCode).toBe(6);
	expect(stderr).not.toContain('hidden');
	const counts = Object.fromEntries(
		[...stdout.matchAll(/^(Rows|Rejected|Altered|Unknown|Left out) +(\d+)$/gm)].map(([, ...pair]) => pair),
	);
	expect(counts).toEqual({Rows: '3', Rejected: '1', Altered: '0', Unknown: '0', 'Left out': '1'});
	expect(
		(await service.run(['keys', 'update', file, '-y', '--skip-invalid', '--fields', 'rejected,left'], {columns: 80}))
			.stdout,
	).toMatch(/Rejected +1\S*\n.*Left out +1/);
});

test('an invalid file and an unknown import are rejected before the sandbox starts', async () => {
	const stateDir = temporaryFolder();
	const file = join(stateDir, 'keys.csv');
	writeFileSync(file, 'licenseKey,installQuota\nA,none\n');
	const setup = {env: {USAGECTL_CONFIG_DIR: join(stateDir, 'config')}};
	const lines = [
		['update', file, '-y'],
		['update', `${file}.none`, '-y'],
		['update', file, '--dry-run'],
		['diff', file],
		['undo', '20260630-120000-none'],
		['set', '', '--quota', '1'],
	];
	for (const line of lines) {
		const {exitCode, stderr} = await usagectl(['--sandbox', 'keys', ...line], setup);
		expect({line, exitCode, stderr}).toEqual({line, exitCode: 2, stderr: expect.not.stringContaining('synthetic')});
	}
	expect(existsSync(join(stateDir, 'config', 'state', 'sandbox'))).toBe(false);
});
