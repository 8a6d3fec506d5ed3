import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {readXlsx} from 'hucre/xlsx';
import {beforeAll, expect, test} from 'vitest';
import {toColumn} from '../../src/archive/record-columns.ts';
import {openEngine} from '../../src/archive/sql/engine.ts';
import {commandTree} from '../../src/command-table.ts';
import {getStoredType} from '../../src/output/stored-type.ts';
import {eventMap} from '../../src/query/record-views.ts';
import {views} from '../../src/query/view-table.ts';
import {started} from '../sandbox/support/started.ts';
import {copyArchive} from '../sandbox/support/synced.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {inTurns} from '../support/laws/laws.ts';
import {usagectl} from '../support/program/usagectl.ts';

const sandbox = await started();
const home = join(sandbox.stateDir, 'home');
const archive = join(home, 'crashes');
const env = {USAGECTL_CONFIG_DIR: join(sandbox.stateDir, 'config'), ...sandbox.env};
const clock = fakeClock('2026-06-30T12:00:00Z');
const run = (...words: readonly string[]) => usagectl(words, {env, clock});
const query = (sql: string, ...flags: readonly string[]) => run('query', '--archive', archive, ...flags, '--', sql);

async function rowsOf(sql: string, ...flags: readonly string[]): Promise<readonly Record<string, unknown>[]> {
	const {stdout, stderr, exitCode} = await query(sql, '-o', 'json', ...flags);
	expect({exitCode, stderr}, sql).toMatchObject({exitCode: 0});
	return JSON.parse(stdout);
}

beforeAll(async () => {
	mkdirSync(home);
	await copyArchive(archive, 'exceptions', 'events');
	symlinkSync(archive, join(home, 'event-archive'));
});

const lineViews = views.flatMap(view => (view.source.kind === 'line' ? [{...view, ...view.source}] : []));

test.each(lineViews)('$name has the columns of its command line, with their types', async ({words, columns}) => {
	const command = await commandTree.commands.find(({path}) => path === words.join(' '))?.load();
	const defaults = Object.entries(command?.flags ?? {}).map(([name, flag]) => [name, flag.read([])]);
	const own = (await command?.columns?.(Object.fromEntries(defaults), undefined)) ?? [];
	expect(columns).toEqual([
		{name: 'product', type: 'BIGINT'},
		...own.map(column => ({name: toColumn(column.key), type: getStoredType(column)})),
	]);
});

test('fills every view, with the columns and types that its schema lists', async () => {
	const filled = views.filter(({source}) => source.kind !== 'results');
	const counts = filled.map(({name}) => `(SELECT count(*) FROM ${name}) > 0`);
	const found = await rowsOf(
		`SELECT table_name || '.' || column_name AS name, data_type FROM duckdb_columns() WHERE ${counts.join(' AND ')}`,
	);
	const types = new Map(found.map(({name, data_type: type}) => [name, type]));
	for (const {name, columns} of filled) {
		// The files of an archive may lack columns.
		const present = columns.filter(column => types.has(`${name}.${column.name}`));
		expect(present.length, name).toBeGreaterThan(4);
		for (const column of present)
			expect(types.get(`${name}.${column.name}`), `${name}.${column.name}`).toBe(column.type);
	}
});

test('joins crash reports, license keys and a report in one statement', async () => {
	const reported = JSON.parse(
		(await run('report', 'current', '--from', '-30d', '--level', 'prodVersion', '-o', 'json')).stdout,
	);
	const [row] = await rowsOf(`SELECT
		(SELECT sum(active)::INT FROM report('current --from -30d --level prodVersion')) AS active,
		(SELECT count(*) FROM crashes SEMI JOIN report('current --from -30d --level prodVersion') r USING (prodVersion)) < (SELECT count(*) FROM crashes) AS fewer,
		(SELECT count(*) FROM keys WHERE expiryDate < DATE '2026-06-30' AND NOT expired) AS late,
		(SELECT bool_and(k.product = c.product) FROM keys k, (FROM crashes LIMIT 1) c) AS same`);
	const keys = JSON.parse((await run('keys', 'list', '-o', 'json')).stdout);
	expect(row).toEqual({
		active: reported.reduce((sum: number, {active}: {active: number}) => sum + active, 0),
		fewer: expect.any(Boolean),
		late: keys.filter(
			(key: {expiryDate: string | null; expired: boolean}) =>
				key.expiryDate !== null && key.expiryDate < '2026-06-30' && !key.expired,
		).length,
		same: true,
	});
});

