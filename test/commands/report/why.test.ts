import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {lostLine as lost, prepareWhy, type WhyRow} from './why-sandbox.ts';

const {env, run, read, compareWithTables} = await prepareWhy(3, 2000);

test('names the country that left, in a sentence that claims no cause, with the groups that changed', async () => {
	const {stdout, stderr, exitCode} = await run(lost);
	expect(stdout).toMatch(
		/^Lost installations rose by \d+ \(\d+ to \d+, \+\d+ %\), [\d-]{10} to [\d-]{10} compared with [\d-]{10} to [\d-]{10}: \+\d+ of it is in geography\.country DE \(\d+ to \d+; [\d.]+ % to 100 % of its active installations\); without it/,
	);
	expect(stdout).not.toMatch(/because/);
	expect(stdout.split('───\n').at(-1)).not.toMatch(/within noise$/m);
	expect(stdout).toMatch(/^\d+ more groups within noise: --limit$/m);
	expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: 'sandbox: synthetic data\n'});
	const more = await run(`${lost} --limit 15`);
	expect(more.stdout.trim().split('\n').length).toBeGreaterThan(4 + 10);
	expect((await run(`${lost} -o md`)).stdout).toMatch(/^Lost installations rose .*\n\n\| Property \|/);
});

test('wraps the sentence in a terminal', async () => {
	const {stdout} = await usagectl(`--sandbox report why ${lost} --depth 1 --today 2026-06-30`, {env, columns: 80});
	const [sentence = ''] = stdout.split('\n\n');
	expect(sentence.split('\n').length).toBeGreaterThan(2);
	for (const line of sentence.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('a saved result has every row', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, `questions:\n  moved: {ask: "report why ${lost}"}\n`);
	const type = (line: string) => usagectl(`--sandbox ${line} --file ${file}`, {env});
	expect(await type('questions run --today 2026-06-30')).toMatchObject({exitCode: 0});
	const saved = JSON.parse((await type('history show moved -o json')).stdout);
	expect(saved.length).toBe((await read(lost)).length);
	expect(saved.length).toBeGreaterThan(10);
});

test('has the counts of a naive script over exported tables, and groups that add up to the change', async () => {
	expect(await compareWithTables()).toBeGreaterThan(10);
	const other = await prepareWhy(11, 400);
	expect(await other.compareWithTables()).toBeGreaterThan(0);
});

test('draws the parts of the change by the property of the first group, in the terminal and on a page', async () => {
	const {stdout} = await run(`${lost} --chart`);
	expect(stdout).toMatch(/^Lost installations rose by \d+ .*\n\nChange by geography\.country\nDE +▓+ +\+\d+\n/);
	const change = /^Lost installations rose by (\d+)/.exec(stdout)?.[1] ?? '';
	expect(stdout).toMatch(new RegExp(`^total +█+ +\\+${change}$`, 'm'));
	const page = join(temporaryFolder(), 'why.html');
	await run(`${lost} --html ${page}`);
	const html = readFileSync(page, 'utf8');
	expect(html).toContain('<figcaption>Change by geography.country');
	expect(html).toContain(
		'<dt>Compared with</dt><dd>2026-03-06 to 2026-04-04</dd><dt>Lost after</dt><dd>40 days of inactivity</dd>',
	);
	expect(html).toMatch(/<b>\+\d+<\/b> Lost installations rose by \d+ .* is in geography\.country DE/);
	const shown = html.slice(html.indexOf('<tbody>')).match(/<tr>/g) ?? [];
	expect(shown.length).toBe((await read(lost)).length);
});

test('prints lines that show the figures of a row', async () => {
	const rows = await read(lost);
	const row = rows.find(({property, value}) => property === 'geography.country' && value === 'DE') as WhyRow;
	const line = row.line.replace(/^usagectl /, '');
	const {stdout} = await usagectl(`${line} -o json --today 2026-06-30`, {env});
	const found = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
	expect(found).toContainEqual({'geography.country': 'DE', active: row.nowBase, lost: row.now});
});

test('follows the installations of each range until the day of --after, as the report of the line does', async () => {
	const rows = await read('retention --from 2026-03-15 --to 2026-04-15 --over prodEdition --after 20');
	const row = rows.find(({value}) => value === 'Home') as WhyRow;
	const {stdout} = await usagectl(`${row.line.replace(/^usagectl /, '')} -o json --today 2026-06-30`, {env});
	const periods = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
	const found = periods.find(({prodEdition, period}) => prodEdition === 'Home' && period === 20);
	expect(Number(found?.engaged) + Number(found?.lost)).toBe(row.nowBase);
	expect(found?.engagedPercent).toBeCloseTo(row.now, 1);
});

test('names the country that left by active installations too', async () => {
	const active = await read('active --from 2026-04-25 --to 2026-05-20 --over country,prodEdition');
	expect(active[0]).toMatchObject({property: 'geography.country', value: 'DE', verdict: 'unusual'});
	expect(active[0]?.now).toBe(0);
});

test('names nothing between two ranges in which nothing happened', async () => {
	const rows = await read('lost --from 2026-02-01 --to 2026-03-02 --over country,osLanguage,prodEdition,prodVersion');
	expect(rows.filter(({verdict}) => verdict === 'unusual')).toEqual([]);
	const {stdout} = await run('lost --from 2026-02-01 --to 2026-03-02 --over prodEdition');
	expect(stdout).toMatch(/No group of the property changed differently from the rest/);
});

test.each([
	['lost --from 2026-05-01 --to 2026-06-25', /^unknown: losses after 2026-05-21 are not known yet\n/],
	['active --from 2026-06-20 --to today', /^unknown: today is not complete\n/],
	['retention --from 2026-04-01 --to 2026-05-01', /^unknown: retention after 30 days is not yet known for /],
])('%s is unknown, and calls nothing', async (line, expected) => {
	const {stdout, stderr, exitCode} = await run(line);
	expect(stdout).toMatch(expected);
	expect(stderr).not.toContain('calls');
	expect(exitCode).toBe(0);
	expect((await run(`${line} --strict`)).exitCode).toBe(7);
});

test('rejects what makes no sense before any call, all errors together', async () => {
	const {stderr, exitCode} = await run(`lots --over nope --event A --filter 'x='`);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('[figure]: expected one of new, active, lost, retention, event');
	expect(stderr).toContain('did you mean lost?');
	expect(stderr).toContain("--over:1:1: there is no property 'nope'");
	expect((await run('event')).stderr).toMatch(/no event is given\nhint: add --event/);
	expect((await run('new --against 2026-04 --from 2026-05-01 --to 2026-05-29')).stderr).toContain('29 and 30 days');
	expect((await run('new --from 2026-05-01 --to 2026-05-10 --against 2026-05-05..2026-05-14')).stderr).toContain(
		'the ranges overlap',
	);
	expect((await run('new --over clientId')).stderr).toContain('cannot be broken down by clientId');
});

const older = await started({assume: ['newer-operations=absent']});

test('counts losses on an older server by the lost reports, and says what it cannot tell', async () => {
	const line = 'lost --from 2026-04-01 --to 2026-05-15 --over country,prodEdition --today 2026-06-30';
	const {stdout, stderr, exitCode} = await usagectl(`report why ${line} -o json`, {env: {...env, ...older.env}});
	expect({exitCode, stderr}).toMatchObject({exitCode: 0, stderr: expect.stringContaining('does not report how many')});
	const rows = JSON.parse(stdout) as readonly WhyRow[];
	expect(rows.every(({nowBase}) => nowBase === null)).toBe(true);
	const [{line: shown = ''} = {}] = rows;
	expect(shown).toContain('report churn events');
	const rejected = await usagectl('report why active --today 2026-06-30', {env: {...env, ...older.env}});
	expect(rejected.stderr).toContain('work with every server');
	expect(rejected.exitCode).toBe(4);
});
