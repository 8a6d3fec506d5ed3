import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {createReleaseOracle} from '../../support/oracle/releases.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const folder = mkdtempSync(join(tmpdir(), 'releases-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

export type ReleaseRow = Readonly<Record<string, string | number | null>>;

/** A sandbox of a seed, with its tables exported unless something is planted, and its crash reports archived. */
export async function prepareReleases(seed: number, scenarios?: object) {
	const state = join(folder, `state-${seed}`);
	const env = {XDG_STATE_HOME: state, USAGECTL_CONFIG_DIR: join(folder, `config-${seed}`)};
	const size = Number(process.env.RELEASE_SIZE ?? 500);
	const options = {seed, size, now: '2026-06-30', stateDir: join(state, 'usagectl')};
	await usagectl(`sandbox reset --seed ${seed} --size ${size} --now 2026-06-30 --yes`, {env});
	if (scenarios) {
		writeFileSync(join(folder, 'scenarios.json'), JSON.stringify({scenarios}));
		expect(await usagectl(`sandbox plant ${folder}/scenarios.json`, {env})).toMatchObject({exitCode: 0});
	}
	const tables = join(folder, `tables-${seed}`);
	// Where something was planted, no figure is compared with the tables.
	if (!scenarios) expect((await usagectl(`sandbox export ${tables} --format parquet`, {env})).exitCode).toBe(0);
	const newer = await started(options);
	const older = await started({...options, assume: ['newer-operations=absent']});
	const crashes = join(folder, `crashes-${seed}`);
	// Only the embedded sandbox has the scenarios.
	const embedded = scenarios ? '--sandbox ' : '';
	await usagectl(`${embedded}exceptions sync ${crashes}`, {env: scenarios ? env : {...env, ...newer.env}});
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
		oracle: await createReleaseOracle(tables),
	};
}