test('counts crash groups as exceptions top does, and joins them with all their reports', async () => {
	const top = JSON.parse((await run('exceptions', 'top', archive, '-o', 'json')).stdout);
	const groups = await rowsOf('SELECT crash_group, count, installations FROM crash_groups ORDER BY ALL');
	expect(groups).toEqual(
		top
			.map(({fingerprint, count, installations}: Record<string, unknown>) => ({
				crash_group: fingerprint,
				count,
				installations,
			}))
			.sort((a: {crash_group: string}, b: {crash_group: string}) => (a.crash_group < b.crash_group ? -1 : 1)),
	);
	const wrong = `FROM (SELECT crash_group, count(*) AS n FROM crashes GROUP BY ALL) FULL JOIN crash_groups USING (crash_group) WHERE n IS DISTINCT FROM count`;
	expect(await rowsOf(wrong)).toEqual([]);
});

test('reads only what the statement names', async () => {
	const explained = async (sql: string) => (await rowsOf(sql, '--explain')).map(row => [row.view, row.request]);
	const page = 'POST /licenseKeys/listKeys {"paging":{"startAt":0,"limit":1000}}';
	expect(await explained('SELECT 1')).toEqual([]);
	expect(await explained('WITH keys AS (FROM keys) FROM keys')).toEqual([['keys', page]]);
	expect(await explained('WITH RECURSIVE keys AS (SELECT 1 UNION ALL FROM keys) FROM keys')).toEqual([]);
	const nested = 'SELECT list_transform([1], y -> (SELECT max(day) FROM figures))';
	const unbound = `SELECT nosuch(x) FROM "Crashes" c, KEYS AS k(a, b) WHERE x IN (${nested} FROM unnest(k.list))`;
	expect(await explained(unbound)).toEqual([
		['crashes', null],
		['keys', page],
		['figures', null],
	]);
});

/** Every second one (all: npm run soak:laws); test/commands/archive/query.test.ts has more that the same engine refuses. */
const outside = [
	`SELECT content FROM keys, read_text('HOME/secret.csv')`,
	`SELECT content FROM crashes, read_text('ARCHIVE/../secret.csv')`,
	`FROM events, read_csv('HOME/secret.csv')`,
	`FROM crash_groups, glob('HOME/*')`,
	`FROM query('FROM read_text(''HOME/secret.csv'')'), crashes`,
	`FROM query_table('HOME/secret.csv'), crashes`,
	`SELECT getenv('USAGECTL_PASSWORD') FROM crashes`,
	`FROM duckdb_secrets(), crashes`,
];
test.each(inTurns(outside, 1, 2))('reads nothing outside of the views that it names: %s', async sql => {
	writeFileSync(join(home, 'secret.csv'), 'what-nobody-may-read\n');
	const {exitCode, stdout, stderr} = await query(sql.replaceAll('HOME', home).replace('ARCHIVE', archive));
	expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
	expect(stderr).toMatch(/^error: .+\nhint: /m);
	expect(stderr).not.toContain('what-nobody-may-read');
});

