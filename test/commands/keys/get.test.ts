import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const service = () => createKeysService({records: [emptyRecord('A'), emptyRecord('B C')]});

test('reads keys from standard input, one per line', async () => {
	const {stdout, stderr, exitCode} = await service().run(
		['keys', 'get', '-', 'A', '--fields', 'licenseKey', '-o', 'csv'],
		{stdin: 'B C\r\n\nMISSING\n'},
	);
	expect({stdout, stderr, exitCode}).toEqual({
		stdout: 'licenseKey\nB C\nA\n',
		stderr: 'note: not in the registry: MISSING\n',
		exitCode: 6,
	});
});

test('rejects an empty standard input before it connects', async () => {
	const {run, log} = service();
	expect(await run(['keys', 'get', '-'], {stdin: '\n'})).toMatchObject({
		exitCode: 2,
		stderr: 'error: standard input has no license keys\nhint: write one key per line\n',
	});
	expect(log).toEqual([]);
});

test('says what a blacklisted key does if it shows one', async () => {
	const key = (name: string, blacklisted: boolean) => {
		const record = emptyRecord(name);
		return {...record, licenseStatus: {...record.licenseStatus, blacklisted}};
	};
	const {run} = createKeysService({records: [key('A', false), key('B', true)]});
	expect((await run(['keys', 'get', 'A'])).stderr).toBe('');
	expect((await run(['keys', 'get', 'A', 'B'])).stderr).toMatch(
		/^note: a blacklisted key keeps working unless the product manages licenses on the server/,
	);
});
