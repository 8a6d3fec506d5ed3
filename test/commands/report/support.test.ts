import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {expression, prepareSupport, type SupportRow} from './support-sandbox.ts';

const {compareWithTables, run, read, newer, env} = await prepareSupport(7);

test.for(['newer', 'older'] as const)(
	'has the figures of hand-written SQL over exported tables: %s server',
	async kind => {
		expect(await compareWithTables(kind)).toBeGreaterThan(10);
	},
);

test('a table has the expression and the days in its title, and the answer below', async () => {
	const {stdout, exitCode} = await run('prodVersion=4.10 --below 30%');
	expect(exitCode).toBe(0);
	expect(stdout).toMatch(
		/^Installations with prodVersion=4\.10, 2026-06-22 to 2026-06-28 compared with a year ago\n\nFigure +Value +Now +Share %/,
	);
	expect(stdout).toMatch(/^below 30 %: unknown: the share does not fall\n\* four weeks: 2026-06-01 to 2026-06-28\n$/m);
	expect((await run('prodVersion=4.10 --below 50%')).stdout).toMatch(/^below 50 %: already$/m);
	expect((await run('prodVersion=4.10')).stdout).not.toContain('below');
});

test('names a value that no installation has, also beside another alternative', async () => {
	const {stdout} = await run("'os.version=MS Win 7 or prodVersion=4.10' --below 30%");
	expect(stdout.replaceAll(/\n {2}/g, ' ')).toMatch(
		/^no installation has os\.version MS Win 7; .*\n\* four weeks: .*\n\+ \d more: --notes\n$/m,
	);
});

test('data have all groups and the outcome, a table has the largest', async () => {
	const rows = await read('prodVersion=4.10 --below 50%');
	expect(rows[0]).toMatchObject({figure: 'active', below: 'below', belowDate: null});
	expect(rows.filter(({figure}) => figure === 'country').length).toBeGreaterThan(3);
	expect((await run('prodVersion=4.10')).stdout).not.toMatch(/^Country/m);
});

test('says what it cannot count, and counts the rest', async () => {
	const analyst = {USAGECTL_USER: newer.analyst.user, USAGECTL_PASSWORD: newer.analyst.password};
	const {stdout, exitCode} = await usagectl(
		'report support prodVersion=4.10 --crashes nowhere --notes --today 2026-06-30',
		{env: {...env, ...newer.env, ...analyst, USAGECTL_CONFIG_DIR: temporaryFolder()}},
	);
	expect(exitCode).toBe(0);
	expect(stdout).toMatch(/^Active installations/m);
	expect(stdout).not.toMatch(/^License keys/m);
	expect(stdout.replaceAll(/\n {2}/g, ' ')).toMatch(/license keys: .*; crash reports: no archive in nowhere \(/);
});

test('a year ago is empty, and the date unknown, if the service reports on fewer weeks', async () => {
	const young = await started({assume: ['oldest-days=150']});
	const {stdout, exitCode} = await usagectl('report support prodVersion=4.10 --below 1% -o json --today 2026-06-30', {
		env: young.env,
	});
	expect(exitCode).toBe(0);
	const rows: readonly SupportRow[] = JSON.parse(stdout);
	expect(rows[0]).toMatchObject({figure: 'active', shareBefore: null, below: 'unknown'});
	expect(rows.find(({figure}) => figure === 'keys')).toMatchObject({shareBefore: null, share: expect.any(Number)});
});

test('rejects a wrong expression or limit before anything is sent', async () => {
	const wrong = await run("'prodVersoin=4.1' --below 1%");
	expect(wrong).toMatchObject({exitCode: 2, stderr: expect.stringContaining('prodVersion')});
	expect(await run('ram<4GB --below 0%')).toMatchObject({exitCode: 2});
	const many = await run("'ram<4GB or prodVersion=4.1 or country=US or cpuCores=2'");
	expect(many.exitCode).toBe(2);
	expect(many.stderr).toContain("'or' joins 4 filters that the API cannot join; the limit is 3");
	expect(await run(`"${expression}" --dry-run`)).toMatchObject({exitCode: 0, stdout: ''});
});

test('a page draws the curve', async () => {
	const page = join(temporaryFolder(), 'support.html');
	await run(`prodVersion=4.10 --below 50% --html ${page}`);
	const html = readFileSync(page, 'utf8');
	expect(html).toMatch(/<b>33\.33 %<\/b> of the active installations; below 50 %: already/);
	expect(html).not.toContain('<li>below 50 %');
	expect(html).not.toMatch(/<td[^>]*>incomplete/);
	expect(html).toContain('Share of active installations');
});

test('a question checks the share', async () => {
	const file = join(temporaryFolder(), 'usagectl.yaml');
	const check = '{column: share, where: {figure: active}, min: 50, level: note}';
	writeFileSync(
		file,
		`questions:\n  old:\n    ask: report support prodVersion=4.10 --below 50%\n    checks: [${check}]\n`,
	);
	const {stdout, stderr} = await usagectl(`questions run --file ${file} --today 2026-06-30 -o json`, {
		env: {...env, ...newer.env},
	});
	expect(stderr).not.toContain('error');
	expect(JSON.parse(stdout)).toMatchObject([
		{question: 'old', verdict: 'note', reason: 'Active installations: Share 33.33 %, under the minimum of 50 %'},
	]);
});
