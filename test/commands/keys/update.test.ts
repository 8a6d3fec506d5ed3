import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {writeXlsx} from 'hucre/xlsx';
import {expect, test} from 'vitest';
import type {KeyUpdate} from '../../../src/contract/operations/license-keys.ts';
import {CliError} from '../../../src/errors.ts';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {shell} from '../../support/program/child.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const keys = (count: number, quota = 5) =>
	`licenseKey,installQuota\n${Array.from({length: count}, (_, index) => `K${index},${quota}\n`).join('')}`;
const sentKeys = ({log}: Pick<ReturnType<typeof createKeysService>, 'log'>) =>
	log.flatMap(({body}) => ((body.keyUpdates ?? []) as KeyUpdate[]).map(update => update.licenseKey));
const summaryOf = (stdout: string) => JSON.parse(stdout)[0];

test('--dry-run --no-diff needs neither login nor network', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', keys(3));
	const {exitCode, stderr} = await service.run(['keys', 'update', file, '--dry-run', '--no-diff'], {
		env: {USAGECTL_BASE_URL: '', USAGECTL_USER: '', USAGECTL_PASSWORD: ''},
	});
	expect({exitCode, stderr, sent: service.log}).toEqual({
		exitCode: 0,
		stderr: 'note: 3 rows can be imported (--dry-run)\n',
		sent: [],
	});
	const typed = service.file('typed.csv', 'licenseKey,licenseType\nA,gekauft\n');
	expect(await service.run(['keys', 'update', typed, '--dry-run', '--no-diff', '--strict'])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringMatching(/^error: license types were not checked, .* \(omit --no-diff to check them\)$/m),
	});
	const wrong = service.file('wrong.csv', 'licenseKey,installQuota\nA,x\n');
	expect(await service.run(['keys', 'update', wrong, '--dry-run', '--no-diff'])).toEqual(
		await service.run(['keys', 'update', wrong, '-y']),
	);
	expect(service.log).toEqual([]);
});

test('shows the plan, and sends nothing without confirmation', async () => {
	const service = createKeysService({records: [emptyRecord('K0'), {...emptyRecord('K1'), installQuota: 5}]});
	const file = service.file('keys.csv', keys(3));
	const alone = await service.run(['keys', 'update', file]);
	expect(alone).toMatchObject({exitCode: 2, stdout: ''});
	expect(alone.stderr).toContain(
		'note: plan for product 7 at https://service.test: insert 1 key, change 1 key, leave 1 key unchanged\n',
	);
	expect(alone.stderr).toContain('hint: give --yes');
	const declined = await service.run(['keys', 'update', file], {columns: 100, answers: ['n']});
	expect(declined.exitCode).toBe(0);
	expect(declined.stdout).toBe('Nothing was sent: 1 unchanged.\n');
	expect(sentKeys(service)).toEqual([]);
	const agreed = await service.run(['keys', 'update', file], {columns: 100, answers: ['y']});
	expect(agreed.exitCode).toBe(0);
	expect(sentKeys(service)).toEqual(['K0', 'K2']);
});

test('sends only the fields and flags that a row has', async () => {
	const service = createKeysService({records: [emptyRecord('A')]});
	const file = service.file('keys.csv', 'licenseKey,activated,expired,notes,expiryDate\nA,true,,,null\nB,,false,x,\n');
	await service.run(['keys', 'update', file, '-y', '--no-diff']);
	expect(service.log.at(-1)?.body.keyUpdates).toEqual([
		{licenseKey: 'A', licenseStatus: {activated: true}, expiryDate: null},
		{licenseKey: 'B', licenseStatus: {expired: false}, notes: 'x'},
	]);
});

test.each(['table', 'json', 'ndjson', 'csv', 'tsv', 'md'])('prints its summary as %s', async format => {
	const service = createKeysService({rejects: ({licenseKey}) => licenseKey === 'K1'});
	const file = service.file('keys.csv', keys(3));
	const {exitCode, stdout} = await service.run(['keys', 'update', file, '-y', '-o', format]);
	expect(exitCode).toBe(6);
	if (format === 'table') {
		expect(stdout).toBe('Sent 3 keys: 2 inserted, 1 rejected.\n');
		return;
	}
	expect(stdout).toMatch(/accepted/i);
	expect(stdout).toMatch(/finished/);
});

