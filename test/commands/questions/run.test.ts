import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {withHistoryLock} from '../../../src/questions/run/run-questions.ts';
import {started} from '../../sandbox/support/started.ts';
import {type Fault, withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const sandbox = await started();

/** A folder with a file of questions, and the program in it. */
function place(text: string) {
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, text);
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const type = (line: string) => usagectl(`${line} --file ${file}`, {env});
	return {folder, file, env, type, history: join(folder, 'usagectl-history')};
}
const questions = `
questions:
  active:
    ask: report current --from -30d --status active
    checks: [{column: active, sum: true, min: 1}]
  editions:
    ask: report current --from -30d --level prodEdition
    checks: [{column: active, each: prodEdition, max: 3}]
  keys:
    ask: keys list --limit 5
`;

test('runs, saves and checks: one row per question, status 7 if a check fails', async () => {
	const {type, history} = place(questions);
	const {stdout, exitCode} = await type('questions run -o json');
	const rows = JSON.parse(stdout);
	expect(exitCode).toBe(7);
	expect(rows.map(({question, verdict}: Record<string, string>) => [question, verdict])).toEqual([
		['active', 'ok'],
		['editions', 'fail'],
		['keys', 'ok'],
	]);
	expect(rows[1].reason).toMatch(/^\w+: Active \d+, over the maximum of 3/);
	expect(rows[2].value).toBe(5);
	const [name = ''] = readdirSync(join(history, 'active'));
	const kept = JSON.parse(readFileSync(join(history, 'active', name), 'utf8'));
	expect(kept).toMatchObject({
		question: 'active',
		product: sandbox.product,
		service: sandbox.baseUrl,
		isSynthetic: true,
		isCut: false,
		day: '2026-06-30',
		command: ['report', 'current', '--from', '-30d', '--status', 'active'],
		requests: [{path: '/reporting/generic/current', body: {startDate: '2026-05-31'}}],
		rows: [[rows[0].value]],
	});
	expect(JSON.stringify(kept)).not.toContain('sessionId');
});

test('a result is cut if --limit left out rows, and whole if it did not', async () => {
	const {type, history} = place(`
questions:
  few: {ask: keys list --limit 5}
  all: {ask: report current --from -30d --level prodEdition --limit 1000}
`);
	await type('questions run');
	const isCut = (name: string) => {
		const [file = ''] = readdirSync(join(history, name));
		return JSON.parse(readFileSync(join(history, name, file), 'utf8')).isCut;
	};
	expect([isCut('few'), isCut('all')]).toEqual([true, false]);
});

test('a typed -p replaces the default product of the file, but not the product of a question', async () => {
	const other = sandbox.products[1]?.productId;
	const {type} = place(`
defaults: {product: 999}
questions:
  usual: {ask: report current --from -30d}
  own: {ask: report current --from -30d --product ${other}}
`);
	const {stdout} = await type(`questions run -p ${sandbox.product} -o json`);
	const rows: readonly {readonly question: string; readonly product: number}[] = JSON.parse(stdout);
	expect(Object.fromEntries(rows.map(({question, product}) => [question, product]))).toEqual({
		usual: sandbox.product,
		own: other,
	});
});

test('during a run, a second one exits with status 9 and saves nothing', async () => {
	const {type, folder, history} = place(questions);
	const own = {stateDir: join(folder, 'config', 'state'), clock: fakeClock('2026-06-30T23:59:59Z')};
	const during = await withHistoryLock(history, {...own, signal: new AbortController().signal}, async () => [
		await type('questions run active -q'),
		await type('history prune --forget-before today -y'),
	]);
	expect(during.map(({exitCode}) => exitCode)).toEqual([9, 9]);
	expect(existsSync(history)).toBe(false);
	expect((await type('questions run active -q')).exitCode).toBe(0);
});

test('a digest draws saved results as the report does, without a service', async () => {
	const {type, folder} = place('questions: {stay: {ask: report churn --from -3mo --segment-by installationMonth}}');
	await type('questions run -q');
	const page = join(folder, 'digest.html');
	const file = join(folder, 'usagectl.yaml');
	const {exitCode} = await usagectl(`questions digest --html ${page} --file ${file}`);
	expect(exitCode).toBe(0);
	expect(readFileSync(page, 'utf8')).toContain('Percent of installations still engaged, by month after installation');
});

