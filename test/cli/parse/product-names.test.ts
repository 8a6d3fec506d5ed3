import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {chooseData} from '../../sandbox/support/started.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const folder = mkdtempSync(join(tmpdir(), 'names-'));
afterAll(() => rmSync(folder, {recursive: true}));
const env = {USAGECTL_CONFIG_DIR: folder};
beforeAll(() => chooseData(folder));

const ask = (...words: readonly string[]) => usagectl([...words, '-o', 'csv'], {env});
const report = ['--sandbox', 'report', 'current', '--from', '-30d', '-p'];

test('a product of the sandbox has a name, in any case and in lists', async () => {
	const byId = await ask(...report, '5000000102');
	expect(byId.exitCode).toBe(0);
	expect(await ask(...report, 'Aurora Viewer')).toEqual(byId);
	expect(await ask(...report, 'aurora viewer,5000000102')).toEqual(byId);
});

test.each([
	[[...report, 'Aurora Veiwer'], "--product: there is no product 'Aurora Veiwer'", 'did you mean Aurora Viewer?'],
	[[...report, 'x'], "there is no product 'x'", 'its products are Aurora Studio, Aurora Viewer, Aurora Server'],
	[['exceptions', 'top', '-p', 'Viewer'], "there is no product 'Viewer'", 'give its ID: the service tells no names'],
])('rejects %j, and says which names there are', async (words, message, hint) => {
	const {exitCode, stderr} = await ask(...words);
	expect(exitCode).toBe(2);
	expect(stderr).toContain(message);
	expect(stderr).toContain(hint);
});