test('its sentence counts sent and unsent keys; -v prints all counts', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', keys(3));
	expect((await service.run(['keys', 'update', file, '-y'])).stdout).toBe('Sent 3 keys: 3 inserted, none rejected.\n');
	expect((await service.run(['keys', 'update', file, '-y'])).stdout).toBe('Nothing was sent: 3 unchanged.\n');
	expect((await service.run(['keys', 'update', file, '-y', '-v'])).stdout).toMatch(/^Rows +3$/m);
});

test('-q prints nothing but errors, unless a format is given', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', keys(2));
	expect(await service.run(['keys', 'update', file, '-y', '-q'])).toEqual({exitCode: 0, stdout: '', stderr: ''});
	expect((await service.run(['keys', 'update', file, '-y', '-q', '-o', 'csv'])).stdout).not.toBe('');
	const wrong = service.file('wrong.csv', 'licenseKey,installQuota\nA,x\n');
	expect(await service.run(['keys', 'update', wrong, '-y', '-q'])).toMatchObject({exitCode: 2, stdout: ''});
});

test('keys undo without an import ID suggests keys runs', async () => {
	const {exitCode, stderr} = await createKeysService().run(['keys', 'undo']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('usagectl keys runs');
});

test('writes the keys that the service only counts as rejected to a file that can be imported', async () => {
	const rejected = new Set(['K1', 'K4']);
	const service = createKeysService({rejects: ({licenseKey}) => rejected.has(licenseKey)});
	const file = service.file('keys.csv', keys(6));
	const {exitCode, stdout, stderr} = await service.run(['keys', 'update', file, '-y', '-o', 'json']);
	expect(exitCode).toBe(6);
	expect(summaryOf(stdout)).toMatchObject({rows: 6, accepted: 4, inserted: 4, rejected: 2, unknown: 0});
	expect(stderr).toContain(`2 rows not imported; see ${file}.rejected.csv for the reasons`);
	expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toBe(
		'licenseKey,installQuota,_line,_reason\nK1,5,3,not in the registry after the import\nK4,5,6,not in the registry after the import\n',
	);
	rejected.clear();
	const again = await service.run(['keys', 'update', `${file}.rejected.csv`, '-y', '-o', 'json']);
	expect(summaryOf(again.stdout)).toMatchObject({rows: 2, accepted: 2});
	expect(service.keys.size).toBe(6);
});

test('distinguishes a rejected change from one that the service altered', async () => {
	const service = createKeysService({
		records: [emptyRecord('K0'), emptyRecord('K1'), emptyRecord('K2')],
		rejects: ({licenseKey}) => licenseKey === 'K0',
		alters: update => (update.licenseKey === 'K1' ? {...update, installQuota: 4} : update),
	});
	const file = service.file('keys.csv', keys(3));
	const {exitCode, stdout, stderr} = await service.run(['keys', 'update', file, '-y', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({
		exitCode: 6,
		accepted: 1,
		updated: 1,
		rejected: 1,
		altered: 1,
	});
	expect(stderr).toContain('the service changed the values of 1 key');
	const rows = await service.run(['keys', 'runs', summaryOf(stdout).run, '-o', 'csv']);
	expect(rows.stdout).toBe(
		'line,licenseKey,verdict,reason\n' +
			'2,K0,rejected,"unchanged after the import: installQuota is 1, not 5"\n' +
			'3,K1,altered,"changed by the service: installQuota is 4, not 5"\n',
	);
	expect(readFileSync(`${file}.rejected.csv`, 'utf8')).not.toContain('K1');
});

test('--verify detects keys that the service alters silently', async () => {
	const alters = (update: KeyUpdate) => ({...update, installQuota: 4});
	const quiet = createKeysService({alters});
	const file = quiet.file('keys.csv', keys(2));
	expect(await quiet.run(['keys', 'update', file, '-y'])).toMatchObject({exitCode: 0});
	const verified = createKeysService({alters});
	const {exitCode, stdout} = await verified.run(['keys', 'update', file, '-y', '--verify', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 6, accepted: 0, altered: 2});
});

test.each([
	{insertedKeys: 1, updatedKeys: 0, rejectedKeys: 0},
	{insertedKeys: 0, updatedKeys: 0, rejectedKeys: 0},
	{insertedKeys: 9, updatedKeys: -4, rejectedKeys: 0},
	{insertedKeys: -1, updatedKeys: 6, rejectedKeys: 0},
])('keys are read back if the counts do not add up: %j', async counts => {
	const service = createKeysService({counts: () => counts});
	const {exitCode, stdout} = await service.run(['keys', 'update', service.file('k.csv', keys(5)), '-y', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 0, accepted: 5, inserted: 5, rejected: 0});
	expect(service.log.at(-1)?.path).toContain('listKeys');
});

test('finds the row because of which a batch is rejected, and sends the others', async () => {
	const service = createKeysService({refuses: ({licenseKey}) => licenseKey === 'K37'});
	const file = service.file('keys.csv', keys(100));
	const {exitCode, stdout} = await service.run(['keys', 'update', file, '-y', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 6, accepted: 99, rejected: 1});
	expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toContain('K37,5,39,the service rejected the request');
});

test('exits with status 4 after few requests if everything is rejected', async () => {
	const service = createKeysService({refuses: () => true});
	const file = service.file('keys.csv', keys(1000));
	const {exitCode, stderr} = await service.run(['keys', 'update', file, '-y', '--concurrency', '1']);
	expect(exitCode).toBe(4);
	expect(stderr).toContain('the service rejected the request: keyUpdates: not valid');
	expect(service.log.length).toBeLessThan(20);
});

test('a request that is too large is halved', async () => {
	const service = createKeysService({mostBytes: 2000});
	const file = service.file('keys.csv', keys(300));
	const {exitCode, stdout} = await service.run(['keys', 'update', file, '-y', '--no-diff', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 0, accepted: 300});
});

test('batches are limited by bytes as well as by number of keys', async () => {
	const service = createKeysService();
	const rows = Array.from({length: 10}, (_, index) => `K${index},${'x'.repeat(1 << 20)}\n`).join('');
	await service.run(['keys', 'update', service.file('k.csv', `licenseKey,notes\n${rows}`), '-y', '--no-diff']);
	expect(service.log.map(({body}) => (body.keyUpdates as unknown[]).length)).toEqual([3, 3, 3, 1]);
});

test('leaves out keys edited after the export, unless --overwrite is given', async () => {
	const service = createKeysService({
		records: [emptyRecord('A', '2026-01-01T00:00:00'), emptyRecord('B', '2026-06-01T00:00:00')],
	});
	const file = service.file(
		'keys.csv',
		'licenseKey,installQuota,lastEditedDate\nA,7,2026-01-01T00:00:00\nB,7,2026-01-01T00:00:00\n',
	);
	const {exitCode, stdout, stderr} = await service.run(['keys', 'update', file, '-y', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 6, accepted: 1, left: 1});
	expect(stderr).toContain('change 1 key, leave out 1 key edited after the export\n');
	expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toContain(
		'B,7,3,"edited after the file was exported, on 2026-06-01T00:00:00 by Ada Lovelace"',
	);
	expect(await service.run(['keys', 'update', file, '-y', '--overwrite'])).toMatchObject({exitCode: 0});
	expect(service.keys.get('B')?.installQuota).toBe(7);
});

test('a file with errors is not sent; --skip-invalid sends the other rows', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', 'licenseKey,installQuota\nA,1\nB,x\nC,3\nD,4\nD,5\n');
	const refused = await service.run(['keys', 'update', file, '-y']);
	expect(refused).toEqual({
		exitCode: 2,
		stdout: '',
		stderr:
			`error: ${file} has 2 errors; nothing was sent\n` +
			`  ${file}:3:3: installQuota: "x" is not a whole number from 0 to 2147483647\n` +
			`  ${file}:6:1: licenseKey: duplicate key "D": line 5 has different values\n` +
			'hint: correct the file, or add --skip-invalid to import the other rows\n',
	});
	expect(service.log).toEqual([]);
	const {exitCode, stdout, stderr} = await service.run(['keys', 'update', file, '-y', '--skip-invalid', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 6, rows: 5, accepted: 2, left: 3});
	expect(stderr).toContain('insert 2 keys, leave out 3 rows with errors\n');
	expect([...service.keys.keys()]).toEqual(['A', 'C']);
	expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toBe(
		'licenseKey,installQuota,_line,_reason\n' +
			'B,x,3,"installQuota: ""x"" is not a whole number from 0 to 2147483647"\n' +
			'D,4,5,the key is in several rows with different values\n' +
			'D,5,6,the key is in several rows with different values\n',
	);
});

test('--skip-invalid counts rows that cannot be parsed', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', 'licenseKey,notes\nA,x\nB,bro"ken\nC,y\n');
	const {exitCode, stdout} = await service.run(['keys', 'update', file, '-y', '--skip-invalid', '-o', 'json']);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 6, rows: 3, accepted: 2, left: 1});
});

