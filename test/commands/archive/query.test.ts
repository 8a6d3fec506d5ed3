import {mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, onTestFinished, test, vi} from 'vitest';
import {openEngine} from '../../../src/archive/sql/engine.ts';
import {CliError} from '../../../src/errors.ts';
import {parseStatement, runStatement, toQueryError} from '../../../src/query/statement.ts';
import {started} from '../../sandbox/support/started.ts';
import {copyArchive} from '../../sandbox/support/synced.ts';
import {refusedStatements} from '../../support/data/refused-statements.ts';
import {selectTableRecords} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {isLong} from '../../support/laws/laws.ts';
import {shell, start} from '../../support/program/child.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const sandbox = await started();
const secret = 'what-nobody-may-read';
const home = join(sandbox.stateDir, 'home');
const folder = join(home, 'crashes');
const env = {
	USAGECTL_CONFIG_DIR: join(sandbox.stateDir, 'config'),
	...sandbox.env,
};
const clock = fakeClock();
const query = (sql: string, ...flags: readonly string[]) =>
	usagectl(['query', '--archive', folder, sql, ...flags], {env, clock});

/** A synced folder, with a link in it to what lies outside, and a secret beside it. */
beforeAll(async () => {
	mkdirSync(home);
	await copyArchive(folder, 'exceptions');
	writeFileSync(join(home, 'secret.csv'), `a\n${secret}\n`);
	mkdirSync(join(home, 'crashes-too'));
	writeFileSync(join(home, 'crashes-too', 'secret.csv'), `a\n${secret}\n`);
	symlinkSync(join(home, 'secret.csv'), join(folder, 'link.csv'));
	symlinkSync(home, join(folder, 'up'));
});

const listAll = () => readdirSync(home, {recursive: true, encoding: 'utf8'}).sort();

/** Some of each kind go through the whole command, in long runs all; all meet one engine. */
const typed =
	/read_csv\('HOME|; COPY|^(COPY crashes|ATTACH|INSTALL|SET enable|PRAGMA enable|CREATE TABLE|INSERT|BEGIN|EXPLAIN|$)/;

test.each(refusedStatements.filter(sql => isLong || typed.test(sql)))(
	'rejects without reading or writing: %s',
	async sql => {
		const before = listAll();
		const ended = await query(sql.replaceAll('HOME', home));
		expect(ended).toMatchObject({exitCode: 2, stdout: '', stderr: expect.stringMatching(/^error: .+\nhint: /)});
		expect(ended.stderr).not.toContain(secret);
		expect(listAll()).toEqual(before);
	},
);

/** The engine as the command opens it, for many statements one after the other. */
async function openOne() {
	const {signal} = new AbortController();
	const inside = realpathSync(folder);
	const engine = await openEngine({temp: temporaryFolder(), folders: [inside], keepsOrder: true, signal});
	onTestFinished(engine.close);
	await engine.run(`CREATE VIEW crashes AS SELECT * FROM ${await selectTableRecords(engine, inside)}`);
	const ask = async (sql: string) => {
		try {
			return await runStatement(engine, await parseStatement(engine, sql));
		} catch (error) {
			throw toQueryError(error, sql);
		}
	};
	return {engine, ask};
}

test('the engine rejects statements that read other files, or that do not read', async () => {
	const {ask} = await openOne();
	const before = listAll();
	const links = ['link.csv', 'up/secret.csv', 'up/crashes-too/secret.csv'].map(
		path => `FROM read_text('${join(folder, path)}')`,
	);
	for (const sql of [...refusedStatements, ...links]) {
		const error: unknown = await ask(sql.replaceAll('HOME', home)).catch(thrown => thrown);
		expect(error, sql).toMatchObject({kind: 'usage', details: {code: 'sql', hint: expect.stringMatching(/./)}});
		expect((error as CliError).message).not.toContain(secret);
		expect(listAll(), sql).toEqual(before);
	}
});

test('rejects a link that leads out of the folder', async () => {
	const {stdout, exitCode} = await query(`FROM read_text('${join(folder, 'link.csv')}')`);
	expect({exitCode, leaks: stdout.includes(secret)}).toEqual({exitCode: 2, leaks: false});
});

test('prints the same rows as JSON, CSV and table', async () => {
	const sql = `SELECT exception_class AS class, count(*) AS n FROM crashes WHERE exception_class LIKE 'S%' GROUP BY 1 ORDER BY 1`;
	const rows: readonly {class: string; n: number}[] = JSON.parse((await query(sql, '-o', 'json')).stdout);
	expect(rows.length).toBeGreaterThan(1);
	const text = (line: (row: {class: string; n: number}) => string) => rows.map(row => `${line(row)}\n`).join('');
	expect((await query(sql, '-o', 'csv')).stdout).toBe(`class,n\n${text(row => `${row.class},${row.n}`)}`);
	const {stdout} = await query(sql, '-o', 'table');
	for (const row of rows) expect(stdout).toMatch(new RegExp(`${row.class}\\W+${row.n}\\b`));
});

const interrupted = () => new CliError('interrupted', 'interrupted', {hint: 'run it again'});

test('Ctrl-C stops a query that would never end', async () => {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(interrupted()), 500);
	const sql = 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b';
	const ended = await usagectl(['query', '--archive', folder, sql], {env, clock, signal: stop.signal});
	clearTimeout(timer);
	expect(ended).toMatchObject({exitCode: 130, stdout: ''});
});

