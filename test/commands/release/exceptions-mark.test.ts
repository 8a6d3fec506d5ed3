import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeAll, expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {copyArchive} from '../../sandbox/support/synced.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const sandbox = await started();
const env = {USAGECTL_CONFIG_DIR: join(sandbox.stateDir, 'config'), ...sandbox.env};
const folder = join(sandbox.stateDir, 'crashes');
const file = join(folder, 'crash-decisions.txt');
const run = (...words: readonly string[]) => usagectl([...words, '--today', '2026-06-30'], {env});
const mark = (...words: readonly string[]) => run('exceptions', 'mark', ...words, '--crashes', folder);

type Group = {readonly fingerprint: string; readonly mark: string | null; readonly count: number};
const top = async (...flags: readonly string[]) => {
	const {stdout, stderr, exitCode} = await run('exceptions', 'top', folder, ...flags, '-o', 'json');
	return {groups: JSON.parse(stdout || '[]') as readonly Group[], stderr, exitCode};
};

let prints: readonly string[] = [];
beforeAll(async () => {
	await copyArchive(folder, 'exceptions');
	prints = (await top()).groups.map(({fingerprint}) => fingerprint);
});
afterEach(() => rmSync(file, {force: true}));
const header = '# fingerprint version 3\n';
const print = (at: number) => prints[at] ?? expect.fail(`fewer than ${at + 1} groups`);

test('writes a sorted line for each decision, replaces the earlier one, and takes it back', async () => {
	const [first, second] = [print(0), print(1)].sort() as [string, string];
	await mark(second, 'fixed-in', '99.0');
	expect((await mark(first, 'known', '--note', 'third-party driver')).exitCode).toBe(0);
	expect(readFileSync(file, 'utf8')).toBe(`${header}${first} known # third-party driver\n${second} fixed-in 99.0\n`);
	const {stdout} = await mark(second.slice(0, 6), 'ignore-until', '2027-01', '-o', 'json');
	expect(JSON.parse(stdout)).toMatchObject([
		{fingerprint: second, decision: 'ignore-until 2027-01-01', before: 'fixed-in 99.0'},
	]);
	await mark(first, 'open');
	expect(readFileSync(file, 'utf8')).toBe(`${header}${second} ignore-until 2027-01-01\n`);
	expect(await mark(first, 'open')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining(`${first} has no decision to remove`),
	});
});

