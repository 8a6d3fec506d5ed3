import {expect, test} from 'vitest';
import {usagectl} from '../../support/program/usagectl.ts';
import {prepareReleases} from '../release/release-sandbox.ts';

const {type, crashes, oracle, product, older} = await prepareReleases(7);
const line = `report why crash-free --crashes ${crashes} --over prodEdition,os.version --depth 1`;
const [before, now] = [
	{first: '2026-05-01', last: '2026-05-30'},
	{first: '2026-05-31', last: '2026-06-29'},
] as const;

type CrashFreeRow = Readonly<Record<string, string | number | null>>;

test('the counts of crash-free installations equal hand-written SQL, and their parts add up to the change', async () => {
	const {stdout, stderr, exitCode} = await type(`${line} -o json`);
	expect({exitCode, stderr}).toMatchObject({exitCode: 0});
	expect(stderr).toMatch(
		/^note: Crash-free installations (?:rose|fell) by [\d.]+ points \([\d.]+ % to [\d.]+ %\), 2026-05-31 to 2026-06-29 compared with 2026-05-01 to 2026-05-30/m,
	);
	const rows = JSON.parse(stdout) as readonly CrashFreeRow[];
	let compared = 0;
	for (const [property, column] of [
		['prodEdition', 'prodEdition'],
		['os.version', 'os_version'],
	] as const) {
		const [old, current] = [
			await oracle.crashFree(product, before, column),
			await oracle.crashFree(product, now, column),
		];
		for (const row of rows.filter(
			each => each.property === property && !/small groups|other/.test(String(each.value)),
		)) {
			const find = (from: typeof old) => from.find(({value}) => value === row.value) ?? {base: 0, free: 0};
			const percent = ({base, free}: Record<string, unknown>) =>
				Number(base) === 0 ? null : (100 * Number(free)) / Number(base);
			expect([row.beforeBase, row.nowBase]).toEqual([find(old).base, find(current).base]);
			for (const [cell, counts] of [[row.before, find(old)] as const, [row.now, find(current)] as const]) {
				const rate = percent(counts);
				if (rate === null) expect(cell).toBeNull();
				else expect(cell).toBeCloseTo(rate, 1);
			}
			compared++;
		}
		const total = (from: typeof old, key: 'base' | 'free') => from.reduce((sum, row) => sum + Number(row[key]), 0);
		const change = 100 * (total(current, 'free') / total(current, 'base') - total(old, 'free') / total(old, 'base'));
		const parts = rows.filter(row => row.property === property).reduce((sum, row) => sum + Number(row.change), 0);
		expect(parts).toBeCloseTo(change, 0);
	}
	expect(compared).toBeGreaterThan(5);
});

test('is unknown if the archive does not have every day of both ranges', async () => {
	const {stdout, stderr, exitCode} = await type(`${line} --from 2025-06-01 --to 2025-06-10`);
	expect(stdout).toMatch(
		/^unknown: .* has no final crash file for 2025-05-22 to 2025-05-31, 2025-06-01 to 2025-06-10\n/,
	);
	expect(stdout).toMatch(/^update the archive: usagectl exceptions sync \S+ --from 2025-05-22$/m);
	expect(stderr).toBe('');
	expect(exitCode).toBe(0);
});

test('needs an archive, a newer server, enough calls, and a filter that leaves the IDs alone', async () => {
	const without = await type('report why crash-free --crashes nowhere --filter clientId=A');
	expect(without.exitCode).toBe(2);
	expect(without.stderr).toContain('there is no archive in nowhere');
	expect(without.stderr).toContain('exceptions sync nowhere');
	expect(without.stderr).toContain('crash-free installations cannot be filtered by clientId');
	const rejected = await usagectl(`${line} --today 2026-06-30`, {env: older.env});
	expect(rejected).toMatchObject({exitCode: 4, stderr: expect.stringContaining('work with every server')});
	const few = await type(`${line} --max-calls 6`);
	expect(few.exitCode).toBe(2);
	expect(few.stderr).toMatch(
		/--max-calls 6 is too low: each property takes 4 calls\nhint: raise it, for example --max-calls 48/,
	);
});
