import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** A question that runs for the first time asks the service for what its checks compare with. */

const file = `questions:
  week:
    ask: report current --from -29d --status active
    checks: [{column: active, drop: {percent: 99, count: 1}, against: 7d}]
  days:
    ask: report current --from -27d --status active --split day
    checks: [{column: active, drop: {percent: 100, count: 1000}, against: 28d-median}]
  keys:
    ask: keys list --fields licenseKey
    checks: [{rows: {new: true}, max: 0}]
  plain:
    ask: report current --from -29d --status active
`;

const setUp = () => {
	const folder = temporaryFolder();
	const path = join(folder, 'usagectl.yaml');
	mkdirSync(join(folder, 'state'));
	writeFileSync(path, file);
	const env = {USAGECTL_CONFIG_DIR: join(folder, 'state')};
	const run = (more = '') => usagectl(`--sandbox questions run --file ${path} -o json ${more}`, {env});
	const saved = (question: string) =>
		readdirSync(join(folder, 'usagectl-history', question))
			.toSorted()
			.map(name => JSON.parse(readFileSync(join(folder, 'usagectl-history', question, name), 'utf8')));
	return {env, run, saved};
};

test('asks for earlier results once, says how many before, and marks them', async () => {
	const {env, run, saved} = setUp();
	const first = await run();
	expect(first.stderr).toContain('note: first run: asking for 8 earlier results of 2 questions too\n');
	expect(first.stderr).toContain('note: no earlier results can be had for keys: later runs compare with this one\n');
	const verdicts = Object.fromEntries(
		(JSON.parse(first.stdout) as {question: string; verdict: string}[]).map(row => [row.question, row.verdict]),
	);
	expect(verdicts, first.stdout).toMatchObject({week: 'ok', days: 'ok', keys: 'unknown'});
	const [earlier, own] = saved('week');
	expect([earlier.isLater, own.isLater]).toEqual([true, undefined]);
	const {stdout} = await usagectl(
		`--sandbox report current --from ${earlier.requests[0].body.startDate} --to ${earlier.day} --status active -o json`,
		{env},
	);
	expect(JSON.parse(stdout)[0].active).toBe(earlier.rows[0][0]);
	expect([saved('days').length, saved('plain').length, saved('keys').length]).toEqual([8, 1, 1]);
	const second = await run();
	expect(second.stderr).not.toContain('earlier results');
	expect(saved('days').length).toBe(9);
});

test('asks for nothing that would not be kept', async () => {
	const {run} = setUp();
	const {stderr} = await run('--no-keep');
	expect(stderr).not.toContain('earlier result');
});