test.each([
	['FROM keyz', 'there is no view keyz', 'did you mean keys?'],
	['SELECT licenceKey FROM keys', 'there is no column licenceKey', 'did you mean licenseKey?'],
	['SELECT installQuota FROM clients', 'there is no column installQuota', 'installQuota is a column of keys'],
	['FROM sandbox.installation', 'sandbox.installation exists only in the sandbox', 'add --sandbox'],
	[`FROM report('current' || '')`, 'report() takes one command line as a text literal', ''],
	[`FROM report(getenv('HOME'))`, 'report() takes one command line as a text literal', ''],
	[`FROM report('current --out x.csv')`, '--out is not allowed in report()', ''],
	[`FROM report('current --base-url http://127.0.0.1:1')`, '--base-url is not allowed in report()', ''],
	[`FROM report('current --filter @/etc/passwd')`, '--filter: report() does not read files', ''],
	[`FROM report('../keys set A')`, "there is no command 'usagectl report ../keys'", ''],
	[`FROM report('current --filter ''a')`, "report('current --filter 'a'): a quote is not closed", ''],
	['SELECT nosuch FROM clients', 'there is no column nosuch', ''],
	['FROM clients i JOIN keys USING (nosuch)', 'there is no column nosuch', ''],
	[`SELECT r.nosuch FROM report('current') r`, 'there is no column nosuch', ''],
	[`FROM report('current --out x.csv'), report('current --from soon')`, '2 errors', ''],
	['SELECT 1; SELECT 2', 'only one statement is allowed, not 2', ''],
	['FROM', 'syntax error at end of input', ''],
])('rejects %s before it asks the service', async (sql, message, hint) => {
	const {exitCode, stdout, stderr} = await run(
		'query',
		'--base-url',
		'http://127.0.0.1:1',
		'--retries',
		'0',
		'--',
		sql,
	);
	expect({exitCode, stdout, stderr}).toMatchObject({exitCode: 2, stdout: ''});
	expect(stderr).toMatch(`error: ${message}`);
	expect(stderr).toContain(`\nhint: ${hint}`);
});

const page = readFileSync(new URL('../../docs/query.md', import.meta.url), 'utf8');
const pageLines = page.split('\n').filter(line => /^usagectl query (?!-f monday\.sql| )/.test(line));

test.each(pageLines)('docs/query.md: %s', async line => {
	const before = process.cwd();
	process.chdir(home);
	try {
		const {exitCode, stderr} = await usagectl(line.replace(/ +# .*/, ''), {env, clock});
		expect({exitCode, stderr}).toMatchObject({exitCode: line.includes('figures') ? 2 : 0});
	} finally {
		process.chdir(before);
	}
});

test('docs/query.md describes every view', () => {
	for (const {name, summary, origin} of views) expect(page).toContain(`| \`${name}\` | ${summary} | ${origin} |`);
});

test('reads the statement from a file and from stdin', async () => {
	const file = join(home, 'q.sql');
	writeFileSync(file, 'SELECT count(*) AS n FROM range(3)\n');
	const expected = {exitCode: 0, stdout: 'n\n3\n'};
	expect(await run('query', '-f', file, '-o', 'csv')).toMatchObject(expected);
	const typed = {env, clock, stdin: 'SELECT 3 AS n;'};
	expect(await usagectl(['query', '-o', 'csv'], typed)).toMatchObject(expected);
	expect(await run('query', '-f', file, 'SELECT 1')).toMatchObject({exitCode: 2});
});

test('event_map holds data of the form (Key,Value)&&…, and of several values of a key the first', async () => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [], signal: new AbortController().signal});
	const data = ['(a,b)&&(c,d,e)&&(a,z)', '(k,)', '(p,q r)&&(s,"(x)")', 'cold', '{"pages": 1}', '', '()', '(,x)'];
	const list = data.map(text => `('${text}')`).join(', ');
	const rows = await engine.rows(`SELECT ${eventMap} FROM (VALUES ${list}) AS t(event_data)`);
	await engine.close();
	expect(rows.flat()).toEqual([
		`{'a': 'b', 'c': 'd,e'}`,
		`{'k': ''}`,
		`{'p': 'q r', 's': '"(x)"'}`,
		...Array(5).fill(null),
	]);
});

