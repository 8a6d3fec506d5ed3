import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import {sentenceLayout} from '../../../src/output/column-layout.ts';
import {compareResults} from '../../../src/questions/results/compare-results.ts';
import {readResult} from '../../../src/questions/results/read-results.ts';
import {parseResult, resultText} from '../../../src/questions/results/result.ts';
import {findPrunable, listResults, saveResult} from '../../../src/questions/results/result-history.ts';
import {active, date, edition, resultOf} from '../../support/data/saved-results.ts';
import {type Fault, withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {jobs, prepare} from '../../support/disk/jobs.ts';
import {laws} from '../../support/laws/laws.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const today = '2026-06-30';

describe('saved results', () => {
	test('are read back unchanged, also two from the same second', async () => {
		const folder = temporaryFolder();
		const result = resultOf(today, [
			['<b>', 1],
			['__proto__', null],
		]);
		const saved = [await saveResult(folder, result), await saveResult(folder, result)];
		expect(await listResults(folder)).toEqual(saved);
		expect(await readResult(saved[1] as (typeof saved)[0])).toEqual(result);
		expect(parseResult(resultText(result), 'x')).toEqual(result);
	});

	test('hold nothing about the width of tables, so that columns have the same members in an older file and a newer one', async () => {
		const folder = temporaryFolder();
		const older = await saveResult(folder, resultOf('2026-06-29', [['Pro', 1]], {columns: [edition, active]}));
		const columns = [
			{...edition, layout: {priority: 1}},
			{...active, layout: sentenceLayout},
		] as const;
		const newer = await saveResult(folder, resultOf(today, [['Pro', 1]], {columns}));
		const membersOf = ({path}: typeof older) => JSON.parse(readFileSync(path, 'utf8')).columns.map(Object.keys);
		expect(membersOf(newer)).toEqual(membersOf(older));
	});

	test('are complete or absent wherever a run is killed or the disk is full, and the next run succeeds', async () => {
		const result = resultOf(today, [['Pro', 1]]);
		const {operations} = await withFault({kind: 'none'}, () => saveResult(temporaryFolder(), result));
		expect(operations).toBeGreaterThan(3);
		for (let at = 1; at <= operations; at++)
			for (const kind of ['kill', 'full', 'short'] as const) {
				const folder = temporaryFolder();
				await withFault({kind, at}, () => saveResult(folder, result));
				for (const saved of await listResults(folder)) expect(await readResult(saved)).toEqual(result);
				const before = (await listResults(folder)).length;
				await saveResult(folder, result);
				expect(await listResults(folder)).toHaveLength(before + 1);
			}
	});

	test('a full disk is a disk error', async () => {
		const {thrown} = await withFault({kind: 'full', at: 1}, () => saveResult(temporaryFolder(), resultOf(today, [])));
		expect(thrown).toMatchObject({kind: 'disk'});
	});

	test('prune keeps the last of each month, and all from the given day on', () => {
		const days = fc.uniqueArray(fc.integer({min: 0, max: 400}), {minLength: 1});
		fc.assert(
			fc.property(days, fc.integer({min: 0, max: 400}), (offsets, cut) => {
				const before = addDays('2025-06-01', cut);
				const saved = offsets
					.map(offset => addDays('2025-06-01', offset))
					.sort()
					.map(day => ({question: 'q', product: 1, day, taken: day, path: day}));
				const gone = findPrunable(saved, before).map(({day}) => day);
				const left = saved.map(({day}) => day).filter(day => !gone.includes(day));
				expect(gone.every(day => day < before)).toBe(true);
				expect(new Set(left.map(day => day.slice(0, 7)))).toEqual(new Set(saved.map(({day}) => day.slice(0, 7))));
				const old = left.filter(day => day < before && day.slice(0, 7) !== before.slice(0, 7));
				expect(new Set(old.map(day => day.slice(0, 7))).size).toBe(old.length);
			}),
			laws(40),
		);
	});
});

describe('differences', () => {
	const daily = (day: string, figures: Readonly<Record<string, number>>) =>
		resultOf(day, Object.entries(figures), {columns: [date, active], body: {startDate: '2026-06-27'}});
	const kindsOf = (...results: Parameters<typeof compareResults>) =>
		compareResults(...results).map(({kind, row}) => `${kind} ${row}`);

	test('completed days that changed are restated, incomplete ones are new', () => {
		const older = daily('2026-06-29', {'2026-06-27': 5, '2026-06-28': 6, '2026-06-29': 2});
		const newer = daily('2026-06-30', {'2026-06-27': 5, '2026-06-28': 7, '2026-06-29': 9, '2026-06-30': 1});
		expect(kindsOf(older, newer)).toEqual(['restated 2026-06-28', 'new 2026-06-29', 'new 2026-06-30']);
		expect(
			kindsOf(older, {
				...newer,
				rows: newer.rows.map(([day, figure]) => [day ?? null, day === '2026-06-28' ? 6 : (figure ?? null)]),
			}),
		).toEqual(['new 2026-06-29', 'new 2026-06-30']);
	});

	test('a range until now is changed, a closed one restated', () => {
		const [one, other] = [resultOf('2026-06-29', [['Pro', 5]]), resultOf('2026-06-30', [['Pro', 6]])];
		expect(kindsOf(one, other)).toEqual(['changed Pro']);
		const closed = {startDate: '2026-05-01', stopDate: '2026-05-31'};
		expect(
			kindsOf({...one, requests: [{path: '/', body: closed}]}, {...other, requests: [{path: '/', body: closed}]}),
		).toEqual(['restated Pro']);
	});

	test('final losses that shrank are expected, because an installation that returns is not lost any more', () => {
		const cohort = [
			{key: 'engaged', title: 'Engaged', kind: 'count'},
			{key: 'lost', title: 'Lost', kind: 'count'},
		] as const;
		const body = {
			...{startDate: '2026-01-01', stopDate: '2026-01-31'},
			...{daysUntilDeclaredLost: 40, dateReportedLost: 'dateLastSeen'},
		};
		const of = (day: string, engaged: number, lost: number) =>
			resultOf(day, [[engaged, lost]], {columns: cohort, body});
		const kindsFrom = (engaged: number, lost: number) =>
			compareResults(of('2026-06-29', 60, 40), of('2026-06-30', engaged, lost)).map(
				({kind, figure}) => `${kind} ${figure}`,
			);
		expect(kindsFrom(63, 37)).toEqual(['expected Engaged', 'expected Lost']);
		expect(kindsFrom(57, 43)).toEqual(['restated Engaged', 'restated Lost']);
		expect(kindsFrom(63, 40)).toEqual(['restated Engaged']);
	});

	test('a different command line, service, product or caveat is reported', () => {
		const one = resultOf('2026-06-29', [['Pro', 5]]);
		const other = resultOf('2026-06-30', [['Pro', 6]]);
		expect(kindsOf(one, {...other, service: 'x'})).toEqual(['not comparable different service: x']);
		expect(kindsOf(one, {...other, product: 2})).toEqual(['not comparable different product: 2']);
		expect(kindsOf(one, {...other, command: ['x']})).toEqual(['not comparable different command line']);
		expect(kindsOf({...one, caveats: ['2 of 5 groups']}, {...other, caveats: ['3 of 5 groups', 'odd']})).toEqual([
			'not comparable caveat only in the later result: odd',
			'changed Pro',
		]);
	});
});

test('history and digest need only the folder', async () => {
	const folder = temporaryFolder();
	const history = join(folder, 'usagectl-history');
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(
		file,
		'questions: {q: {title: Editions, ask: report current, checks: [{column: active, sum: true, min: 100}]}, none: {ask: report current}}',
	);
	const days = ['2026-05-30', '2026-05-31', '2026-06-28', '2026-06-29', today];
	for (const [at, day] of days.entries())
		await saveResult(
			history,
			resultOf(
				day,
				[
					['<Pro>', 50 + at],
					['Home', 5],
				],
				{caveats: ['a caveat']},
			),
		);
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), USAGECTL_BASE_URL: 'http://127.0.0.1:1'};
	const type = (line: string) => usagectl(`${line} --file ${file} -q`, {env});
	const each = await type('history list --each -o csv --no-header --fields day');
	expect(each.stdout.trim().split('\n')).toEqual(days.toReversed());
	expect((await type('history -o csv --no-header')).stdout).toBe(`q,1,5,2026-05-30,${today}\n`);
	expect((await type('history show q -o csv')).stdout).toBe('prodEdition,active\n<Pro>,54\nHome,5\n');
	expect((await type('history diff q -o csv --no-header')).stdout).toBe('changed,<Pro>,Active,53,54,1\n');
	expect(await type('history diff q --fail-on changed')).toMatchObject({exitCode: 7});
	expect(await type('history show p')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining("there is no saved result of 'p'"),
	});
	const query = (sql: string) => usagectl(['query', '--history', history, sql, '-o', 'csv', '--no-header'], {env});
	const sql = "SELECT day, value FROM figures WHERE label = 'Home' ORDER BY day LIMIT 1";
	expect(await query(sql)).toMatchObject({stdout: '2026-05-30,5\n'});
	expect((await query('SELECT count(*) FROM results')).stdout).toBe('5\n');
	expect((await type('questions digest -o md')).stdout).toContain(
		'| fail | Editions | 59 Active (sum of rows) | +1 (+1.7 %) | ▁▅█ | Active 59, under the minimum of 100 |',
	);
	const page = join(folder, 'week.html');
	expect(await type(`questions digest --html ${page}`)).toMatchObject({exitCode: 0});
	expect(await type('history prune --forget-before 2026-06-29 -y')).toMatchObject({exitCode: 0});
	expect((await listResults(history)).map(({day}) => day)).toEqual(['2026-05-31', '2026-06-29', today]);
});

test('a prune that fails while deleting results is not repeated without the lock', async () => {
	const job = jobs['a prune'];
	const pruneWith = async (fault: Fault) => {
		const folder = temporaryFolder();
		const env = {USAGECTL_CONFIG_DIR: join(folder, 'config')};
		const type = (line: string) => usagectl(line.replaceAll('FOLDER', folder), {env});
		await prepare(job, folder, type);
		const seen: {stderr?: string} = {};
		const {operations} = await withFault(fault, async () => Object.assign(seen, await type(job.line)));
		return {operations, notes: seen.stderr?.match(/^note: deleting .*$/gm)};
	};
	const {operations, notes} = await pruneWith({kind: 'none'});
	expect(notes).toEqual(['note: deleting 2 results from before 2026-03-01']);
	// The last operation removes the lock, the one before it a result.
	expect((await pruneWith({kind: 'error', at: operations - 1, code: 'EDQUOT'})).notes).toEqual(notes);
});