test('rejected rows have one form, and the delimiter and byte order mark of the file', async () => {
	const service = createKeysService({rejects: ({licenseKey}) => licenseKey === 'A'});
	const rows = ['licenseKey;expiryDate;activated;installQuota', 'A;31.12.2026;ja;1', 'B;30.11.2026;nein;ten', 'C;;;3'];
	const file = service.file('keys.csv', `\uFEFF${rows.join('\r\n')}\r\n`);
	const flags = ['--date-format', 'dd.mm.yyyy', '--yes-no', 'ja/nein', '-y'];
	await service.run(['keys', 'update', file, ...flags, '--skip-invalid']);
	const rejected = readFileSync(`${file}.rejected.csv`, 'utf8');
	expect(rejected.split('\n').slice(0, 3)).toEqual([
		'\uFEFFlicenseKey;activated;expiryDate;installQuota;_line;_reason',
		'B;false;2026-11-30;ten;3;"installQuota: ""ten"" is not a whole number from 0 to 2147483647"',
		'A;true;2026-12-31;1;2;not in the registry after the import',
	]);
	const corrected = service.file('corrected.csv', rejected.replace('ten', '10'));
	const {stdout} = await service.run(['keys', 'update', corrected, ...flags, '-o', 'json']);
	expect(summaryOf(stdout)).toMatchObject({rows: 2, accepted: 1, rejected: 1});
});