test('on a full disk, run and digest exit with status 10: no result is partial, the old page stays, and prune makes room', async () => {
	const {type, folder, history} = place(questions);
	expect(await type('questions run active -q')).toMatchObject({exitCode: 0});
	const page = join(folder, 'week.html');
	writeFileSync(page, 'of last week');
	const codes: number[] = [];
	for (const line of ['questions run keys -q', `questions digest --html ${page}`])
		await withFault({kind: 'full', at: 1}, async () => void codes.push((await type(line)).exitCode));
	expect(codes).toEqual([10, 10]);
	await type('questions run active -q');
	const prune = 'history prune --forget-before 2026-07-01 -y -q -o csv --no-header';
	let pruned: unknown;
	await withFault({kind: 'full', at: 1}, async () => {
		pruned = await type(prune);
	});
	expect(pruned).toMatchObject({exitCode: 0, stdout: `active,${sandbox.product},2026-06-30\n`});
	expect(readdirSync(join(history, 'active'))).toHaveLength(1);
	expect(readFileSync(page, 'utf8')).toBe('of last week');
	expect(readdirSync(history)).toEqual(['active']);
	expect(await type('questions run keys -q')).toMatchObject({exitCode: 0});
});

test('if a result cannot be written, others that are being written are completed', async () => {
	const runWith = async (fault: Fault) => {
		const {type, history} = place(questions);
		const names: string[] = [];
		const {operations} = await withFault(fault, async () => {
			await type('questions run -q');
			if (existsSync(history)) names.push(...readdirSync(history, {recursive: true, encoding: 'utf8'}));
		});
		return {operations, halves: names.filter(name => name.endsWith('.part'))};
	};
	const {operations} = await runWith({kind: 'none'});
	for (let at = 2; at <= operations; at += 2) {
		const {halves} = await runWith({kind: 'error', at, code: 'EIO'});
		// The operation that fails may be the removal of one.
		expect(halves.length, `at ${at}`).toBeLessThanOrEqual(1);
	}
});

test('--no-keep saves nothing, and --dry-run runs nothing', async () => {
	const {type, folder} = place(questions);
	expect(await type('questions run active --no-keep -q')).toMatchObject({exitCode: 0});
	expect(await type('questions run --dry-run')).toMatchObject({exitCode: 0, stdout: ''});
	expect(readdirSync(folder)).not.toContain('usagectl-history');
});

test('--only failed runs questions that failed and those without a result', async () => {
	const {type} = place(questions);
	expect((await type('questions run active editions -q')).exitCode).toBe(7);
	const {stdout} = await type('questions run --only failed -o csv --no-header --fields question -q');
	expect(stdout.trim().split('\n')).toEqual(['editions', 'keys']);
});

test('every command line is validated before anything is sent, and all errors are reported', async () => {
	const {type, file} = place(`
defaults: {lost-aftre: 30, within: soon}
questions:
  a: {ask: report current --form -30d}
  b: {ask: "report current --filter 'prodVersoin=3' --level contry --from -30x"}
  c: {ask: keys set A --quota 5}
  d:
    ask: report current --level prodEdition
    checks: [{column: actve, min: 1}]
  e: {ask: report current -o csv}
  f: {ask: report churn --split dya --lost-after x --limit y --filter cuontry=DE --fields nothing, cheks: 1}
  g: {ask: keys expiring}
  h: {ask: keys expiring --fields licenseKey}
  i: {ask: keys get -}
`);
	const {exitCode, stderr} = await type('questions run');
	expect(exitCode).toBe(2);
	const found = stderr
		.split('\n')
		.filter(line => line.includes(`${file}:`))
		.map(line => line.trim().replace(`${file}:`, ''));
	expect(found).toEqual([
		expect.stringMatching(/^2:12: no question accepts the flag --lost-aftre; did you mean lost-after/),
		expect.stringMatching(/^2:36: defaults: --within: expected /),
		expect.stringMatching(/^4:12: there is no flag --form/),
		expect.stringMatching(/^5:12: --filter:1:1: there is no property 'prodVersoin'/),
		expect.stringMatching(/^5:12: --level:1:1: there is no property 'contry'/),
		expect.stringMatching(/^5:12: --from:1:1: '-30x' is not a date/),
		expect.stringMatching(/^6:12: keys set cannot be a question/),
		expect.stringMatching(/^9:23: unknown column 'actve'; did you mean active/),
		expect.stringMatching(
			/^10:12: --output is not allowed in a question file; pass it to usagectl questions run instead/,
		),
		expect.stringMatching(/^11:12: --lost-after: expected a whole number/),
		expect.stringMatching(/^11:12: --split: expected .*did you mean day/),
		expect.stringMatching(/^11:12: --limit: expected a whole number/),
		expect.stringMatching(/^11:12: --fields: there is no column 'nothing'/),
		expect.stringMatching(/^11:12: --filter:1:1: there is no property 'cuontry'/),
		expect.stringMatching(/^11:100: unknown key 'cheks'; did you mean checks/),
		expect.stringMatching(/^14:12: <keys...>: a question cannot read stdin; write the values in the line/),
	]);
});

