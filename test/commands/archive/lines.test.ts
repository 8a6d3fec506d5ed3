import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {dialects} from '../../../src/archive/sql/dialects.ts';
import {openEngine} from '../../../src/archive/sql/engine.ts';
import {getFilterConditions} from '../../../src/archive/sql/record-condition.ts';
import {compileRecordFilter} from '../../../src/language/compile-expressions.ts';
import {started} from '../../sandbox/support/started.ts';
import {copyArchive} from '../../sandbox/support/synced.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {inTurns} from '../../support/laws/laws.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const sandbox = await started();
const env = {
	USAGECTL_CONFIG_DIR: join(sandbox.stateDir, 'config'),
	...sandbox.env,
};
const run = (line: readonly string[]) => usagectl(line, {env, clock: fakeClock()});
const json = async (...line: readonly string[]) => {
	const {stdout, stderr} = await run([...line, '-o', 'json']);
	expect(stderr).not.toMatch(/^error/m);
	return JSON.parse(stdout);
};

let folder = '';
beforeAll(async () => {
	folder = join(sandbox.stateDir, 'synced');
	await copyArchive(folder, 'exceptions', 'events');
});
const query = (sql: string) => json('query', '--archive', folder, sql);
const total = async (kind: string) =>
	(await query(`SELECT count(*) AS n FROM ${kind === 'events' ? 'events' : 'crashes'}`))[0].n;

test('sync stores every record as Parquet by kind and month', async () => {
	expect(readdirSync(join(folder, 'lines')).sort()).toEqual(['kind=events', 'kind=exceptions']);
	const {results} = await sandbox.ask('/exceptionTracking/getLastLines', {lineCount: 1000});
	const newest = await query('SELECT count(*) AS n, max("timestamp") AS last FROM crashes');
	expect(newest[0].n).toBeGreaterThan(50);
	expect(newest[0].last).toBe(results.at(-1).timestamp);
});

test('top counts each report in one group, and each installation once', async () => {
	const groups = await json('exceptions', 'top', folder);
	expect(groups.reduce((sum: number, {count}: {count: number}) => sum + count, 0)).toBe(await total('exceptions'));
	const sql =
		'SELECT count(*) AS count, count(DISTINCT clientId) AS installations FROM crashes WHERE exception_class = $$System.IO.IOException$$';
	const [own] = await query(sql);
	expect(groups.filter((group: {class: string}) => group.class === 'System.IO.IOException')).toMatchObject([own]);
	const events = await json('events', 'top', folder);
	expect(events.reduce((sum: number, {count}: {count: number}) => sum + count, 0)).toBe(await total('events'));
});

test('show names every installation with the crash, and how many reports it sent', async () => {
	const [{fingerprint}] = await json('exceptions', 'top', folder, '--limit', '1');
	const parts = await json('exceptions', 'show', folder, fingerprint);
	const own = parts.filter(({part}: {part: string}) => part === 'clientId');
	const sql = `SELECT clientId AS value, count(*) AS count FROM crashes WHERE fingerprint = '${fingerprint}' GROUP BY 1 ORDER BY 2 DESC, 1`;
	expect(own).toMatchObject(await query(sql));
});

test('the title of top says which records and groups it counts', async () => {
	const titleOf = async (...line: readonly string[]) =>
		(await run(['exceptions', 'top', folder, ...line])).stdout.split('\n')[0];
	expect(await titleOf('--mark', 'new,gone,back', '--filter', 'prodVersion=*')).toMatch(
		/^Crashes marked new, gone or back where prodVersion=\*, 20/,
	);
	expect(await titleOf('--by', 'version', '--where', "prodVersion <> 'x'")).toMatch(
		/^Crashes where prodVersion <> 'x'.*, by version/,
	);
});

test('top names the reports without a value (none), also in a chart', async () => {
	const file = join(temporaryFolder(), 'crashes.csv');
	const rows = ['DE', '', ''].map((country, at) => `2026-06-0${at + 1}T00:00:00,A${at},${country},IOException`);
	writeFileSync(file, ['timestamp,clientId,geography.country,exception.class', ...rows, ''].join('\n'));
	const line = ['exceptions', 'top', file, '--by', 'country'];
	expect((await json(...line)).map(({country}: {country: unknown}) => country)).toEqual([null, 'DE']);
	expect((await run(line)).stdout).toMatch(/^\(none\) +2 /m);
	expect((await run([...line, '--chart'])).stdout).toMatch(/^\(none\) .* 2$/m);
});