test('the rejected rows of a JSON file are written as CSV, too', async () => {
	const service = createKeysService({rejects: ({licenseKey}) => licenseKey === 'A'});
	const rows = [
		{licenseKey: 'A', expiryDate: null, licenseStatus: {expired: false}, notes: ''},
		{licenseKey: 'B', activated: true},
		{licenseKey: 'C', installQuota: 'ten', licenseStatus: {activated: true}},
	];
	const file = service.file('keys.json', JSON.stringify(rows));
	expect(await service.run(['keys', 'update', file, '-y', '--skip-invalid'])).toMatchObject({exitCode: 6});
	const [head, invalid, rejected] = readFileSync(`${file}.rejected.csv`, 'utf8').split('\n');
	expect(head).toBe(
		'licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,notes,_line,_reason',
	);
	expect(invalid).toBe('C,,true,,,,,ten,,1,"installQuota: ""ten"" is not a whole number from 0 to 2147483647"');
	expect(rejected).toBe(
		'A,,,,false,,null,,,1,not in the registry after the import (its notes are cleared only with --empty-clears notes)',
	);
	const corrected = service.file('corrected.csv', readFileSync(`${file}.rejected.csv`, 'utf8').replace('ten', '10'));
	expect(await service.run(['keys', 'update', corrected, '--dry-run'])).toMatchObject({exitCode: 0});
});

test('errors that do not fit on a screen are written to a file', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', keys(30).replaceAll(',5', ',five'));
	const {stderr} = await service.run(['keys', 'update', file, '-y']);
	expect(stderr).toContain(`see all errors in ${file}.problems.csv;`);
	const [head, first, ...others] = readFileSync(`${file}.problems.csv`, 'utf8').trim().split('\n');
	expect(head).toBe('line,column,field,problem,suggest');
	expect(first).toBe('2,4,installQuota,"""five"" is not a whole number from 0 to 2147483647",');
	expect(others).toHaveLength(29);
});

