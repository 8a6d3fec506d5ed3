import {spawnSync} from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import {listResults, saveResult} from '../../../src/questions/results/result-history.ts';
import {started} from '../../sandbox/support/started.ts';
import {resultOf} from '../../support/data/saved-results.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** A history that lies: a damaged result is nobody's baseline, and concerns its own checks only. */

const sandbox = await started();
const today = '2026-06-30';
const file = `
questions:
  bad: {ask: report current --from -30d, checks: [{column: active, sum: true, drop: {percent: 1, count: 1}}]}
  failing: {ask: report current --from -30d, checks: [{column: active, sum: true, max: 3}]}
  other: {ask: report current --from -30d, checks: [{column: active, sum: true, drop: {percent: 1, count: 1}, against: bad}]}
  fine: {ask: report current --from -30d, checks: [{column: active, sum: true, min: 1}]}
`;

/** A history with a result of `bad` for each of the two days before today. */
async function createPlace() {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'usagectl.yaml'), file);
	const history = join(folder, 'usagectl-history');
	const saved = [];
	for (const day of [-2, -1].map(days => addDays(today, days)))
		saved.push(
			await saveResult(
				history,
				resultOf(day, [['Pro', 100]], {question: 'bad', product: sandbox.product, service: sandbox.baseUrl}),
			),
		);
	const paths = saved.map(({path}) => path) as [string, string];
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const type = (line: string) => usagectl(`${line} --file ${join(folder, 'usagectl.yaml')} -q`, {env});
	return {folder, history, paths, type, env};
}

const damage: Readonly<Record<string, (paths: readonly [string, string], folder: string) => void>> = {
	'an empty object': ([, path]) => writeFileSync(path, '{}'),
	'an empty file': ([, path]) => writeFileSync(path, ''),
	'half a result': ([, path]) => writeFileSync(path, readFileSync(path).subarray(0, 200)),
	'a result without rows': ([, path]) => writeFileSync(path, readFileSync(path, 'utf8').replace('"rows"', '"lines"')),
	'rows of objects': ([, path]) => writeFileSync(path, readFileSync(path, 'utf8').replace('["Pro",100]', '[{"a":1}]')),
	'more rows than a question returns': ([, path]) =>
		writeFileSync(path, readFileSync(path, 'utf8').replace('["Pro",100]', Array(20_001).fill('["Pro",100]').join())),
	'a larger file than a result': ([, path]) => truncateSync(path, 16 * 2 ** 20 + 1),
	'nested JSON': ([, path]) => writeFileSync(path, '['.repeat(200_000)),
	'two results that were exchanged': ([one, other]) => {
		renameSync(one, `${one}.away`);
		renameSync(other, one);
		renameSync(`${one}.away`, other);
	},
	'a result of another question': ([, path]) =>
		writeFileSync(path, readFileSync(path, 'utf8').replace('"question": "bad"', '"question": "fine"')),
	'a result of another product': ([, path]) =>
		writeFileSync(path, readFileSync(path, 'utf8').replace(`"product": ${sandbox.product}`, '"product": 9')),
};

test.each(Object.entries(damage))('%s makes its own checks unknown, and the others go on', async (_, spoil) => {
	const {folder, history, paths, type} = await createPlace();
	spoil(paths, folder);
	const {stdout, exitCode} = await type('questions run -o json');
	const rows: readonly Record<string, string>[] = JSON.parse(stdout);
	const outcomes = Object.fromEntries(rows.map(({question, verdict}) => [question, verdict]));
	expect(outcomes).toMatchObject({bad: 'unknown', failing: 'fail', fine: 'ok'});
	expect(rows[0]?.reason).toContain(join(history, 'bad'));
	expect(rows[0]?.change).toBe(null);
	expect(exitCode).toBe(7);
	expect((await type('questions digest -o md')).stdout).toMatch(/^\| fail \| .*over the maximum of 3/m);
	expect(await type('questions run bad fine')).toMatchObject({exitCode: 0});
	expect(await type('questions run --only failed -o csv --no-header --fields question')).toMatchObject({exitCode: 7});
	expect(await type(`history show bad --day ${addDays(today, -1)}`)).toMatchObject({exitCode: 8});
});