test('top counts events by a key of their data', async () => {
	const file = join(temporaryFolder(), 'events.csv');
	const count = async (key: string, ...data: readonly string[]) => {
		const rows = data.map((text, at) => `2026-06-0${at + 1}T00:00:00,A${at},Export,PDF,"${text}"`);
		writeFileSync(file, ['timestamp,clientId,event.category,event.name,event.data', ...rows, ''].join('\n'));
		const counted = await json('events', 'top', file, '--by', `data.${key}`);
		return counted.map((row: {data: unknown; count: number}) => [row.data, row.count]);
	};
	const numbers = ['(pages,10)&&(profile,print)', '(pages,2.5)', '(x,y)&&(pages,10)&&(pages,3)', '(other,1)', ''];
	expect(await count('pages', ...numbers)).toEqual([
		[null, 2],
		[10, 2],
		[2.5, 1],
	]);
	expect(await count('pages', ...numbers, 'cold', '(pages,10) ', '(pages,)&&(,)')).toEqual([
		[null, 3],
		['10', 2],
		['(pages,10) ', 1],
		['2.5', 1],
		['cold', 1],
	]);
	expect(await count('a.b)', '(a.b),(1)', '(axb),2)', '(c,d)&&(a.b),line\nline)')).toEqual([
		[null, 1],
		['(1', 1],
		['line\nline', 1],
	]);
	const sql = `SELECT event_map['profile'] AS data, count(*) AS count FROM events WHERE event_map IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`;
	const counted = await json('events', 'top', folder, '--by', 'data.profile', '--where', `event_data LIKE '(%)'`);
	expect(counted).toMatchObject(await query(sql));
	expect((await run(['exceptions', 'top', folder, '--by', 'data.x'])).exitCode).toBe(2);
});

test('top gives the same counts for the files as for the table', async () => {
	const copy = temporaryFolder();
	for (const name of readdirSync(folder).filter(each => each.endsWith('.zip')))
		writeFileSync(join(copy, name), readFileSync(join(folder, name)));
	// a sample is the first line that was met
	const withoutSample = (groups: readonly object[]) => groups.map(group => ({...group, message: undefined}));
	for (const kind of ['exceptions', 'events'])
		expect(withoutSample(await json(kind, 'top', copy))).toEqual(withoutSample(await json(kind, 'top', folder)));
	expect(existsSync(join(copy, 'lines'))).toBe(false);
});

test('filters apply to the values in the records', async () => {
	const count = async (...flags: readonly string[]) =>
		(await json('exceptions', 'top', folder, ...flags)).reduce(
			(sum: number, group: {count: number}) => sum + group.count,
			0,
		);
	const sql = (where: string) => query(`SELECT count(*) AS n FROM crashes WHERE ${where}`).then(([row]) => row.n);
	expect(await count('--filter', 'os.version=*Win* and country=us,DE')).toBe(
		await sql(`os_version LIKE '%Win%' AND geography_country IN ('US', 'DE')`),
	);
	expect(await count('--where', 'ram::INT > 8192', '--filter', 'country=US')).toBe(
		await sql(`ram::INT > 8192 AND geography_country = 'US'`),
	);
	expect(await count('--from', '2026-06-01', '--to', '2026-06-15')).toBe(
		await sql(`"timestamp" BETWEEN '2026-06-01' AND '2026-06-15T23:59:59'`),
	);
});

const header =
	'timestamp,prodVersion,os.version,ram,geography.country,geography.usState,licenseStatus.expired,exception.class,exception.message';
const hostile = ["it's 50%_of\\that", '$$; DROP TABLE line; --', '50%xof'];
const reports = [
	['5.1', 'Windows 11', '8192', 'US', 'US-CA', 'N', 'A', 'first\nline'],
	['5.10', 'Windows 10', '16384', 'US', '', 'Y', 'B', ''],
	['4.9', 'macOS 14', '', 'DE', '', 'N', 'C', hostile[0]],
	['', 'windows 11', '4096', '', '', '', 'D', hostile[1]],
	['5.1-beta', '', 'NaN', 'GB', '', 'Y', 'E', hostile[2]],
].map((cells, at) => `2026-06-0${at + 1}T00:00:00,${cells.map(cell => `"${cell}"`).join(',')}`);