test('errors of one kind in one column are printed as one, with their rows, and do not hide the others', async () => {
	const service = createKeysService();
	const days = Array.from({length: 29}, (_, at) => `K${at};${(at % 28) + 1}.12.2026;5`);
	const rows = ['licenseKey;expiryDate;installQuota', ...days, 'K30;;ten', 'K31;31.13.2026;5', 'K32;;eleven'];
	const file = service.file('keys.csv', `\uFEFF${rows.join('\r\n')}\r\n`);
	const {stderr} = await service.run(['keys', 'update', file, '-y']);
	expect(stderr.replaceAll(file, 'keys.csv').split('\n').slice(0, 5)).toEqual([
		'error: keys.csv has 32 errors; nothing was sent',
		'  keys.csv:2:4: expiryDate, 29 rows up to line 30: "1.12.2026" is not a date (YYYY-MM-DD) or null (if the day comes first, add --date-format dd.mm.yyyy); did you mean 2026-12-01?',
		'  keys.csv:31:6: installQuota: "ten" is not a whole number from 0 to 2147483647',
		'  keys.csv:32:5: expiryDate: "31.13.2026" is not a date (YYYY-MM-DD) or null (if the day comes first, add --date-format dd.mm.yyyy)',
		'  keys.csv:33:6: installQuota: "eleven" is not a whole number from 0 to 2147483647',
	]);
});

test('equal rows are sent once', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', 'licenseKey,installQuota\nA,1\nB,2\nA,1\n');
	const {stderr, stdout} = await service.run(['keys', 'update', file, '-y', '-o', 'json']);
	expect(stderr).toContain('merge 1 duplicate row');
	expect(sentKeys(service)).toEqual(['A', 'B']);
	expect(summaryOf(stdout)).toMatchObject({rows: 3, accepted: 2, left: 0});
});

test('reads stdin twice by copying it', async () => {
	const service = createKeysService();
	const {exitCode} = await service.run(['keys', 'update', '-', '-y'], {stdin: keys(3)});
	expect(exitCode).toBe(0);
	expect(service.keys.size).toBe(3);
});

test('reads a pipe twice by copying it', async () => {
	const service = createKeysService();
	const pipe = join(service.folder, 'pipe');
	await shell(`mkfifo '${pipe}'`);
	const written = writeFile(pipe, keys(3));
	expect(await service.run(['keys', 'update', pipe, '-y'])).toMatchObject({exitCode: 0});
	await written;
	expect(service.keys.size).toBe(3);
});

/** Interrupts the program during the third request, as Ctrl-C does. */
function interrupted(kind: 'interrupted' | 'terminated' = 'interrupted') {
	const controller = new AbortController();
	const service = createKeysService({
		onExchange: exchange => {
			if (exchange === 2) controller.abort(new CliError(kind, 'stopped', {hint: 'run the same command again'}));
		},
	});
	return {...service, signal: controller.signal};
}

test.each([
	['interrupted', 130],
	['terminated', 143],
] as const)('when %s, it finishes the current batch and says how to resume', async (kind, code) => {
	const service = interrupted(kind);
	const file = service.file('keys.csv', keys(50));
	const words = ['keys', 'update', file, '-y', '--no-diff', '--batch-size', '10', '--concurrency', '1'];
	const stopped = await service.run(words, {signal: service.signal});
	expect(stopped.exitCode).toBe(code);
	const run = /--resume (\S+) -p 7/.exec(stopped.stderr)?.[1] ?? '';
	expect(stopped.stderr).toContain(`(import ${run}: 30 of 50 keys done)`);
	expect(service.keys.size).toBe(30);
	const resumed = await service.run(['keys', 'update', '--resume', run, '-o', 'json']);
	expect({exitCode: resumed.exitCode, ...summaryOf(resumed.stdout)}).toMatchObject({exitCode: 0, run, accepted: 50});
	expect(sentKeys(service)).toHaveLength(50);
});

test('the same command resumes with an unchanged file, and is rejected with a changed one', async () => {
	const service = interrupted();
	const file = service.file('keys.csv', keys(50));
	const words = ['keys', 'update', file, '-y', '--no-diff', '--batch-size', '10', '--concurrency', '1'];
	await service.run(words, {signal: service.signal});
	writeFileSync(file, keys(50, 6));
	const changed = await service.run(words);
	expect(changed.exitCode).toBe(2);
	expect(changed.stderr).toMatch(/import \S+ of this file is not finished, and the file has changed since/);
	writeFileSync(file, keys(50));
	const other = await service.run([...words, '--skip-invalid']);
	expect(other.stderr).toContain('the options have changed');
	expect(sentKeys(service)).toHaveLength(30);
	const same = await service.run([...words, '-o', 'json']);
	expect(same.stderr).toMatch(
		/^note: import \S+ is not finished: 20 of 50 keys left; inserted keys cannot be deleted$/m,
	);
	expect(summaryOf(same.stdout)).toMatchObject({accepted: 50});
	expect(sentKeys(service)).toHaveLength(50);
});

