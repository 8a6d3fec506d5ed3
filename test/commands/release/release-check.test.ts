import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {displayWidth} from '../../../src/output/display-width.ts';
import {connected, parse} from '../../mcp/support/connected.ts';
import {prepareReleases, type ReleaseRow} from './release-sandbox.ts';

const world = await prepareReleases(7, [
	{kind: 'crash', version: '5.0', platform: 'Windows', percent: 30, from: '2026-06-10'},
]);
const flags = '--min-installations 5';

test('fails a release that was made to crash, with the verdict in the first line', async () => {
	const {stdout, exitCode} = await world.run(`check latest ${flags}`);
	expect({stdout, exitCode}).toEqual({exitCode: 7, stdout: expect.stringMatching(/^fail/)});
	expect(stdout.split('\n')[0]).toMatch(
		/^fail: 4\.10 has no crash to compare 5\.0 with \(95 % interval [\d.]+ to ∞; limit 1\.5\)$/,
	);
	const {stdout: markdown} = await world.run(`check latest ${flags} -o md`);
	expect(markdown.split('\n')[0]).toMatch(/^\*\*fail\*\*: 4\.10 has no crash/);
	const {stdout: junit} = await world.run(`check latest ${flags} -o junit`);
	expect(junit).toContain('failures="2"');
});

test('says that the data is of the sandbox in its title, as reports do', async () => {
	const {stdout, stderr} = await world.run(`check latest ${flags}`);
	expect(stdout).toMatch(/^5\.0 compared with 4\.10, .* days\), sandbox data$/m);
	expect(stderr).not.toContain('sandbox:');
	const {stdout: served} = await world.run(`check latest ${flags}`, world.older);
	expect(served).not.toContain('sandbox data');
});

test('fits a terminal of 80 columns', async () => {
	const {stdout} = await world.run(`check latest ${flags}`, world.newer, 80);
	expect(stdout).toMatch(/^Group {5}Change {2}Crash /m);
	expect(stdout.split('\n').filter(line => displayWidth(line) > 80)).toEqual([]);
});

test('names its filter, and has one number of decimals in each column of figures', async () => {
	const {stdout, stderr} = await world.run(`check latest ${flags} --max-drop 1pp --filter prodEdition=Home,Pro`);
	expect(stderr).toContain('crash groups are of all installations, also of those that the filter leaves out');
	expect(stdout).toMatch(/^5\.0 compared with 4\.10 where prodEdition=Home,Pro, /m);
	const rows = stdout.split('\n').filter(line => /^(?:Crash-free %|Drop|Times)/.test(line));
	expect(rows.length).toBeGreaterThan(2);
	for (const row of rows) expect(row).not.toMatch(/ \d+(?:\.\d)?(?= |$)(?! %)/);
});

test('names the crash with the largest excess, and the command that shows it', async () => {
	const {stdout} = await world.run(`check latest ${flags}`);
	const [, fingerprint = expect.fail(stdout)] =
		/^Where: \d+ of the \d+ crash reports of 5\.0 are ([\da-f]{8}), which 4\.10 does not have/m.exec(stdout) ?? [];
	expect(stdout).toMatch(new RegExp(`^${fingerprint}  (?:new|back) +\\w+ in \\w+\\.\\w+ `, 'm'));
	const shown = await world.type(/^Look at it: usagectl (.*)$/m.exec(stdout)?.[1] ?? expect.fail(stdout));
	expect(shown).toMatchObject({exitCode: 0, stdout: expect.stringContaining(fingerprint)});
	const rows = JSON.parse((await world.run(`check latest ${flags} -o json`)).stdout) as readonly ReleaseRow[];
	expect(rows[0]?.reason).toContain(`crash reports of 5.0 are ${fingerprint}`);
});

