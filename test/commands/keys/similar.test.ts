import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url));
const isSent = ({log}: Pick<ReturnType<typeof createKeysService>, 'log'>) =>
	log.some(({path}) => path.includes('updateKeys'));

test.each([
	['zwsp.csv', 'the key "000123\\u{200b}" (line 2) looks like "000123", which the registry has'],
	['space.csv', 'the key " 000123 " (line 2) looks like "000123", which the registry has'],
	['dupkeys-case.csv', 'the key "ABC-1" (line 3) looks like "Abc-1" (line 2)'],
])('a new key of %s that resembles another is sent only with --allow-similar', async (name, message) => {
	const service = createKeysService({records: [emptyRecord('000123')], types: ['purchased', 'trial']});
	const file = service.file(name, fixture(name));
	expect(await service.run(['keys', 'diff', file])).toMatchObject({
		exitCode: 0,
		stderr: expect.stringContaining(`warning: ${message}`),
	});
	expect(await service.run(['keys', 'diff', file, '--strict'])).toMatchObject({exitCode: 2});
	const declined = await service.run(['keys', 'update', file, '-y']);
	expect(declined).toMatchObject({exitCode: 2, stdout: ''});
	expect(declined.stderr).toContain(`warning: ${message}`);
	expect(declined.stderr).toContain('add --allow-similar');
	expect(await service.run(['keys', 'update', file, '-y', '--strict'])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining(`error: ${message}`),
	});
	expect(isSent(service)).toBe(false);
	const allowed = await service.run(['keys', 'update', file, '-y', '--strict', '--allow-similar']);
	expect(allowed.exitCode).toBe(0);
	expect(allowed.stderr).toContain(`note: ${message}`);
	expect(await service.run(['keys', 'update', file, '-y'])).toMatchObject({exitCode: 0});
});

test('a user who is asked may send similar keys', async () => {
	const service = createKeysService({records: [emptyRecord('A-1')]});
	const file = service.file('keys.csv', 'licenseKey\na-1\n');
	expect(await service.run(['keys', 'update', file], {columns: 100, answers: ['y']})).toMatchObject({exitCode: 0});
	expect([...service.keys.keys()]).toEqual(['A-1', 'a-1']);
});

test('names the signs that look alike', async () => {
	const service = createKeysService({records: [emptyRecord('ABC')]});
	const file = service.file('keys.csv', 'licenseKey\n\u0410BC\n');
	const {stderr} = await service.run(['keys', 'diff', file]);
	expect(stderr).toContain('the key "\u0410BC" (U+0410, line 2) looks like "ABC", which the registry has');
});

test('few new keys are looked up in a large registry without reading all of it', async () => {
	const records = Array.from({length: 3000}, (_, index) => emptyRecord(`K-${index}`));
	const service = createKeysService({records});
	const file = service.file('keys.csv', 'licenseKey\nk\u2011 2999\nnew\n');
	const {stderr} = await service.run(['keys', 'diff', file]);
	expect(stderr).toContain('the key "k\u2011 2999" (U+2011, line 2) looks like "K-2999", which the registry has');
	expect(service.log.filter(({path}) => path.includes('listKeys')).length).toBeLessThan(4);
});

test('without the registry, the keys of the file are compared with each other', async () => {
	const service = createKeysService();
	const file = service.file('keys.csv', 'licenseKey\nA-1\nB\nB\na-1\n');
	const message = 'the key "a-1" (line 5) looks like "A-1" (line 2)';
	expect((await service.run(['keys', 'update', file, '--dry-run', '--no-diff'])).stderr).toContain(
		`warning: ${message}`,
	);
	expect(await service.run(['keys', 'update', file, '-y', '--no-diff'])).toMatchObject({exitCode: 2});
	expect(service.log).toEqual([]);
});

test('keys set --insert does not insert a key that resembles one of the registry', async () => {
	const service = createKeysService({records: [emptyRecord('A-1')]});
	const line = ['keys', 'set', 'a-1', '--insert', '--notes', 'x', '-y'];
	expect(await service.run(line)).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('the key "a-1" looks like "A-1", which the registry has'),
	});
	expect(isSent(service)).toBe(false);
	expect(await service.run([...line, '--allow-similar'])).toMatchObject({exitCode: 0});
});

test.each([
	['apos.csv', '000123'],
	['formula.csv', '0001'],
])('a key that a spreadsheet would show without its quotes is read without them: %s', async (name, key) => {
	const service = createKeysService();
	const content = name === 'apos.csv' ? fixture(name) : 'licenseKey,notes\n="0001",x\n"=""0002""",y\n';
	const {exitCode, stderr} = await service.run(['keys', 'update', service.file(name, content), '-y']);
	expect({exitCode, stderr}).toEqual({
		exitCode: 0,
		stderr: expect.stringContaining('read without the quotes of a spreadsheet'),
	});
	expect([...service.keys.keys()][0]).toBe(key);
});

test('--exact-keys keeps the quotes of a spreadsheet', async () => {
	const service = createKeysService();
	await service.run(['keys', 'update', service.file('k.csv', fixture('apos.csv')), '-y', '--exact-keys']);
	expect([...service.keys.keys()]).toEqual(["'000123"]);
});

test('-y does not pass a license type that is probably mistyped', async () => {
	const service = createKeysService({records: [emptyRecord('A')], types: ['purchased', 'trial']});
	const file = service.file('keys.csv', 'licenseKey,licenseType\nB,purchasd\n');
	const message = 'no key has the type purchasd; did you mean purchased?';
	for (const line of [
		['update', file, '-y'],
		['set', 'A', '--type', 'purchasd', '-y'],
	]) {
		const {exitCode, stderr} = await service.run(['keys', ...line]);
		expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(`warning: ${message}`)});
		expect(isSent(service)).toBe(false);
	}
	expect(await service.run(['keys', 'update', file, '--dry-run', '--no-diff', '--strict'])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('license types were not checked'),
	});
	expect(await service.run(['keys', 'update', file, '-y', '--allow-similar'])).toMatchObject({exitCode: 0});
});

test('warns of expiry dates before 2000, but not of 9999-12-31', async () => {
	const service = createKeysService();
	const file = service.file('date2.csv', fixture('date2.csv'));
	expect(await service.run(['keys', 'diff', file])).toMatchObject({
		exitCode: 0,
		stderr: expect.stringContaining('warning: 3 expiry dates before 2000, first 0001-01-01 in line 3\n'),
	});
	expect(await service.run(['keys', 'update', file, '-y', '--strict'])).toMatchObject({exitCode: 2});
	expect(isSent(service)).toBe(false);
});
