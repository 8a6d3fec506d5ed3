import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const sandbox = await started();
const questions = `marks: marks.csv
questions:
  active:
    title: Active installations
    ask: report current --from -14d --status active --split day
    checks: [{column: active, each: date, max: 0}]
`;

function prepare(marks: string, yaml = questions) {
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, yaml);
	writeFileSync(join(folder, 'marks.csv'), marks);
	const env = {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: sandbox.admin.user,
		USAGECTL_PASSWORD: sandbox.admin.password,
		USAGECTL_PRODUCT: String(sandbox.product),
	};
	const at = {env, clock: fakeClock('2026-06-30T12:00:00Z')};
	const run = (...words: readonly string[]) => usagectl(['questions', ...words, '--file', file], at);
	const show = (...words: readonly string[]) => usagectl(['history', 'show', ...words, '--file', file], at);
	return {folder, run, show};
}

test('reasons and charts of a digest name the marks of the file', async () => {
	const {folder, run, show} = prepare('2026-06-27,5.1\n2026-06-18,Summer sale\n2020-01-01,1.0\n');
	const {stdout, exitCode} = await run('run', '-o', 'json');
	expect(exitCode).toBe(7);
	expect(JSON.parse(stdout)[0].reason).toMatch(/; marked in the last 7 days: 5\.1 on 2026-06-27$/);
	const page = join(folder, 'digest.html');
	expect((await run('digest', '--html', page)).exitCode).toBe(0);
	expect(readFileSync(page, 'utf8')).toContain('Marks: 2026-06-18 Summer sale; 2026-06-27 5.1.');
	expect((await show('active', '--chart')).stdout).toContain('▲ 2026-06-18 Summer sale; 2026-06-27 5.1\n');
});

test('the first days of versions in a result of release list are marks too', async () => {
	const {folder, run} = prepare('2026-06-27,5.1\n');
	expect((await run('run', '-q')).exitCode).toBe(7);
	writeFileSync(
		join(folder, 'usagectl.yaml'),
		`${questions}  releases:\n    ask: release list --from -14d --crashes crashes\n`,
	);
	const result = {
		...{format: 1, usagectl: '0.1.0', question: 'releases', title: 'Releases', command: ['release', 'list']},
		...{service: 'x', isSynthetic: true, isCut: false, product: sandbox.product, taken: '2026-06-30T06:00:00Z'},
		...{day: '2026-06-30', requests: [], caveats: [], incomplete: [], notes: []},
		columns: [
			{key: 'version', title: 'Version', kind: 'label'},
			{key: 'firstSeen', title: 'First seen', kind: 'date'},
		],
		rows: [
			['5.1', '2026-06-28'],
			['5.0', '2026-06-20'],
			['4.9', null],
		],
	};
	const saved = join(folder, 'usagectl-history', 'releases');
	mkdirSync(saved);
	writeFileSync(join(saved, `2026-06-30_${sandbox.product}_20260630T060000Z.json`), JSON.stringify(result), {
		mode: 0o600,
	});
	const page = join(folder, 'digest.html');
	expect((await run('digest', '--html', page)).exitCode).toBe(0);
	expect(readFileSync(page, 'utf8')).toContain('Marks: 2026-06-20 5.0; 2026-06-27 5.1.');
});

test('a file of marks that cannot be read is an error of the question file', async () => {
	const wrong = await prepare('2026-06-31,5.1').run('run');
	expect(wrong.exitCode).toBe(2);
	expect(wrong.stderr).toContain('marks: marks.csv: 1: expected a day and a label, such as 2026-03-15,5.1');
	const outside = prepare('', questions.replace('marks.csv', '../marks.csv'));
	expect((await outside.run('run')).stderr).toContain("marks: '../marks.csv' is outside the folder of the file");
	const linked = prepare('', questions.replace('marks.csv', 'link.csv'));
	symlinkSync('/etc/passwd', join(linked.folder, 'link.csv'));
	expect((await linked.run('run')).stderr).toContain("marks: 'link.csv' is outside the folder of the file");
});

test('--marks shows them on the chart of a report, and a wrong file is found before any request', async () => {
	const {folder} = prepare('2026-06-27,5.1\n');
	const env = {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: sandbox.admin.user,
		USAGECTL_PASSWORD: sandbox.admin.password,
		USAGECTL_PRODUCT: String(sandbox.product),
	};
	const line = (file: string) =>
		usagectl(`report current --from -14d --split week --chart --marks ${join(folder, file)}`, {
			env,
			clock: fakeClock('2026-06-30T12:00:00Z'),
		});
	expect((await line('marks.csv')).stdout).toContain('▲ 2026-06-27 5.1\n');
	const wrong = await line('usagectl.yaml');
	expect(wrong).toMatchObject({exitCode: 2, stdout: '', stderr: expect.stringContaining('expected a day and a label')});
});
