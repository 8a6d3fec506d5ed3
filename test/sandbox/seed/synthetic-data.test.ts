import {mkdtemp, readdir, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {properties} from '../../../src/contract/properties.ts';
import {createTemporaryName} from '../../../src/files/temporary-names.ts';
import {ensureData, getDataFile} from '../../../src/sandbox/seed/synthetic-data.ts';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {openDatabase} from '../../../src/sandbox/store/duckdb.ts';
import {propertyColumns, tables} from '../../../src/sandbox/store/sandbox-tables.ts';
import {getUsualFile, usualData} from '../support/started.ts';

let folder: string;
let database: Database;
const recipe = usualData;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
	database = await openDatabase(getUsualFile());
});
afterAll(async () => {
	database.close();
	await rm(folder, {recursive: true, force: true});
});

const count = async (sql: string) => (await database.rows<{n: number}>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n;

/** Every row of every table, in the order of the file. */
async function content(file: string): Promise<string> {
	const other = await openDatabase(file);
	const rows = [];
	for (const {name} of tables) rows.push(await other.rows(`SELECT * FROM ${name}`));
	other.close();
	return JSON.stringify(rows);
}

describe('the data file', () => {
	test('is built once for simultaneous requests', async () => {
		const own = await mkdtemp(join(tmpdir(), 'sandbox-many-'));
		const files = await Promise.all(Array.from({length: 8}, () => ensureData({...recipe, size: 40, folder: own})));
		expect(new Set(files).size).toBe(1);
		expect(await readdir(own)).toHaveLength(1);
		await rm(own, {recursive: true});
	});

	test('depends only on seed, size and day', async () => {
		const own = await mkdtemp(join(tmpdir(), 'sandbox-same-'));
		const first = await content(await ensureData({...recipe, size: 60, folder}));
		expect(await content(await ensureData({...recipe, size: 60, folder: own}))).toBe(first);
		expect(await content(await ensureData({...recipe, size: 60, seed: 8, folder: own}))).not.toBe(first);
		expect(await content(await ensureData({...recipe, size: 60, now: '2026-06-29', folder: own}))).not.toBe(first);
		await rm(own, {recursive: true});
	});

	test('is rebuilt after a builder is killed, and its leftovers are removed', async () => {
		const own = await mkdtemp(join(tmpdir(), 'sandbox-killed-'));
		const wanted = {...recipe, size: 40, folder: own};
		const deadProcess = createTemporaryName().replace(/-\d+-\d*(?=-[\da-f]+\.part$)/, '-99999999-1');
		for (const left of [join(own, deadProcess), `${getDataFile(wanted)}.lock`]) {
			await writeFile(left, 'half');
			await utimes(left, 0, 0);
		}
		await ensureData(wanted);
		expect(await readdir(own)).toEqual([basename(getDataFile(wanted))]);
		await rm(own, {recursive: true});
	});

	test('a file of other content is rejected by name', async () => {
		const file = join(folder, 'other.duckdb');
		await writeFile(file, 'x'.repeat(5000));
		await expect(openDatabase(file)).rejects.toThrow(/cannot read the sandbox data in .*other\.duckdb/);
	});

	test('a folder that cannot be created is a disk error', async () => {
		const file = join(folder, 'file');
		await writeFile(file, '');
		const error = await ensureData({...recipe, folder: join(file, 'data')}).catch(thrown => thrown);
		expect(error).toMatchObject({name: 'CliError', kind: 'disk'});
	});

	test('keeps the most recently used files', async () => {
		const own = await mkdtemp(join(tmpdir(), 'sandbox-prune-'));
		for (const seed of [1, 2, 3, 4, 5]) await ensureData({...recipe, size: 1, seed, folder: own});
		expect(await readdir(own)).toHaveLength(4);
		await rm(own, {recursive: true});
	});

	test('is read-only and gives SQL no access to other files', async () => {
		for (const sql of [
			"SELECT * FROM read_text('/etc/hostname')",
			'CREATE TABLE extra (a INTEGER)',
			"SET memory_limit = '9GB'",
			'INSTALL httpfs',
		])
			await expect(database.rows(sql)).rejects.toThrow();
	});
});

describe('the generated data', () => {
	test('has data of the first product for every report', async () => {
		const own = 'productId = 5000000101';
		expect(await count(`installation WHERE ${own}`)).toBe(recipe.size);
		expect(await count(`license_key WHERE ${own}`)).toBeGreaterThan(100);
		for (const condition of ['category IS NULL', 'category IS NOT NULL', 'advanced', 'NOT advanced'])
			expect(await count(`event WHERE ${own} AND ${condition}`)).toBeGreaterThan(0);
		const today = '20634';
		for (const table of ['exception_line', 'custom_event_line'])
			expect(await count(`${table} WHERE ${own} AND occurredAt // 86400 = ${today}`)).toBeGreaterThan(0);
	});

	test.each(
		properties
			.filter(({kind, nullable}) => nullable && kind !== 'eventCount' && kind !== 'campaigns')
			.flatMap(property => propertyColumns(property)),
	)('has nulls in %s', async column => {
		expect(await count(`installation WHERE "${column}" IS NULL`)).toBeGreaterThan(0);
	});

	test('has no opt-out before SDK 5.1.0 and no touch screen before SDK 5', async () => {
		expect(await count('installation WHERE optOut_historical')).toBeGreaterThan(0);
		expect(await count("installation WHERE optOut_historical AND sdkVersion < '5.1.0'")).toBe(0);
		expect(await count("installation WHERE touchScreen IS NOT NULL AND sdkVersion < '5'")).toBe(0);
		expect(await count("installation WHERE touchScreen IS NULL AND sdkVersion >= '5'")).toBe(0);
		for (const flag of ['optOut', 'backOff'])
			expect(await count(`installation WHERE ${flag}_current AND NOT ${flag}_historical`)).toBe(0);
	});

	test('is consistent: spans, activity, usage and lifetime agree', async () => {
		const disagreeing = `installation AS i LEFT JOIN (
			SELECT installation, min(date) AS first, max(date) AS last, count(*) AS days, sum(sessions) AS sessions, sum(runtimeMinutes) AS minutes
			FROM activity GROUP BY installation) AS a USING (installation)
			WHERE (dateInstalled, dateLastSeen, activeDays, lifetimeSessionCount, lifetimeRuntimeMinutes) IS DISTINCT FROM (first, last, days, sessions, minutes)`;
		expect(await count(disagreeing)).toBe(0);
		expect(await count('event_usage AS u ANTI JOIN activity AS a USING (installation, date, span)')).toBe(0);
		const sums = `(SELECT installation, event, sum(uses) AS uses FROM event_usage GROUP BY ALL) AS u FULL JOIN lifetime_usage AS l USING (installation, event) WHERE u.uses IS DISTINCT FROM l.uses`;
		expect(await count(sums)).toBe(0);
		const held = `property_span AS s LEFT JOIN (SELECT span, min(date) AS first, max(date) AS last, sum(sessions) AS sessions FROM activity GROUP BY span) AS a USING (span)
			WHERE (s.fromDate, s.lastDate, s.sessions) IS DISTINCT FROM (a.first, a.last, a.sessions)`;
		expect(await count(held)).toBe(0);
		const last = `installation AS i JOIN (SELECT * FROM property_span QUALIFY nth = max(nth) OVER (PARTITION BY installation)) AS s USING (installation)
			WHERE (i.prodVersion, i.prodEdition, i.os_edition, i.geography_country, i.C02) IS DISTINCT FROM (s.prodVersion, s.prodEdition, s.os_edition, s.geography_country, s.C02)`;
		expect(await count(last)).toBe(0);
		expect(await count('installation ANTI JOIN license_key USING (licenseKey) WHERE licenseKey IS NOT NULL')).toBe(0);
	});
});