/** Every sixth goes through the command, in long runs all. */
const filters = [
	['prodVersion=5.1', 'A'],
	['prodVersion=5.*', 'ABE'],
	['prodVersion=4.9,5.1*', 'ABCE'],
	['prodVersion in (5.1, 5.10)', 'AB'],
	["prodVersion='5.*'", ''],
	['prodVersion~^5\\.1$', 'A'],
	['prodVersion~beta', 'E'],
	['prodVersion is null', 'D'],
	['prodVersion is not null', 'ABCE'],
	['prodVersion=5.1,null', 'AD'],
	["prodVersion=''", ''],
	['PRODVERSION=5.1', 'A'],
	['os.version=Windows*', 'AB'],
	['os.version=Windows 11 or os.version=macOS 14', 'AC'],
	['ram>=8GB', 'AB'],
	['ram<8GB', 'D'],
	['ram=4GB..8GB,null', 'ACD'],
	['ram is not null', 'ABDE'],
	['country=us,GB', 'ABE'],
	['country=US and ram>8GB', 'B'],
	['usState is null', 'B'],
	['usState=US-CA or country=DE', 'AC'],
	['licenseStatus.expired', 'BE'],
	['not licenseStatus.expired', 'AC'],
	['exception.message=*line', 'A'],
	[`exception.message='${hostile[0]?.replace("'", "''")}'`, 'C'],
	[`exception.message='${hostile[1]}'`, 'D'],
	["exception.message='50%_of'", ''],
	["exception.message=''' OR 1=1 --'", ''],
] as const;

test.each(inTurns(filters, 0, 6))('--filter %s leaves %j', async (filter, classes) => {
	const file = join(temporaryFolder(), 'x.csv');
	writeFileSync(file, `${header}\n${reports.join('\n')}\n`);
	const found = (await json('exceptions', 'top', file, '--filter', filter)).map(
		(group: {class: string}) => group.class,
	);
	expect(found.sort().join('')).toBe(classes);
});

test('the conditions of all these filters leave the same in one engine', async () => {
	const {signal} = new AbortController();
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'x.csv'), `${header.replaceAll('.', '_')}\n${reports.join('\n')}\n`);
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal});
	onTestFinished(engine.close);
	for (const [text, classes] of filters) {
		const context = {today: '2026-06-30', records: 'exceptions', anyCode: false} as const;
		const {model} = compileRecordFilter([{name: '--filter', text}], context);
		const conditions = getFilterConditions(dialects.duckDb, model).join(' AND ');
		const read = `read_csv('${folder}/x.csv', header = true, all_varchar = true)`;
		const found = await engine.rows(`SELECT exception_class FROM ${read} WHERE ${conditions} ORDER BY 1`);
		expect({text, found: found.flat().join('')}).toEqual({text, found: classes});
	}
});

test.each([
	['os.platform=Windows', /os\.platform is a property of reports only/, /did you mean os\.version/],
	['lifetimeSessionCount>3', /is a property of reports only/, /--where takes any column/],
	['prodVersoin=5', /there is no property 'prodVersoin'/, /did you mean prodVersion/],
	['event.name=x', /there is no property 'event.name'/, /did you mean|the properties of records/],
	['prodVersion!=5.1', /not equal|!=/, /./],
	['prodVersion~(5', /the regular expression '\(5' is invalid/, /RE2/],
])('--filter %s is an error', async (filter, message, help) => {
	const {exitCode, stdout, stderr} = await run(['exceptions', 'top', folder, '--filter', filter]);
	expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
	expect(stderr).toMatch(message);
	expect(stderr).toMatch(help);
});

test.each([
	[['--since', '-7d'], 'did you mean --from?'],
	[['--until=today'], 'did you mean --to?'],
	[['--version', '5.1'], 'did you mean --filter prodVersion=…?'],
	[['--os=*win*'], 'did you mean --filter os.version=…?'],
	[['--country', 'US,DE'], 'did you mean --filter country=…?'],
])('%j names the flag to use', async (flags, message) => {
	expect(await run(['exceptions', 'top', folder, ...flags])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining(message),
	});
});