test('says at once which versions still report a group that is fixed', async () => {
	const {stdout} = await run('exceptions', 'show', folder, print(0), '-o', 'json');
	const versions = (JSON.parse(stdout) as readonly {part: string; value: string; count: number}[]).flatMap(
		({part, value, count}) => (part === 'version' && value !== '' ? [`${value} (${count} report`] : []),
	);
	const marked = await mark(print(0), 'fixed-in', '0.1');
	expect(marked.stdout).toMatch(/^still reported by [\d.]+ \(\d+ reports?\).* so it is regressed$/m);
	for (const part of /by (.*)/.exec(marked.stdout)?.[1]?.match(/[\d.]+ \(\d+ report/g) ?? [])
		expect(versions).toContain(part);
	expect((await mark(print(0), 'fixed-in', '99')).stdout).not.toContain('still reported');
	expect((await mark(print(0), 'known')).stdout).not.toContain('still reported');
});

test('takes back a decision on a group that the archive does not have', async () => {
	writeFileSync(file, '0000000000000001 known\n');
	expect((await mark('0000', 'open')).exitCode).toBe(0);
	expect(readFileSync(file, 'utf8')).toBe('');
});

test('writes nothing with --dry-run, and says nothing with --quiet', async () => {
	expect(await mark(print(0), 'known', '--dry-run')).toMatchObject({
		exitCode: 0,
		stderr: expect.stringContaining('nothing was written (--dry-run)'),
	});
	expect(existsSync(file)).toBe(false);
	expect(await mark(print(0), 'known', '-q')).toEqual({exitCode: 0, stdout: '', stderr: ''});
	expect(existsSync(file)).toBe(true);
});

test('top hides quiet groups and says how many; a fixed group that is back comes first', async () => {
	writeFileSync(file, `${print(0)} known\n${print(1)} ignore-until 2026-07-01\n${print(3)} fixed-in 3.0\n`);
	const {groups, stderr} = await top();
	expect(stderr).toContain('1 known and 1 ignored groups are hidden: --mark known,ignored');
	expect(groups.map(({fingerprint}) => fingerprint)).toEqual([print(3), print(2), ...prints.slice(4)]);
	expect(groups[0]?.mark).toBe('regressed');
	const hidden = await top('--mark', 'ignored,known');
	expect(hidden.groups.map(({fingerprint, mark: found}) => [fingerprint, found])).toEqual([
		[print(1), 'ignored'],
		[print(0), 'known'],
	]);
	expect(hidden.stderr).not.toContain('hidden');
});

test('top fails on a regressed group, and not on a known one that is new', async () => {
	const [news] = (await top('--from', '2026-05-01', '--mark', 'new')).groups;
	if (!news) return expect.fail('no group is new');
	const failing = ['--from', '2026-05-01', '--mark', 'new,regressed', '--fail-on', 'new,regressed'];
	expect((await top(...failing)).exitCode).toBe(7);
	const all = (await top('--from', '2026-05-01', '--mark', 'new')).groups.map(each => each.fingerprint);
	writeFileSync(file, all.map(each => `${each} known\n`).join(''));
	expect((await top(...failing)).exitCode).toBe(0);
	writeFileSync(file, all.map(each => `${each} ${each === news.fingerprint ? 'fixed-in 1.0' : 'known'}\n`).join(''));
	expect(await top(...failing)).toMatchObject({exitCode: 7, groups: [{fingerprint: news.fingerprint}]});
});

test('an ignored group is shown again from its day on', async () => {
	writeFileSync(file, `${print(0)} ignore-until 2026-06-30\n`);
	const {groups, stderr} = await top();
	expect(groups[0]?.fingerprint).toBe(print(0));
	expect(stderr).not.toContain('hidden');
});

test('show names the decision, its note, and what has become of it', async () => {
	writeFileSync(file, `${print(0)} fixed-in 3.0 # ticket 17\n${print(1)} ignore-until 2026-01-01\n`);
	expect((await run('exceptions', 'show', folder, print(0))).stdout).toMatch(
		/^Marked fixed-in 3\.0, but [\d.]+ reports it \(ticket 17\)$/m,
	);
	expect((await run('exceptions', 'show', folder, print(1))).stdout).toContain(
		'Marked ignore-until 2026-01-01, which has passed\n',
	);
	const {stdout} = await run('exceptions', 'show', folder, print(1), '-o', 'json');
	expect(JSON.parse(stdout)).toContainEqual(
		expect.objectContaining({part: 'decision', value: 'ignore-until 2026-01-01, which has passed'}),
	);
	expect((await run('exceptions', 'show', folder, print(2))).stdout).not.toContain('Marked');
});

test('release check fails for a fixed group that is back, and not for a known one', async () => {
	const check = async () => {
		const flags = ['--from', '2026-04-01', '--crashes', folder, '--min-installations', '5', '-o', 'json'];
		const {stdout} = await run('release', 'check', '4.10', ...flags);
		return JSON.parse(stdout) as readonly {readonly question: string; readonly reason: string}[];
	};
	writeFileSync(file, `${print(0)} fixed-in 4.10\n`);
	const rows = await check();
	expect(rows[0]?.reason).toContain(`marked as fixed is back: ${print(0)}`);
	expect(rows.find(({question}) => question === `Reports of ${print(0)} (regressed)`)?.reason).toContain(
		'(fixed-in 4.10)',
	);
	writeFileSync(file, `${print(0)} known\n`);
	expect((await check()).some(({question}) => question.includes(print(0)))).toBe(false);
});

test('an archive with a damaged file of decisions is rejected with line and column, before anything is read', async () => {
	writeFileSync(file, `${print(0)} known\n${print(1)} fixed-in\n`);
	for (const line of [
		['exceptions', 'top', folder],
		['exceptions', 'show', folder, print(0)],
		['exceptions', 'mark', print(0), 'known', '--crashes', folder],
		['release', 'check', 'latest', '--crashes', folder],
	])
		expect(await run(...line)).toMatchObject({
			exitCode: 2,
			stderr: expect.stringMatching(/fixed-in needs a version.*\n.*crash-decisions\.txt:2:26\n/),
		});
});

test.each([
	[['12', 'known'], '12: expected the 16 hex digits of a fingerprint'],
	[['ffff0000ffff0000', 'known'], 'no crash group has this fingerprint'],
	[['1234', 'knwn'], 'did you mean known?'],
	[['1234', 'known', '5.2'], 'known takes no value'],
	[['1234', 'fixed-in'], 'fixed-in needs a version'],
	[['1234', 'ignore-until', '2026-13'], 'ignore-until needs a date'],
	[['1234', 'ignore-until', '2026-06'], 'ignore-until 2026-06-01 is not after today (2026-06-30)'],
	[['1234', 'open', '--note', 'x'], 'open takes no value and no --note'],
	[['1234', 'known', '--note', 'a\nb'], '--note: a note is one line of text'],
	[['zz', 'knwn'], '2 errors'],
])('rejects %j', async (words, message) => {
	expect(await mark(...words)).toMatchObject({exitCode: 2, stderr: expect.stringContaining(message)});
	expect(existsSync(file)).toBe(false);
});