test('--set accepts only variables of the file', async () => {
	const {type} = place(`questions: {a: {ask: "report current --from \${SINCE}"}}\n`);
	expect((await type('questions run --dry-run --set SINCE=-7d')).exitCode).toBe(0);
	expect(await type('questions run --dry-run --set SINCE=-7d --set SINSE=-8d')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringMatching(/the file has no variable SINSE\nhint: did you mean SINCE/),
	});
});

test('wrong days of local archives and listed files are found before anything runs', async () => {
	const {type} = place(`
questions:
  listed: {ask: exceptions files --from never}
  events: {ask: events files --from 2026-06-20 --to 2026-06-10}
  synced: {before: events sync --from never archive, ask: events top archive}
  top: {ask: exceptions top archive --from never}
`);
	const {exitCode, stderr} = await type('questions run -q --dry-run');
	expect(exitCode).toBe(2);
	expect(stderr.match(/(?<=usagectl.yaml:)\d+:\d+: [^;]*/g)).toEqual([
		"3:17: --from:1:1: 'never' is not a date",
		'4:17: the range ends (2026-06-10) before it starts (2026-06-20)',
		"5:20: before: --from:1:1: 'never' is not a date",
		"6:14: --from:1:1: 'never' is not a date",
	]);
});

test('a path that is typed with --set may lead out of the folder, one of the environment may not', async () => {
	const {folder, file, env} = place(`history: "\${RESULTS}"
questions:
  a: {ask: "report current --filter @\${FILTER}"}
`);
	const outside = temporaryFolder();
	writeFileSync(join(outside, 'filter.txt'), 'prodVersion=*');
	const typed = `--set RESULTS=${outside}/results --set FILTER=${outside}/filter.txt`;
	const type = (words: string, more = {}) =>
		usagectl(`questions run -q --file ${file} ${words}`, {env: {...env, ...more}});
	expect(await type(typed)).toMatchObject({exitCode: 0});
	expect(readdirSync(join(outside, 'results'))).toEqual(['a']);
	const variables = {USAGECTL_VAR_RESULTS: join(outside, 'results'), USAGECTL_VAR_FILTER: join(outside, 'filter.txt')};
	const {exitCode, stderr} = await type('', variables);
	expect([exitCode, stderr.match(/:\d+:\d+: .*/g)]).toEqual([
		2,
		[expect.stringMatching(/^:1:10: history: .* is outside/), expect.stringMatching(/^:3:12: --filter: .* is outside/)],
	]);
	expect(readdirSync(folder)).not.toContain('usagectl-history');
});

test('the products of the defaults are those of before, and paths are relative to the file', async () => {
	const [one] = sandbox.products.map(({productId}) => productId);
	const {type, folder, env} = place(`
defaults: {product: ${one}, from: -3d}
questions:
  a: {before: exceptions sync --from -40d crashes, ask: exceptions top crashes}
`);
	expect(env.USAGECTL_PRODUCT).not.toBe('');
	expect(await type('questions run -q')).toMatchObject({exitCode: 0});
	const files = readdirSync(join(folder, 'crashes')).filter(name => name.endsWith('.zip'));
	expect(files.length).toBeGreaterThan(2);
	expect(files.every(name => name.startsWith(`${one}_`))).toBe(true);
});

test('a question whose sync fails for one of two products fails, and says so', async () => {
	const [one] = sandbox.products.map(({productId}) => productId);
	const {type, history} = place(`
questions:
  a: {before: 'exceptions sync --from -3d -p ${one},999 crashes', ask: exceptions top crashes}
`);
	const {exitCode, stderr, stdout} = await type('questions run -o json');
	expect(stderr).toContain('product 999: ');
	expect(JSON.parse(stdout)).toMatchObject([{question: 'a', reason: 'before: exceptions sync exited with status 6'}]);
	expect(exitCode).toBe(6);
	expect(existsSync(history)).toBe(false);
});

test('a typed range replaces the default of another kind', async () => {
	const {type} = place(`
defaults: {from: -3d, period: last-month}
questions:
  a: {ask: report current --period last-week}
  b: {ask: report current --from -9d}
`);
	expect(await type('questions run -q')).toMatchObject({exitCode: 0, stderr: ''});
});

test('JUnit output exists only for questions run', async () => {
	const {type} = place(questions);
	const {stdout} = await type('questions run active editions -o junit -q');
	expect(stdout).toContain('<testsuite name="usagectl" tests="2" failures="1" errors="0" skipped="0">');
	expect(stdout).toMatch(
		/<testcase classname="usagectl" name="editions \(\d+\)"><failure message="\w+: Active \d+, over the maximum of 3/,
	);
	expect(await usagectl('keys template -o junit')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('-o junit does not apply to keys template'),
	});
});

