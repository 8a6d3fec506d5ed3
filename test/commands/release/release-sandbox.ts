import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect} from 'vitest';
import type {Scenario} from '../../../src/sandbox/seed/scenarios.ts';
import {chooseData, started, usualData} from '../../sandbox/support/started.ts';
import {copyArchive} from '../../sandbox/support/synced.ts';
import {createReleaseOracle} from '../../support/oracle/releases.ts';
import {usagectl} from '../../support/program/usagectl.ts';

export type ReleaseRow = Readonly<Record<string, string | number | null>>;

/** Registers what is to be removed at the end: of the file, or of a test that calls this. */
export type OnEnd = (remove: () => void) => void;

/** A sandbox of a seed, with its tables exported unless something is planted, and its crash reports archived. */
export async function prepareReleases(seed: number, scenarios?: Scenario[], onEnd: OnEnd = afterAll) {
	// Files of one process share this module, but not its folders.
	const folder = mkdtempSync(join(tmpdir(), 'releases-'));
	onEnd(() => rmSync(folder, {recursive: true, force: true}));
	const env = {USAGECTL_CONFIG_DIR: join(folder, `config-${seed}`)};
	const data = {...usualData, seed, size: Number(process.env.RELEASE_SIZE ?? usualData.size)};
	await chooseData(env.USAGECTL_CONFIG_DIR, {...data, scenarios});
	const tables = join(folder, `tables-${seed}`);
	// Where something was planted, no figure is compared with the tables.
	if (!scenarios) {
		const {exitCode, stderr} = await usagectl(`sandbox export ${tables} --format parquet`, {env});
		expect(exitCode, stderr).toBe(0);
	}
	const newer = await started(data);
	const older = await started({...data, stateDir: newer.stateDir, assume: ['newer-operations=absent']});
	const crashes = join(folder, `crashes-${seed}`);
	// Only the embedded sandbox has the scenarios.
	const embedded = scenarios ? '--sandbox ' : '';
	const isUsual = !scenarios && seed === usualData.seed && data.size === usualData.size;
	if (isUsual) await copyArchive(crashes, 'exceptions');
	else await usagectl(`${embedded}exceptions sync ${crashes}`, {env: scenarios ? env : {...env, ...newer.env}});
	/** Runs any line on the newer server. */
	const type = (line: string) =>
		usagectl(`${embedded}${line} --today 2026-06-30`, {env: embedded ? env : {...env, ...newer.env}});
	const run = async (line: string, server: typeof newer = newer, columns?: number) =>
		usagectl(`${server === newer ? embedded : ''}release ${line} --crashes ${crashes} --today 2026-06-30`, {
			env: embedded && server === newer ? env : {...env, ...server.env},
			...(columns === undefined ? {} : {columns}),
		});
	const list = async (flags: string, server: typeof newer = newer) => {
		const {stdout, exitCode, stderr} = await run(`list ${flags} -o json`, server);
		expect({exitCode, stderr}).toMatchObject({exitCode: 0});
		return {rows: JSON.parse(stdout) as readonly ReleaseRow[], stderr};
	};
	return {
		folder,
		env,
		newer,
		older,
		crashes,
		run,
		type,
		list,
		product: newer.product,
		data,
		oracle: await createReleaseOracle(tables),
	};
}