/** The engine cannot be interrupted in it, and would need days. */
const endless = `levenshtein(repeat('ab', 10000000), repeat('ba', 10000000))`;

test.each([
	['query', ['query', '--archive', folder, `SELECT ${endless}`]],
	['a condition', ['exceptions', 'top', folder, '--where', `${endless} > 0`]],
])('Ctrl-C stops %s that the engine cannot interrupt', async (_, words) => {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(interrupted()), 1000);
	const ended = await usagectl(words, {env, clock, signal: stop.signal});
	clearTimeout(timer);
	expect(ended).toMatchObject({exitCode: 130, stdout: ''});
});

const isRunning = (pid: string) => {
	try {
		return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
	} catch {
		return false;
	}
};

test.runIf(process.platform === 'linux')('stops the query process when the run is killed', async () => {
	const run = start(['query', '--archive', folder, `SELECT ${endless}`], {env});
	const engine = await vi.waitFor(() => {
		const [pid] = readFileSync(`/proc/${run.pid}/task/${run.pid}/children`, 'utf8').split(' ');
		expect(pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toMatch(/engine\.cjs/);
		return pid as string;
	}, 30_000);
	run.kill('SIGKILL');
	await run.ended;
	await vi.waitFor(() => expect(isRunning(engine)).toBe(false), 30_000);
});

// Other systems have no limit of memory that a process can be given.
test.runIf(process.platform === 'linux').each([
	['query', ['query', '--archive', folder, `SELECT length(repeat('x', 4000000000)) AS n`]],
	['query', ['query', '--archive', folder, 'SELECT len(list_transform(range(300000000), x -> x + 1)) AS n']],
	['a condition', ['exceptions', 'top', folder, '--where', `length(repeat('x', 4000000000)) > 0`]],
])('rejects %s that takes too much memory: %j', async (_, words) => {
	const {exitCode, stdout, stderr} = await usagectl(words, {env, clock});
	expect({exitCode, stdout}).toEqual({exitCode: 10, stdout: ''});
	expect(stderr).toMatch(/^error: out of memory: .*\nhint: request less/m);
	expect(stderr).not.toMatch(/disk/);
});

test('reports a result that fails in the middle as incomplete', async () => {
	const sql = `SELECT CAST(CASE WHEN range = 900000 THEN 'x' ELSE '1' END AS INTEGER) AS n FROM range(1000000)`;
	const {exitCode, stdout, stderr} = await query(sql, '-o', 'csv');
	expect({exitCode, stdout, stderr}).toMatchObject({
		exitCode: 2,
		stdout: '',
		stderr: expect.stringContaining("Could not convert string 'x'"),
	});
});

test('keeps the order of a large result', async () => {
	const {stdout} = await query('SELECT range AS n FROM range(100000) ORDER BY n DESC', '-o', 'csv', '--no-header');
	const numbers = stdout.trimEnd().split('\n').map(Number);
	expect(numbers.length).toBe(100_000);
	expect(numbers.every((number, at) => number === 99_999 - at)).toBe(true);
});

test('allows statements that read', async () => {
	const {engine, ask} = await openOne();
	for (const sql of [
		'DESCRIBE crashes;',
		'SUMMARIZE crashes',
		'SHOW TABLES',
		'VALUES (1), (2)',
		'(SELECT 1) -- one',
		'WITH a AS (SELECT 1) FROM a;',
		"SELECT ';' AS x",
	]) {
		expect((await ask(sql)).length, sql).toBeGreaterThan(0);
		expect((await engine.next())?.length, sql).toBeGreaterThan(0);
		await engine.run('DROP SCHEMA answer CASCADE');
	}
	const {stdout, stderr, exitCode} = await query('DESCRIBE crashes;', '-o', 'csv');
	expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
	for (const name of ['Exceptions', '"crashes"'])
		expect((await query(`DESCRIBE ${name}`, '-o', 'csv')).stdout, name).toBe(stdout);
});

test('streams 80 MB of rows with a heap of 64 MB', async () => {
	const sql = `SELECT repeat('x', 10000) AS x FROM range(8000)`;
	const heap = 'NODE_OPTIONS="$NODE_OPTIONS --max-old-space-size=64"';
	const ended = await shell(`${heap} node bin/usagectl.js query --archive ${folder} "${sql}" -o csv | wc -c`, env);
	expect(ended).toEqual({code: 0, stdout: `${2 + 8000 * 10_001}\n`, stderr: ''});
});

/** The live parts of a table by the letter of the protocol, and by nothing of this program. */
const followLog = (table: string): readonly string[] => {
	const log = join(table, '_delta_log');
	const live = new Set<string>();
	for (const name of readdirSync(log)
		.filter(each => /^\d{20}\.json$/.test(each))
		.sort())
		for (const line of readFileSync(join(log, name), 'utf8').trim().split('\n')) {
			const {add, remove} = JSON.parse(line);
			if (remove) live.delete(decodeURIComponent(remove.path));
			if (add) live.add(decodeURIComponent(add.path));
		}
	return [...live].map(path => join(table, path));
};

test('another Delta reader finds the same rows', async () => {
	const paths = followLog(join(folder, 'lines', 'kind=exceptions')).map(path => `'${path}'`);
	const sum = `count(*) AS n, count(DISTINCT month) AS months, sum(hash(epoch_us("timestamp"), fingerprint, clientId)) AS all`;
	const read = `read_parquet([${paths}], union_by_name = true, hive_partitioning = true)`;
	// The folder can be read only by a statement that names one of its views.
	const followed = await query(`SELECT ${sum} FROM ${read} WHERE EXISTS (FROM crashes)`, '-o', 'json');
	expect(await query(`SELECT ${sum} FROM ${read}`)).toMatchObject({exitCode: 2});
	expect(followed).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/"months":[3-9]/)});
	expect(followed.stdout).toBe((await query(`SELECT ${sum} FROM crashes`, '-o', 'json')).stdout);
});

test('queries work before the first record has arrived', async () => {
	const ask = async (sql: string) => {
		const {stdout, exitCode} = await usagectl(['query', '--archive', folder, sql, '-o', 'csv'], {env, clock});
		return {stdout, exitCode};
	};
	const columns = 'kind, month, product, file, event_category, os_version, licenseStatus_expired, ram';
	expect(await ask(`SELECT ${columns} FROM events WHERE "timestamp" > TIMESTAMP '2026-01-01'`)).toEqual({
		exitCode: 0,
		stdout: `${columns.replaceAll(' ', '')}\n`,
	});
	expect(await ask('SELECT count(*) AS n FROM events')).toEqual({exitCode: 0, stdout: 'n\n0\n'});
	expect((await ask('SELECT no_such_column FROM events')).exitCode).toBe(2);
});