test('has the figures of release list for both versions, from the first day of the release on', async () => {
	const {stdout} = await world.run(`check 5.0 ${flags} -o json`);
	const rows = JSON.parse(stdout) as readonly ReleaseRow[];
	const {rows: list} = await world.list('--from -30d');
	const find = (question: string) => rows.find(row => row.question === question);
	const own = (version: string) => list.find(row => row.version === version);
	expect(find('installations')).toMatchObject({
		value: own('5.0')?.installations,
		against: own('4.10')?.installations,
		verdict: 'ok',
	});
	expect(Number(find('crashFree')?.value)).toBeCloseTo(Number(own('5.0')?.crashFree), 1);
	// A drop is of both versions.
	expect(find('crashFree')).toMatchObject({against: expect.any(Number), unadjusted: null});
	expect(find('drop')).toMatchObject({against: null, unadjusted: expect.any(Number)});
	expect(rows[0]).toMatchObject({question: '5.0 against 4.10', verdict: 'fail', basis: 'daily'});
});

test('decides nothing with too few installations, and exits with a status of its own', async () => {
	const few = await world.run('check 5.0 --min-installations 100000');
	expect(few).toMatchObject({
		exitCode: 12,
		stdout: expect.stringMatching(
			/^unknown, too few installations: \d+ installations of 5\.0 and \d+ of 4\.10; the check needs 100000 of each\n/,
		),
	});
});

test('says when an undecided release will be decided, also at another share', async () => {
	// Without a crash of 4.10, the ratio has no upper bound.
	const undecided = `check 5.0 --max-rate-ratio 1000 ${flags}`;
	const {stdout, exitCode} = await world.run(`${undecided} --share 15`);
	expect(exitCode).toBe(12);
	expect(stdout).toMatch(/^unknown, too few crashes to tell: 4\.10 has no crash to compare 5\.0 with /);
	expect(stdout).toMatch(/^When: at its share of \d+ %, 5\.0 .* by 2026-07-\d\d.*; at a share of 15 %, /m);
	const rows = JSON.parse((await world.run(`${undecided} -o json`)).stdout) as readonly ReleaseRow[];
	expect(rows.find(({question}) => question === 'forecast')).toMatchObject({
		verdict: null,
		value: expect.any(Number),
		against: expect.any(Number),
		reason: expect.stringMatching(/^at its share of/),
	});
	expect((await world.run(`${undecided} -o junit`)).stdout).not.toContain('forecast');
	const older = await world.run(undecided, world.older);
	expect(older.stdout).toContain('When: unknown: this server does not report the days of use');
	const decided = await world.run(`check latest ${flags} --share 15`);
	expect(decided.stderr).toContain('--share changes nothing: the release is decided');
	expect(decided.stdout).not.toContain('When: ');
});

test('compares with another version and with all others', async () => {
	const {stdout} = await world.run(`check 4.10 --against all-others ${flags} -o json`);
	expect((JSON.parse(stdout) as readonly ReleaseRow[])[0]?.question).toBe('4.10 against all others');
	expect((await world.run(`check 5.0 --against 4.9 ${flags}`)).stdout).toContain('compared with 4.9');
});

test('fails, but never passes, a comparison on a server that tells no days', async () => {
	const {stdout, stderr, exitCode} = await world.run(`check 5.0 ${flags} -o json`, world.older);
	const rows = JSON.parse(stdout) as readonly ReleaseRow[];
	expect(stderr).toContain('installations are counted under their latest version');
	expect(rows[0]).toMatchObject({basis: 'latest'});
	expect(rows.find(({question}) => question === 'ratio')?.verdict).not.toBe('ok');
	expect(exitCode).toBe(rows[0]?.verdict === 'fail' ? 7 : 12);
});

test('draws both versions by day on a page with the verdict, and exits as without it', async () => {
	const page = join(world.folder, 'check.html');
	expect(await world.run(`check latest ${flags} --html ${page}`)).toMatchObject({exitCode: 7, stdout: ''});
	const html = readFileSync(page, 'utf8');
	expect(html).toContain('<title>5.0 compared with 4.10: fail</title>');
	expect(html).toMatch(/4\.10 has no crash to compare 5\.0 with/);
	expect(html.match(/<figure>/g)?.length).toBe(1);
	// Rows are in words, and figures as in the terminal.
	expect(html).toContain('<td class="k">Crash-free %</td>');
	expect(html).not.toMatch(/crashFree|<td class="n k">-?\d+\.\d{3}/);
	// The sentence of the page has the figure that decides.
	await world.run(`check latest ${flags} --min-crash-free 99 --html ${page}`);
	const {stdout: text} = await world.run(`check latest ${flags} --min-crash-free 99`);
	const [, figure = expect.fail(text)] = /^fail: ([\d.]+ %) of the installations of 5\.0/.exec(text) ?? [];
	expect(readFileSync(page, 'utf8')).toContain(`<p class="answer"><b>${figure}</b> of the installations of 5.0 are`);
	const {stdout, exitCode} = await world.run(`check latest ${flags} --chart`);
	expect({stdout, exitCode}).toMatchObject({exitCode: 7, stdout: expect.stringMatching(/^5\.0 [\s\S]*^4\.10 /m)});
	// Without days, a bar for each.
	const {stdout: bars} = await world.run(`check 5.0 ${flags} --chart`, world.older);
	expect(bars.replace(/^.*\n\n/, '').match(/^(?:5\.0|4\.10) .*%?/gm)?.length).toBe(2);
});