test('--fail-on exits with status 7 after the rows if there is such a group', async () => {
	const [first] = await query('SELECT min("timestamp")::DATE::VARCHAR AS day FROM crashes');
	const nothing = await run(['exceptions', 'top', folder, '--from', first.day, '--mark', 'new', '--fail-on', 'new']);
	expect(nothing).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^no group can be new/)});
	const {exitCode, stdout, stderr} = await run([
		'exceptions',
		'top',
		folder,
		'--from',
		'2026-04-10',
		'--fail-on',
		'new,gone,back',
		'-o',
		'csv',
		'--fields',
		'mark',
	]);
	const marked = stdout.split('\n').filter(line => /^(new|gone|back)$/.test(line));
	expect(marked.length).toBeGreaterThan(0);
	expect({exitCode, stderr}).toMatchObject({
		exitCode: 7,
		stderr: expect.stringMatching(/^error: \d+ of \d+ groups (is|are) (new|gone|back)/m),
	});
	expect((await json('exceptions', 'top', folder, '--from', '2026-04-10', '--mark', 'new,gone,back')).length).toBe(
		marked.length,
	);
});

test('show finds a crash group by the beginning of its fingerprint', async () => {
	const [crash] = await json('exceptions', 'top', folder);
	const {stdout} = await run(['exceptions', 'show', crash.fingerprint.slice(0, 8), folder]);
	expect(stdout.split('\n')[0]).toBe(`${crash.fingerprint}  ${crash.class} in ${crash.method}`);
	expect(stdout).toMatch(new RegExp(`^${crash.count} crash reports from ${crash.installations} installations`, 'm'));
	const rows = await json('exceptions', 'show', crash.fingerprint, folder);
	for (const part of ['version', 'os', 'country', 'day']) {
		const own = rows.filter((row: {part: string}) => row.part === part);
		expect(own.reduce((sum: number, {count}: {count: number}) => sum + count, 0)).toBe(crash.count);
	}
});

test('an archive whose sync was stopped, or has not begun, says so and how to go on', async () => {
	const archive = join(temporaryFolder(), 'crash reports');
	mkdirSync(archive);
	const manifest = join(archive, '.usagectl-manifest.ndjson');
	writeFileSync(manifest, '');
	const command = `usagectl exceptions sync '${archive}'`;
	const topOf = async () => (await run(['exceptions', 'top', archive, '-o', 'csv'])).stderr;
	expect(await topOf()).toContain(`note: ${archive} has no crash files yet; to download them: ${command}\n`);
	writeFileSync(manifest, '{"stem":"7_exc_","awaited":["7_exc_2026-06-01.zip","7_exc_2026-06-02.zip"]}\n');
	expect(await topOf()).toContain(`note: ${archive} lacks 2 files of its last sync; to continue it: ${command}\n`);
	expect(await topOf()).toContain(`note: there are no crash reports in ${archive}\n`);
	const queried = await run(['query', 'SELECT count(*) FROM crashes', '--archive', archive]);
	expect(queried.stdout).toContain('lacks 2 files of its last sync');
});

test('suggests the archive folder for a folder that is mistyped or missing', async () => {
	const place = temporaryFolder();
	const archive = join(place, 'crashes');
	mkdirSync(archive);
	mkdirSync(join(place, 'crasher'));
	writeFileSync(join(archive, '.usagectl-manifest.ndjson'), '');
	const home = process.cwd();
	process.chdir(place);
	onTestFinished(() => process.chdir(home));
	for (const line of [
		['exceptions', 'top', 'crashs'],
		['query', '--archive', 'crashs', 'SELECT 1'],
		['release', 'list', '--crashes', 'crashs'],
	])
		expect(await run(line)).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining('hint: did you mean crashes?\n'),
		});
});

