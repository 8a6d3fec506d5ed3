import {mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {copyArchive} from '../sandbox/support/synced.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Questions that run SQL, and what the author of a question file reaches with it. */

const sandbox = await started();
const home = join(sandbox.stateDir, 'home');
const folder = join(home, 'repository');
const secret = 'what-nobody-may-read';
const env = {USAGECTL_CONFIG_DIR: join(sandbox.stateDir, 'config'), ...sandbox.env};
const clock = fakeClock('2026-06-30T12:00:00Z');
const run = (...words: readonly string[]) => usagectl(words, {env, clock});

beforeAll(async () => {
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(home, 'secret.csv'), `a\n${secret}\n`);
	for (const path of [join(home, 'outside'), join(folder, 'own'), join(folder, 'linked')])
		await copyArchive(path, 'exceptions');
	symlinkSync(join(home, 'outside'), join(folder, 'crashes'));
	symlinkSync(join(home, 'secret.csv'), join(folder, 'linked', 'link.csv'));
});

async function ask(line: string) {
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, `questions:\n  q: {ask: ${JSON.stringify(line)}, checks: [{column: n, min: 1}]}\n`);
	const {stdout, stderr, exitCode} = await run('questions', 'run', '--file', file, '-o', 'json');
	return {exitCode, text: stdout + stderr};
}

test('a question joins crash reports, keys and a report, and its checks test the figures', async () => {
	const sql = `SELECT count(*) AS n FROM crashes, (FROM keys LIMIT 1), (FROM report('current --from -30d') LIMIT 1)`;
	const {exitCode, text} = await ask(`query --archive own "${sql}"`);
	expect({exitCode, text}).toMatchObject({exitCode: 0, text: expect.stringContaining('"ok"')});
});

test.each([
	['FROM properties', sandbox.baseUrl],
	['FROM crashes', 'this machine'],
])('a result of %s names the service that the views came from', async (from, service) => {
	const history = join(folder, 'usagectl-history');
	rmSync(history, {recursive: true, force: true});
	expect(await ask(`query --archive own "SELECT count(*) AS n ${from}"`)).toMatchObject({exitCode: 0});
	const [file = ''] = readdirSync(history, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.json'));
	expect(JSON.parse(readFileSync(join(history, file), 'utf8')).service).toBe(service);
});

test.each([
	[
		'another file',
		`query --archive own "SELECT count(*) AS n, (SELECT content FROM read_text('HOME/secret.csv')) FROM crashes"`,
	],
	[
		'a link in the archive',
		`query --archive linked "SELECT 1 AS n, content FROM read_text('HOME/repository/linked/link.csv'), crashes"`,
	],
	['the default folder, which is a link', 'query "SELECT count(*) AS n FROM crashes"'],
	['a file of a filter', `query "SELECT active AS n FROM report('current --from -30d --filter @../secret.csv')"`],
	['another host', `query "SELECT 1 AS n FROM report('current --base-url http://127.0.0.1:1')"`],
	['a file to write', `query --archive own "COPY crashes TO 'HOME/repository/out.csv'"`],
	['a cluster', `query "SELECT 1 AS n FROM report('current --engine trino://a@127.0.0.1/c/s')"`],
	['stdin', 'query -'],
	['the history beside it, without naming it', 'query "SELECT count(*) AS n FROM results"'],
])('a question does not reach %s', async (_, line) => {
	const {exitCode, text} = await ask(line.replaceAll('HOME', home));
	expect({exitCode, text}).not.toMatchObject({exitCode: 0});
	expect(text).not.toContain(secret);
	expect(text).not.toContain('"ok"');
});