test('OpenMetrics output has a value, a change and an outcome for each question', async () => {
	const {type} = place(questions);
	const {stdout} = await type('questions run active editions -o openmetrics -q');
	expect(stdout).toMatch(/^# HELP usagectl_question_value .*\n# TYPE usagectl_question_value gauge\n/);
	expect(stdout).toMatch(/^usagectl_question_value\{question="active",product="\d+",figure="Active"\} \d+$/m);
	expect(stdout).toMatch(/^usagectl_question_verdict\{question="editions",product="\d+",verdict="fail"\} 1$/m);
	expect(stdout).toMatch(/^usagectl_question_verdict\{question="editions",product="\d+",verdict="ok"\} 0$/m);
	expect(stdout).toMatch(/\n# EOF\n$/);
	expect(await usagectl('keys template -o openmetrics')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('-o openmetrics does not apply to keys template'),
	});
});

test('one question that cannot be run does not stop the others, and the exit status is 6', async () => {
	const {type} = place(`
questions:
  good: {ask: report current}
  gone: {ask: exceptions top nowhere}
`);
	const {stdout, exitCode} = await type('questions run -o csv --fields question,verdict -q');
	expect([exitCode, stdout]).toEqual([6, 'question,verdict\ngood,ok\ngone,error\n']);
	expect((await type('questions run gone -q')).exitCode).toBe(2);
});

test('each product has its own result', async () => {
	const [one, two] = sandbox.products.map(({productId}) => productId);
	const {type, history} = place(`defaults: {product: [${one}, ${two}]}\nquestions: {a: {ask: report current}}\n`);
	const {stdout} = await type('questions run -o csv --no-header --fields product -q');
	expect(stdout.trim().split('\n')).toEqual([String(one), String(two)]);
	expect(
		readdirSync(join(history, 'a'))
			.map(name => name.split('_')[1])
			.sort(),
	).toEqual([String(one), String(two)].sort());
});

test('questions add saves a valid command line only', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'deep'));
	const file = join(folder, 'usagectl.yaml');
	const type = (line: string) => usagectl(line, {env: {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')}});
	const save = (words: string) => type(`questions add x --file ${file} -- ${words}`);
	expect(await save("report current --filter 'prodVersoin=3'")).toMatchObject({exitCode: 2});
	expect(readdirSync(folder)).not.toContain('usagectl.yaml');
	expect(await save("usagectl report current --filter 'ram>=8GB'")).toMatchObject({exitCode: 0});
	expect(readFileSync(file, 'utf8')).toBe("questions:\n  x:\n    ask: report current --filter 'ram>=8GB'\n");
	expect(await save('report current')).toMatchObject({exitCode: 2});
	expect(await type(`questions run --file ${file} -q`)).toMatchObject({exitCode: 0});
});

test('questions add rejects a command line in quotes with the line that works', async () => {
	const {stderr, exitCode} = await usagectl(['questions', 'add', 'active', 'report current --from -30d'], {
		env: sandbox.env,
	});
	expect({exitCode, stderr}).toEqual({
		exitCode: 2,
		stderr:
			'error: the command line is in quotes, which make it one word\nhint: usagectl questions add active -- report current --from -30d\n',
	});
});

test('questions add takes a command line without --, and says what is missing before one', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const line = 'report current --from -30d --level prodEdition';
	expect(await usagectl(`questions add --file ${file} weekly ${line}`, {env})).toMatchObject({exitCode: 0});
	expect(readFileSync(file, 'utf8')).toBe(`questions:\n  weekly:\n    ask: ${line}\n`);
	expect(await usagectl(`questions add --file ${file} ${line}`, {env})).toMatchObject({
		exitCode: 2,
		stderr: `error: the name of the question is missing\nhint: usagectl questions add NAME -- ${line}\n`,
	});
});

test('the schema is JSON and has the members of the file', async () => {
	const {stdout} = await usagectl('help schema');
	expect(Object.keys(JSON.parse(stdout).properties)).toEqual([
		'defaults',
		'history',
		'notify',
		'calendar',
		'marks',
		'questions',
		'digest',
	]);
});

test('a table of all questions counts those that are ok, and lists the others; -v, data and named questions list all', async () => {
	const {type} = place(`
questions:
  fine: {ask: report current --from -30d --status active}
  few: {ask: report current --from -30d --status active, checks: [{column: active, max: 1}]}
`);
	const {stdout, exitCode} = await type('questions run -q');
	expect(exitCode).toBe(7);
	expect(stdout).toMatch(/^2 questions, \d{4}-\d\d-\d\d: 1 ok, 1 fail\n\n/);
	expect(stdout).toMatch(/^few .* fail /m);
	expect(stdout).not.toMatch(/^fine /m);
	for (const flags of ['-v', '-o csv', 'fine few'])
		expect((await type(`questions run -q ${flags}`)).stdout).toMatch(/^fine\b/m);
	expect((await type('questions run -q --only failed')).stdout).toMatch(/^1 question, .*: 1 fail\n/);
});