test.each<[string, readonly string[], RegExp]>([
	['a fingerprint that is none', ['show', 'xyz!'], /16 hex digits/],
	['a fingerprint that no crash has', ['show', '00000000'], /no crash group has this fingerprint/],
	['a path that is not there', ['top', '/no/such/folder'], /does not exist.*exceptions sync/s],
	['a condition that is no SQL', ['top', 'FOLDER', '--where', 'ram >'], /--where: /],
	[
		'a condition that closes what it did not open',
		['top', 'FOLDER', '--where', 'true) OR (true'],
		/--where: .*near "\)"/,
	],
	['a condition over no column', ['top', 'FOLDER', '--where', 'nothing = 1'], /--where: .*nothing/],
	[
		'a condition that ends its statement',
		['top', 'FOLDER', '--where', 'true); DROP TABLE line; SELECT (1'],
		/--where: /,
	],
	['a mark that is none', ['top', 'FOLDER', '--mark', 'old'], /one of new, gone, back/],
])('rejects %s', async (_, line, message) => {
	const words = line.map(word => (word === 'FOLDER' ? folder : word));
	const paths = line[0] === 'show' ? [folder] : [];
	expect(await run(['exceptions', ...words, ...paths])).toMatchObject({
		exitCode: 2,
		stdout: '',
		stderr: expect.stringMatching(message),
	});
});

test('a query keeps types in every format', async () => {
	const sql = `SELECT 1 AS one, 2.5::DECIMAL(5, 1) AS half, 9007199254740993 AS large, true AS yes, NULL AS nothing, DATE '2026-06-01' AS day, [1, 2] AS list, 'a' AS one`;
	expect(await query(sql)).toEqual([
		{
			one: 1,
			half: 2.5,
			large: '9007199254740993',
			yes: true,
			nothing: null,
			day: '2026-06-01',
			list: '[1,2]',
			one_1: 'a',
		},
	]);
	expect((await run(['query', '--archive', folder, 'SUMMARIZE crashes', '-o', 'csv'])).exitCode).toBe(0);
});

test('rejects a query on a folder that sync did not create', async () => {
	const other = join(temporaryFolder(), 'empty');
	mkdirSync(other);
	expect(await run(['query', '--archive', other, 'SELECT 1'])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringMatching(/not an archive folder/),
	});
});

test.each(['top', 'show'])('%s rejects a folder without log files', async name => {
	const other = join(temporaryFolder(), 'empty');
	mkdirSync(other);
	const words = name === 'show' ? [name, '1f0c', other] : [name, other];
	expect(await run(['exceptions', ...words])).toMatchObject({
		exitCode: 2,
		stdout: '',
		stderr: expect.stringContaining(`${other} contains no crash files`),
	});
});

test('--no-lines keeps only the zips', async () => {
	const other = temporaryFolder();
	expect(await run(['exceptions', 'sync', other, '--no-lines'])).toMatchObject({exitCode: 0});
	expect(existsSync(join(other, 'lines'))).toBe(false);
});

test('counts unreadable rows and writes them to --rejects', async () => {
	const other = temporaryFolder();
	writeFileSync(
		join(other, 'x.csv'),
		'timestamp,exception.class\n2026-06-01T00:00:00,Boom\nbad\n2026-06-01T00:00:00,"Boom"x\n',
	);
	const {stdout, stderr} = await run([
		'exceptions',
		'top',
		join(other, 'x.csv'),
		'-o',
		'csv',
		'--fields',
		'class,count',
	]);
	expect(stdout).toBe('class,count\nBoom,1\n');
	expect(stderr).toMatch(
		/2 of 3 rows of .*x\.csv cannot be read: line 3: .*found 1 column separated by ',' \(--rejects FILE saves them\)/,
	);
	await run(['exceptions', 'top', join(other, 'x.csv'), '--rejects', join(other, 'bad.ndjson')]);
	expect(readFileSync(join(other, 'bad.ndjson'), 'utf8')).toBe(
		`{"file":"${join(other, 'x.csv')}","line":3,"fault":"columns","text":"bad"}\n{"file":"${join(other, 'x.csv')}","line":4,"fault":"quotes","text":"2026-06-01T00:00:00,\\"Boom\\"x"}\n`,
	);
});

test.each([
	['exceptions', [], /<h1>Crashes, 2026-\d\d-\d\d to 2026-06-\d\d<\/h1>/],
	['events', ['--from', '2026-06-01'], /<h1>Events, 2026-06-01 to 2026-06-30<\/h1>/],
] as const)('a page of %s top says of which days it is', async (kind, period, title) => {
	const page = join(sandbox.stateDir, `${kind}.html`);
	await run([kind, 'top', folder, ...period, '--html', page]);
	const html = readFileSync(page, 'utf8').replaceAll(/<\/?span[^>]*>/g, '');
	expect(html).toMatch(title);
});
