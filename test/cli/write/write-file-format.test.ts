import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {type Setup, usagectl} from '../../support/program/usagectl.ts';
import {applyUpdate, emptyRecord} from '../../support/service/fake-service.ts';

/** The format of `--out`: by `-o`, else by the name of the file. */

const records = ['AAAA', 'BBBB'].map((licenseKey, index) =>
	applyUpdate(emptyRecord(licenseKey), {licenseKey, installQuota: 3 + index, expiryDate: '2027-01-31', notes: '=1+1'}),
);
const setUp = (env: Record<string, string> = {}) => {
	const service = createKeysService({records});
	const out = (name: string) => join(service.folder, name);
	return {
		...service,
		out,
		list: (...words: string[]) => service.run(['keys', 'list', '--fields', 'licenseKey,installQuota', ...words], {env}),
		read: (name: string) => readFileSync(out(name), 'utf8'),
	};
};
const csv = 'licenseKey,installQuota\nAAAA,3\nBBBB,4\n';

test.each([
	['keys.csv', csv],
	['KEYS.CSV', csv],
	['keys.tsv', csv.replaceAll(',', '\t')],
	['keys.ndjson', '{"licenseKey":"AAAA","installQuota":3}\n{"licenseKey":"BBBB","installQuota":4}\n'],
	['keys.md', '2 license keys\n\n| License key | Quota |\n'],
	['keys.txt', '2 license keys\n\nLicense key  Quota\n'],
	['keys', '2 license keys\n\nLicense key  Quota\n'],
	['keys.2026', '2 license keys\n\nLicense key  Quota\n'],
])('derives the format from the name %s', async (name, begins) => {
	const {list, out, read} = setUp();
	expect(await list('--out', out(name))).toMatchObject({exitCode: 0, stdout: ''});
	expect(read(name).startsWith(begins)).toBe(true);
});

test('prefers a typed -o over the file name, and the file name over a setting', async () => {
	const {list, out, read} = setUp({USAGECTL_OUTPUT: 'json'});
	await list('--out', out('typed.md'), '-o', 'csv');
	expect(read('typed.md')).toBe(csv);
	await list('--out', out('named.csv'));
	expect(read('named.csv')).toBe(csv);
	await list('--out', out('other'));
	expect(JSON.parse(read('other'))).toHaveLength(2);
});

test.each([
	[['-o', 'xlsx'], 'add --out FILE.xlsx'],
	[['-o', 'parquet'], 'add --out FILE.parquet'],
	[['--out', 'page.html'], '--html page.html'],
	[['--out', 'old.xls'], 'name it .xlsx'],
	[['--out', 'a.xlsx', '--raw'], 'omit one of them'],
])('rejects %j before anything is sent', async (words, hint) => {
	const service = createKeysService({records});
	const {exitCode, stderr} = await service.run(['keys', 'list', ...words]);
	expect(exitCode).toBe(2);
	expect(stderr).toContain(hint);
	expect(service.log).toEqual([]);
});

test('writes a workbook and counts its rows for --fail-on-empty', async () => {
	const {list, out} = setUp();
	expect(await list('--out', out('keys.xlsx'), '--fail-on-empty')).toMatchObject({exitCode: 0, stdout: ''});
	expect(readFileSync(out('keys.xlsx')).subarray(0, 2).toString()).toBe('PK');
	const empty = createKeysService({records: []});
	const ended = await empty.run(['keys', 'list', '--out', join(empty.folder, 'none.xlsx'), '--fail-on-empty']);
	expect(ended.exitCode).toBe(7);
});

test('writes Parquet with the columns of the service and their types', async () => {
	const service = createKeysService({records});
	const path = join(service.folder, 'keys.parquet');
	expect(await service.run(['keys', 'list', '--out', path])).toMatchObject({exitCode: 0, stdout: ''});
	const connection = await (await DuckDBInstance.create()).connect();
	const types = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`);
	expect(Object.fromEntries(types.getRows().map(([name, type]) => [name, type]))).toMatchObject({
		licenseKey: 'VARCHAR',
		blacklisted: 'BOOLEAN',
		expiryDate: 'DATE',
		installQuota: 'BIGINT',
		addedDate: 'TIMESTAMP',
		notes: 'VARCHAR',
	});
	const rows = await connection.runAndReadAll(
		`SELECT licenseKey, installQuota, expiryDate, notes, "lastEditedBy.name" FROM '${path}'`,
	);
	expect(rows.getRows().map(row => row.map(cell => (cell === null ? null : String(cell))))).toEqual([
		['AAAA', '3', '2027-01-31', '=1+1', 'Ada'],
		['BBBB', '4', '2027-01-31', '=1+1', 'Ada'],
	]);
	connection.closeSync();
});

test('begins CSV with a byte order mark on Windows if a person writes it, not if a script does', async () => {
	const begins = async (setup: Setup, flags = '', name = 'a.csv') => {
		const out = join(temporaryFolder(), name);
		await usagectl(`profile list ${flags} --out ${out}`, setup);
		return readFileSync(out, 'utf8').startsWith('\ufeff');
	};
	const person = {platform: 'win32', columns: 80};
	const seen = [
		await begins(person),
		await begins(person, '--no-csv-bom'),
		await begins(person, '-o csv', 'a.txt'),
		await begins({platform: 'win32'}),
		await begins({columns: 80}),
		await begins({}, '--csv-bom'),
	];
	expect(seen).toEqual([true, false, false, false, false, true]);
});