test('the same command asks before it continues an interrupted import, unless -y is given', async () => {
	const controller = new AbortController();
	const service = createKeysService({
		records: Array.from({length: 25}, (_, index) => emptyRecord(`K${index}`)),
		onExchange: (exchange, path) => {
			if (path.endsWith('updateKeys') && exchange < 6)
				controller.abort(new CliError('interrupted', 'stopped', {hint: ''}));
		},
	});
	const file = service.file('keys.csv', keys(50));
	const words = ['keys', 'update', file, '--batch-size', '10', '--concurrency', '1'];
	await service.run([...words, '-y'], {signal: controller.signal});
	const sent = sentKeys(service).length;
	const left = new RegExp(
		`^note: import \\S+ is not finished: ${50 - sent} of 50 keys left: 25 inserts, which cannot`,
		'm',
	);
	const alone = await service.run(words);
	expect(alone).toMatchObject({exitCode: 2, stderr: expect.stringMatching(left)});
	expect(alone.stderr).toContain('hint: give --yes');
	const declined = await service.run(words, {columns: 100, answers: ['n']});
	expect(declined.stderr).toContain('Continue it? [y/N] ');
	expect(sentKeys(service)).toHaveLength(sent);
	expect(await service.run(words, {columns: 100, answers: ['y']})).toMatchObject({exitCode: 0});
	expect(sentKeys(service)).toHaveLength(50);
});

test('--restart discards an unfinished import', async () => {
	const service = interrupted();
	const file = service.file('keys.csv', keys(50));
	const words = ['keys', 'update', file, '-y', '--batch-size', '10', '--concurrency', '1'];
	await service.run(words, {signal: service.signal});
	writeFileSync(file, keys(50, 6));
	expect(await service.run([...words, '--restart'])).toMatchObject({exitCode: 0});
	const {stdout} = await service.run(['keys', 'runs', '-o', 'json']);
	expect(new Set(JSON.parse(stdout).map((run: {state: string}) => run.state))).toEqual(
		new Set(['finished', 'dropped']),
	);
});

test('a damaged journal is rejected with a hint how to continue', async () => {
	const service = interrupted();
	const file = service.file('keys.csv', keys(50));
	const words = ['keys', 'update', file, '-y', '--no-diff', '--batch-size', '10', '--concurrency', '1'];
	const {stderr} = await service.run(words, {signal: service.signal});
	const run = /--resume (\S+)/.exec(stderr)?.[1] ?? '';
	const journal = join(service.env.USAGECTL_CONFIG_DIR, 'state/keys', run, 'journal');
	const lines = readFileSync(journal, 'utf8').split('\n');
	writeFileSync(journal, lines.with(2, lines[2]?.replace(/"batch":\d/, '"batch":7') ?? '').join('\n'));
	const refused = await service.run(words);
	expect(refused).toMatchObject({exitCode: 8});
	expect(refused.stderr).toContain('--restart');
	expect(await service.run([...words, '--restart'])).toMatchObject({exitCode: 0});
	expect(await service.run(words)).toMatchObject({exitCode: 0});
});

test('only one process at a time changes the keys of a product', async () => {
	const second: {exitCode?: number} = {};
	const service = createKeysService({
		onExchange: async exchange => {
			if (exchange === 1) second.exitCode = (await service.run(['keys', 'update', file, '-y'])).exitCode;
		},
	});
	const file = service.file('keys.csv', keys(3));
	expect(await service.run(['keys', 'update', file, '-y'])).toMatchObject({exitCode: 0});
	expect(second.exitCode).toBe(9);
});

test('a session that expires in the middle is renewed if that needs no prompt', async () => {
	const service = createKeysService({fault: exchange => (exchange === 2 ? 'session-before' : undefined)});
	const file = service.file('keys.csv', keys(40));
	const words = ['keys', 'update', file, '-y', '--batch-size', '10', '-o', 'json'];
	const {exitCode, stdout} = await service.run(words);
	expect({exitCode, ...summaryOf(stdout)}).toMatchObject({exitCode: 0, accepted: 40});
});