test('a result that is too large to be read again is not saved', async () => {
	const history = join(temporaryFolder(), 'history');
	const rows = Array.from({length: 17}, () => ['x'.repeat(2 ** 20), 1]);
	await expect(saveResult(history, resultOf(today, rows))).rejects.toMatchObject({
		kind: 'usage',
		message: 'the result of q is larger than 16 MiB',
	});
	expect(existsSync(history)).toBe(false);
});

test('a digest shows the latest result that is not damaged, and names the damaged one', async () => {
	const {paths, type} = await createPlace();
	writeFileSync(paths[1], '{}');
	const {stdout, exitCode} = await type('questions digest -o md');
	expect(exitCode).toBe(0);
	expect(stdout).toMatch(/\| bad \| 100 Active \(sum of rows\) \|/);
	expect(stdout).toContain('is not a saved result');
});

test('a result that is a link, a FIFO or a folder is not one', async () => {
	const {folder, history, paths, type} = await createPlace();
	const [first, second] = paths;
	renameSync(second, join(folder, 'elsewhere.json'));
	symlinkSync(join(folder, 'elsewhere.json'), second);
	rmSync(first);
	if (spawnSync('sh', ['-c', `mkfifo '${first}'`]).status !== 0) mkdirSync(first);
	mkdirSync(join(history, 'bad', `2026-06-27_${sandbox.product}_20260627T000000Z.json`));
	expect(await listResults(history)).toEqual([]);
	expect(await type('history prune --forget-before today -y')).toMatchObject({exitCode: 0});
	expect(readFileSync(join(folder, 'elsewhere.json'), 'utf8')).toContain('"question": "bad"');
});

test('a folder of results that is a link is neither read, written nor pruned', async () => {
	const {folder, history, type} = await createPlace();
	const elsewhere = join(folder, 'elsewhere');
	renameSync(join(history, 'bad'), elsewhere);
	symlinkSync(elsewhere, join(history, 'bad'));
	const before = readdirSync(elsewhere);
	expect(await listResults(history)).toEqual([]);
	await expect(saveResult(history, resultOf(today, [], {question: 'bad'}))).rejects.toThrow('bad is a link');
	for (const line of ['questions run', 'questions digest', 'history list', 'history prune --forget-before today -y'])
		expect(await type(line)).toMatchObject({exitCode: 2, stderr: expect.stringContaining('bad, is a link')});
	expect(await usagectl(`history prune --forget-before today -y -q --history ${history}`)).toMatchObject({exitCode: 0});
	expect(readdirSync(elsewhere)).toEqual(before);
});

test.runIf(process.getuid)('results are private, except in a repository of the user', async () => {
	const modeOf = (path: string) => statSync(path).mode & 0o777;
	const folder = temporaryFolder();
	const history = join(folder, 'history');
	const own = await saveResult(history, resultOf(today, []));
	expect([history, join(history, 'q'), own.path].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
	mkdirSync(join(folder, '.git'));
	const shared = await saveResult(join(folder, 'other'), resultOf(today, []));
	expect([join(folder, 'other/q'), shared.path].map(modeOf)).toEqual([0o755, 0o644]);
});

test('a result from the future is not the latest one, and the run and the digest say so', async () => {
	const {history, type, folder, env} = await createPlace();
	await type('questions run failing');
	const [own] = await listResults(history, ['failing']);
	const planted = JSON.parse(readFileSync(own?.path ?? '', 'utf8'));
	const rows = [planted.columns.map(({kind}: {kind: string}) => (kind === 'count' ? 1 : 'planted'))];
	// The first has a day that has not come, the second was taken after today.
	for (const day of ['2099-01-01', today])
		await saveResult(history, {...planted, day, taken: '2099-01-01T00:00:00Z', rows, caveats: ['planted']});
	const words = ['--file', join(folder, 'usagectl.yaml'), '--html', join(folder, 'digest.html')];
	const {stderr} = await usagectl(['questions', 'digest', ...words], {env});
	expect(stderr).toContain('2 saved results skipped: dated after');
	expect(readFileSync(join(folder, 'digest.html'), 'utf8')).not.toContain('planted');
	expect((await type('questions run --only failed')).exitCode).toBe(7);
});
