import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {syncTable} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {daily} from '../../support/service/log-service.ts';

const root = mkdtempSync(join(tmpdir(), 'products-'));
const folder = join(root, 'crashes');
const ofProduct8 = (held: ReturnType<typeof daily>) => ({...held, name: held.name.replace('7_', '8_')});

beforeAll(async () => {
	await syncTable(folder, [daily('2026-11-20', 3)]);
	await syncTable(folder, [ofProduct8(daily('2026-11-21', 2))]);
});
afterAll(() => rmSync(root, {recursive: true, force: true}));

const run = (...line: readonly string[]) => usagectl([...line, '--today', '2026-11-22', '-o', 'csv', '--no-header']);
const sum = (stdout: string) => stdout.split('\n').reduce((total, line) => total + Number(line), 0);

test('-p limits top, show and query to one product of an archive', async () => {
	const top = ['exceptions', 'top', folder, '--fields', 'count'];
	expect(sum((await run(...top)).stdout)).toBe(5);
	expect(sum((await run(...top, '-p', '8')).stdout)).toBe(2);
	expect(sum((await run(...top, '-p', '7,8')).stdout)).toBe(5);
	const query = ['query', '--archive', folder, '-p', '8'];
	expect((await run(...query, 'SELECT count(*) FROM crashes')).stdout).toBe('2\n');
	expect((await run(...query, 'SELECT sum(count) FROM crash_groups')).stdout).toBe('2\n');
	const [fingerprint = ''] = (
		await run('exceptions', 'top', folder, '-p', '7', '--fields', 'fingerprint')
	).stdout.split('\n');
	const show = ['exceptions', 'show', folder, fingerprint, '--fields', 'part,count'];
	const countOf = async (...more: readonly string[]) =>
		/^fingerprint,(.*)$/m.exec((await run(...show, ...more)).stdout)?.[1];
	expect(await countOf()).toBe('2');
	expect(await countOf('-p', '7')).toBe('1');
});

test('a product that an archive lacks is an error, not an empty table', async () => {
	for (const line of [
		['exceptions', 'top', folder, '--fail-on', 'new'],
		['query', '--archive', folder, 'FROM crashes'],
	]) {
		const {exitCode, stderr} = await run(...line, '-p', '9');
		expect(exitCode).toBe(2);
		expect(stderr).toContain('no crash reports of product 9 (they are of product 7 and 8)');
	}
});

test('-p reads the product of a file from its name, and rejects other names', async () => {
	const place = temporaryFolder();
	const [seven, eight, other] = ['7_exc_2026-11-20.csv', '8_exc_2026-11-21.csv', 'other.csv'].map(name =>
		join(place, name),
	);
	for (const path of [seven, eight, other] as string[])
		writeFileSync(path, 'timestamp,clientId,exception.class\n2026-11-20T00:00:00,A,Boom\n');
	writeFileSync(other as string, 'timestamp,clientId,exception.class\n2026-11-20T00:00:00,B,Boom\n');
	const top = (...more: readonly string[]) => run('exceptions', 'top', ...more, '--fields', 'count', '-p', '7');
	expect((await top(seven as string, eight as string)).stdout).toBe('1\n');
	const {exitCode, stderr} = await top(seven as string, other as string);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('other.csv: the name of the file does not tell its product');
});