test('a session ended from outside stops the import with status 3, and the same command resumes it', async () => {
	const service = createKeysService({fault: exchange => (exchange === 4 ? 'session-before' : undefined)});
	const file = service.file('keys.csv', keys(40));
	const words = ['keys', 'update', file, '-y', '--no-diff', '--batch-size', '5', '--concurrency', '1'];
	const {sessionId} = await service.signIn();
	const env = {USAGECTL_PASSWORD: '', USAGECTL_SESSION_ID: sessionId};
	const ended = await service.run(words, {env});
	expect(ended.exitCode).toBe(3);
	expect(ended.stderr).toContain('usagectl login');
	expect(service.keys.size).toBe(20);
	expect(await service.run(words)).toMatchObject({exitCode: 0});
	expect(service.keys.size).toBe(40);
});

test.each([
	['no file', ['keys', 'update', '-y'], 'a file is missing'],
	['a file that does not exist', ['keys', 'update', 'nowhere.csv', '-y'], 'there is no file nowhere.csv'],
	['a folder', ['keys', 'update', '.', '-y'], '. is a folder'],
	['--resume with a file', ['keys', 'update', 'keys.csv', '--resume', 'x'], '--resume cannot be combined with a file'],
	['a run that does not exist', ['keys', 'update', '--resume', '20260101-000000-abcd'], 'there is no import'],
	['a batch of nothing', ['keys', 'update', 'keys.csv', '--batch-size', '0'], '--batch-size'],
	['half a mapping', ['keys', 'update', 'keys.csv', '--map', 'Serial'], '--map'],
])('%s is a usage error, and nothing is sent', async (_name, words, message) => {
	const service = createKeysService();
	const {exitCode, stderr} = await service.run(words);
	expect({exitCode, sent: service.log}).toEqual({exitCode: 2, sent: []});
	expect(stderr).toContain(message);
});

test('leaves no files but those of the run', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', keys(3));
	await service.run(['keys', 'update', file, '-y']);
	expect(existsSync(`${file}.rejected.csv`)).toBe(false);
	const {stdout} = await service.run(['keys', 'runs', '-o', 'csv', '--fields', 'state,product,source,rows,accepted']);
	expect(stdout).toBe(`state,product,source,rows,accepted\nfinished,7,${file},3,3\n`);
});

test('a key mangled by a spreadsheet is rejected, unless the registry has it or --exact-keys is given', async () => {
	const service = createKeysService({records: [emptyRecord('1.23E+15')]});
	const known = service.file('known.csv', 'licenseKey,installQuota\n1.23E+15,5\n');
	const strange = service.file('strange.csv', 'licenseKey,installQuota\n1.23E+15,5\n4.56E+10,5\n');
	const offline = await service.run(['keys', 'update', known, '--dry-run', '--no-diff']);
	expect(offline).toMatchObject({exitCode: 2});
	expect(offline.stderr).toContain(
		'2:1: licenseKey: "1.23E+15" looks like a number mangled by a spreadsheet (to accept it, add --exact-keys)',
	);
	expect(await service.run(['keys', 'update', known, '-y'])).toMatchObject({exitCode: 0});
	const refused = await service.run(['keys', 'update', strange, '-y']);
	expect(refused).toMatchObject({exitCode: 2});
	expect(refused.stderr).toContain('3:1: licenseKey: "4.56E+10"');
	expect(refused.stderr).not.toContain('2:1');
	expect(sentKeys(service)).toEqual(['1.23E+15']);
	expect(await service.run(['keys', 'update', strange, '-y', '--exact-keys'])).toMatchObject({exitCode: 0});
	expect(service.keys.has('4.56E+10')).toBe(true);
});

test('--map to an unknown column is rejected before the file is read', async () => {
	const service = createKeysService();
	const {exitCode, stderr} = await service.run(['keys', 'update', 'no-such-file.csv', '--map', 'Serial=licensKey']);
	expect(exitCode).toBe(2);
	expect(stderr).toContain("--map: expected the name of a key column after the last =, not 'Serial=licensKey'");
});