test('an assistant runs the question of a release', async () => {
	const file = join(world.folder, 'usagectl.yaml');
	const crashes = world.crashes.slice(world.folder.length + 1);
	writeFileSync(file, `questions:\n  release: {ask: release check latest --crashes ${crashes} ${flags}}\n`);
	const {call} = await connected(`--sandbox --today 2026-06-30 mcp --file ${file}`, {env: world.env});
	const {text, isError} = await call('run_saved', {action: 'run', name: 'release'});
	expect(isError).toBe(false);
	const {rows, isFenced} = parse(text);
	expect([isFenced, JSON.parse(rows[0] ?? '')]).toEqual([
		true,
		expect.objectContaining({question: '5.0 against 4.10', verdict: 'fail'}),
	]);
	const judged = parse((await call('run_saved', {action: 'check', name: 'release'})).text);
	expect([judged.head.exit, JSON.parse(judged.rows[0] ?? '').verdict]).toEqual([7, 'fail']);
});

test('is a question whose verdict is that of the release', async () => {
	const file = join(world.folder, 'usagectl.yaml');
	const ask = (line: string, more = '') =>
		writeFileSync(
			file,
			`questions:\n  r:\n    ask: release check ${line} --crashes ${world.crashes.slice(world.folder.length + 1)}\n${more}`,
		);
	const run = async () => {
		const {stdout, exitCode} = await world.type(`questions run --file ${file} --no-keep -o json`);
		return {exitCode, row: (JSON.parse(stdout) as readonly ReleaseRow[])[0]};
	};
	ask(`latest ${flags}`, '    headline: {column: value, where: {question: crashFree}}\n');
	const failing = await run();
	expect(failing).toMatchObject({exitCode: 7, row: {verdict: 'fail'}});
	expect(failing.row?.reason).toMatch(/^4\.10 has no crash to compare 5\.0 with/);
	expect(Number(failing.row?.value)).toBeLessThan(100);
	ask('latest --min-installations 100000');
	expect(await run()).toMatchObject({exitCode: 0, row: {verdict: 'unknown'}});
	ask(`4.10 --against 4.9 ${flags}`, '    checks: [{column: value, where: {question: crashFree}, max: 1}]\n');
	expect(await run()).toMatchObject({exitCode: 7, row: {reason: expect.stringContaining('over the maximum of 1')}});
});

test('is unknown if there is no earlier version', async () => {
	const {stdout, exitCode} = await world.run(`check 3.8 ${flags}`);
	expect({exitCode, stdout}).toEqual({
		exitCode: 12,
		stdout: expect.stringMatching(
			/^unknown, too few installations: \d+ installations? of 3\.8 and 0 of earlier versions; the check needs 5 of each/,
		),
	});
});

test.each([
	['check 99.9', 'no installation used version 99.9 on these days'],
	['check 5.0 --against 5.0', '--against: 5.0 cannot be compared with itself'],
	['check 5.0 --against 0.1', 'no installation used version 0.1 on these days'],
	['check 5.0 --max-drop 0.5%', '--max-drop'],
	['check 5.0 --max-rate-ratio -1', '--max-rate-ratio'],
	['check 5.0 --share 100', '--share'],
])('rejects %s', async (line, message) => {
	const {exitCode, stderr} = await world.run(line);
	expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(message)});
});
