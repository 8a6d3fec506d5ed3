import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect} from 'vitest';
import type {Scenario} from '../../../src/sandbox/seed/scenarios.ts';
import {groupBy} from '../../../src/text/group-by.ts';
import {chooseData} from '../../sandbox/support/started.ts';
import {createWhyOracle} from '../../support/oracle/why.ts';
import {usagectl} from '../../support/program/usagectl.ts';

export type WhyRow = {
	readonly property: string;
	readonly value: string;
	readonly before: number;
	readonly now: number;
	readonly change: number;
	readonly mix: number | null;
	readonly rate: number | null;
	readonly verdict: string | null;
	readonly beforeBase: number | null;
	readonly nowBase: number | null;
	readonly line: string;
};

const april = {first: '2026-04-05', last: '2026-05-04'};
const march = {first: '2026-03-06', last: '2026-04-04'};

/** The line whose figures the tables are compared with. */
export const lostLine = `lost --from ${april.first} --to ${april.last} --over country,osLanguage,prodEdition,ram`;

/** A sandbox of a seed with its tables, from which one country leaves after 2026-04-20. */
export async function prepareWhy(seed: number, size: number) {
	const folder = mkdtempSync(join(tmpdir(), 'why-'));
	afterAll(() => rmSync(folder, {recursive: true, force: true}));
	const env = {USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const scenarios: Scenario[] = [{kind: 'departure', country: 'DE', after: '2026-04-20'}];
	await chooseData(env.USAGECTL_CONFIG_DIR, {seed, size, now: '2026-06-30', scenarios});
	await usagectl(`sandbox export ${folder}/tables --format parquet`, {env});
	const oracle = await createWhyOracle(join(folder, 'tables'));
	const run = (line: string) => usagectl(`--sandbox report why ${line} --today 2026-06-30`, {env});
	const read = async (line: string): Promise<readonly WhyRow[]> => {
		const {stdout, stderr, exitCode} = await run(`${line} -o json`);
		expect({stderr, exitCode}).toMatchObject({exitCode: 0});
		return JSON.parse(stdout);
	};
	/** Compares every group with the tables, and returns how many were. */
	const compareWithTables = async (): Promise<number> => {
		const rows = await read(`${lostLine} --depth 1`);
		const shown = new Map(rows.map(row => [`${row.property} ${row.value}`, row]));
		let compared = 0;
		for (const {property, value, ...expected} of await oracle.lost({before: march, now: april}, 40)) {
			const row = shown.get(`${property} ${value}`);
			// Small groups are joined.
			if (row === undefined) expect(expected.before + expected.now).toBeLessThan(10);
			else {
				compared++;
				expect(row).toMatchObject({property, value, ...expected});
			}
		}
		const total = await oracle.total({before: march, now: april}, 40);
		for (const own of groupBy(rows, ({property}) => property).values()) {
			expect(own.reduce((sum, {change}) => sum + change, 0)).toBe(total.now - total.before);
			for (const {change, mix, rate} of own) expect((mix ?? 0) + (rate ?? 0)).toBeCloseTo(change, 1);
		}
		return compared;
	};
	return {env, run, read, compareWithTables};
}