test('says that it guesses UTF-16, and how to name an encoding that it cannot guess', async () => {
	const service = createKeysService();
	const text = 'licenseKey,notes\nA,für 5 €\n';
	const utf16 = service.file('utf16.csv', Buffer.from(text, 'utf16le'));
	const guessed = await service.run(['keys', 'update', utf16, '--dry-run']);
	expect(guessed).toMatchObject({exitCode: 0});
	expect(guessed.stderr).toContain(`note: ${utf16} has no byte order mark and is read as UTF-16\n`);
	const file = service.file('ansi.csv', Buffer.from('licenseKey,notes\nA,f\xfcr 5 \x80\n', 'latin1'));
	const rejected = await service.run(['keys', 'update', file, '--dry-run']);
	expect(rejected.exitCode).toBe(2);
	expect(rejected.stderr).toContain('byte 0xFC is not valid UTF-8');
	expect(rejected.stderr).toContain('add --encoding windows-1252');
	await service.run(['keys', 'update', file, '-y', '--no-diff', '--encoding', 'windows-1252']);
	expect(service.log.at(-1)?.body.keyUpdates).toEqual([{licenseKey: 'A', notes: 'für 5 €'}]);
});

test('rejects a key with a question mark where the registry has a letter', async () => {
	const service = createKeysService({records: [emptyRecord('BÜCHER-1'), emptyRecord('WHY?'), emptyRecord('A-B.C')]});
	const file = service.file('keys.csv', 'licenseKey\nB?CHER-1\nB??CHER-1\nWHY?\nNEW?\nA?B.C\n');
	const {exitCode, stderr} = await service.run(['keys', 'diff', file]);
	expect(exitCode).toBe(2);
	expect(stderr).toContain(
		'2:1: licenseKey: the registry has no key "B?CHER-1", but one with a letter instead of "?" (to insert the key as it is, add --exact-keys); did you mean BÜCHER-1?',
	);
	expect(stderr).toContain('2 errors');
	expect((await service.run(['keys', 'update', file, '-y', '--exact-keys'])).stdout).toContain(
		'Sent 4 keys: 4 inserted',
	);
});

test('warns of a license type that no key has, which --strict rejects', async () => {
	const service = createKeysService({
		records: [{...emptyRecord('A'), licenseType: 'site'}],
		types: ['purchased', 'trial'],
	});
	const file = service.file('keys.csv', 'licenseKey,licenseType\nB,purchasd\nC,gekauft\nD,site\nE,trial\n');
	const {exitCode, stderr} = await service.run(['keys', 'diff', file]);
	expect(exitCode).toBe(0);
	expect(stderr).toContain('warning: no key has the type purchasd; did you mean purchased?\n');
	expect(stderr).toContain('warning: no key has the type gekauft; types in use: purchased, trial\n');
	expect(stderr).not.toContain('type site');
	const strict = await service.run(['keys', 'update', file, '-y', '--strict']);
	expect(strict).toMatchObject({exitCode: 2, stdout: ''});
	expect(strict.stderr).toContain('2 license types that no key has');
	for (const type of ['purchasd', 'gekauft']) expect(strict.stderr).toContain(`no key has the type ${type};`);
	expect((await service.run(['keys', 'set', 'A', '--type', 'sit', '--strict'])).exitCode).toBe(2);
	expect(sentKeys(service)).toEqual([]);
});

test('imports a sheet of a workbook', async () => {
	const service = createKeysService();
	const rows = [
		['License key', 'Activated', 'Expires', 'Quota'],
		['A', true, new Date('2027-12-31T00:00:00Z'), 5],
	];
	const workbook = await writeXlsx({
		sheets: [
			{name: 'Notes', rows: [['x']]},
			{name: 'Keys 2027', rows},
		],
	});
	const file = service.file('keys.xlsx', workbook);
	const wrong = await service.run(['keys', 'update', file, '-y', '--sheet', 'Keys']);
	expect(wrong.stderr).toContain('the workbook has no sheet Keys\nhint: give one of its sheets: --sheet "Keys 2027"');
	const first = await service.run(['keys', 'update', file, '-y']);
	expect(first).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining(
			'keys.xlsx has 2 sheets; only "Notes" is read (for another, add --sheet "Keys 2027")',
		),
	});
	const {exitCode, stderr} = await service.run(['keys', 'update', file, '-y', '--sheet', 'Keys 2027']);
	expect(exitCode).toBe(0);
	expect(stderr).not.toContain('is read');
	expect(service.log.at(-1)?.body.keyUpdates).toEqual([
		{licenseKey: 'A', licenseStatus: {activated: true}, expiryDate: '2027-12-31', installQuota: 5},
	]);
});