test('writes times and days with their types, and lists, maps and structs as JSON', async () => {
	const sql = `SELECT TIMESTAMP '2026-06-01 10:00:00.5' AS time, TIMESTAMPTZ '2026-06-01 10:00:00+02' AS zoned, DATE '2026-06-01' AS day,
		[1, 2] AS list, MAP(['a'], ['b''c']) AS map, {'d': DATE '2026-06-01'} AS struct, (SELECT max(timestamp) FROM crashes) AS last`;
	const [row] = await rowsOf(sql);
	expect(row).toEqual({
		...{time: '2026-06-01T10:00:00.5', zoned: '2026-06-01T08:00:00', day: '2026-06-01', list: '[1,2]'},
		...{map: `{"a":"b'c"}`, struct: '{"d":"2026-06-01"}', last: expect.stringMatching(/^2026-06-\d\dT[\d:]{8}$/)},
	});
	const file = join(home, 'typed.parquet');
	expect(await query(sql, '--out', file)).toMatchObject({exitCode: 0});
	const engine = await openEngine({temp: temporaryFolder(), folders: [home], signal: new AbortController().signal});
	const types = await engine.rows(`SELECT column_name, column_type FROM (DESCRIBE FROM '${file}')`);
	await engine.close();
	expect(Object.fromEntries(types)).toEqual({
		...{time: 'TIMESTAMP', zoned: 'TIMESTAMP', day: 'DATE', list: 'VARCHAR', map: 'VARCHAR', struct: 'VARCHAR'},
		last: 'TIMESTAMP',
	});
	expect(await query(sql, '--out', join(home, 'typed.xlsx'))).toMatchObject({exitCode: 0});
	const {rows = []} = (await readXlsx(readFileSync(join(home, 'typed.xlsx')))).sheets[0] ?? {};
	expect(rows[1]?.slice(0, 3)).toEqual([expect.any(Date), expect.any(Date), expect.any(Date)]);
});

test('numbers of every size keep their values, and their columns a type that Parquet has', async () => {
	const sql = `SELECT sum(i) AS sums, sum(i) * 1000000000000000000 AS large, 9007199254740993 AS whole, 0.1::DECIMAL(38, 20) AS small,
		123456789012345678.25 AS exact, NULL::UHUGEINT AS huge FROM range(10) t(i)`;
	expect(await rowsOf(sql)).toEqual([
		{
			sums: 45,
			large: '45000000000000000000',
			whole: '9007199254740993',
			small: 0.1,
			exact: '123456789012345678.25',
			huge: null,
		},
	]);
	const file = join(home, 'numbers.parquet');
	expect(await query(sql, '--out', file)).toMatchObject({exitCode: 0});
	const engine = await openEngine({temp: temporaryFolder(), folders: [home], signal: new AbortController().signal});
	const types = await engine.rows(`SELECT column_name, column_type FROM (DESCRIBE FROM '${file}')`);
	await engine.close();
	expect(Object.fromEntries(types)).toEqual({
		...{
			sums: 'DECIMAL(38,0)',
			large: 'DECIMAL(38,0)',
			whole: 'BIGINT',
			small: 'DECIMAL(38,20)',
			exact: 'DECIMAL(20,2)',
		},
		huge: 'VARCHAR',
	});
	const tooLarge = await query(
		'SELECT 2::HUGEINT ** 0 AS one, 170141183460469231731687303715884105727::HUGEINT AS max',
		'--out',
		file,
	);
	expect(tooLarge).toMatchObject({exitCode: 4, stderr: expect.stringContaining('-o csv')});
});

test('today() is the day of the service, as in reports', async () => {
	expect(await rowsOf('SELECT today() AS one, current_date AS other', '--today', '2026-06-20')).toEqual([
		{one: '2026-06-20', other: '2026-06-20'},
	]);
});

test('needs no service to list the views or to describe a statement', async () => {
	const {stdout, exitCode} = await usagectl('query "SHOW TABLES" -o csv --no-header');
	expect({exitCode, names: stdout.trim().split('\n').sort()}).toEqual({
		exitCode: 0,
		names: views.map(({name}) => name).sort(),
	});
	expect((await usagectl('query "DESCRIBE SELECT 1 AS a"')).exitCode).toBe(0);
});

test('limits the time of a statement with --timeout', async () => {
	const endless = 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b';
	const {exitCode, stderr} = await query(endless, '--timeout', '1s');
	expect({exitCode, stderr}).toMatchObject({exitCode: 5, stderr: expect.stringContaining('not complete within 1 s')});
});
