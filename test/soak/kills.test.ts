import {readdirSync, utimesSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {servingProcess} from '../sandbox/support/serving-process.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {findLeftovers, type Job, jobs, prepare} from '../support/disk/jobs.ts';
import {shell} from '../support/program/child.ts';

/** The shipped program killed at every operation on files (goal 2); uploads are in keys.test.ts. */

const here = (path: string) => resolve(import.meta.dirname, path);
const preload = `--import '${here('../support/preload/kill-at.mjs')}'`;
const program = `'${process.execPath}' ${preload} '${here('../../bin/usagectl.js')}'`;

/** An hour goes by: what has no owner yet is young no more. */
const grow = (folder: string) => {
	for (const name of readdirSync(folder, {recursive: true, encoding: 'utf8'}))
		if (/\.usagectl-[^/]*\.part$|\.lock/.test(name)) utimesSync(join(folder, name), 0, 0);
};

test.each(Object.entries<Job>(jobs))('%s: killed at every operation on files', async (name, job) => {
	const {env} = await servingProcess({seed: 7, size: 500, now: '2026-06-30'});
	const createRun = (folder: string) => {
		const own = {...env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
		return (line: string, more: Record<string, string> = {}) =>
			shell(`exec ${program} ${line.replaceAll('FOLDER', folder)} -q`, {...own, ...more});
	};
	const first = join(temporaryFolder(), 'place');
	const countTo = join(temporaryFolder(), 'operations');
	const run = createRun(first);
	await prepare(job, first, run);
	expect(await run(job.line, {OPERATIONS_TO: countTo})).toMatchObject({code: 0});
	const done = job.look(first);
	const {stdout: operations} = await shell(`cat '${countTo}'`);
	const left = new Map<number, number>();
	const most = job.writesAtOnce ?? 1;
	for (let at = 1; at <= Number(operations); at++) {
		const folder = join(temporaryFolder(), 'place');
		const again = createRun(folder);
		await prepare(job, folder, again);
		const {code, stderr} = await again(job.line, {KILL_AT: String(at)});
		const said = `${name}, killed at ${at} of ${operations}: ${stderr}`;
		expect(code, said).toBe('SIGKILL');
		// Throws where a session or settings are no whole JSON.
		job.look(folder);
		const leftovers = findLeftovers(folder);
		expect(leftovers.filter(each => !each.includes('.lock')).length, `${said} ${leftovers}`).toBeLessThanOrEqual(most);
		left.set(leftovers.length, (left.get(leftovers.length) ?? 0) + 1);
		grow(folder);
		expect(await again(job.line), said).toMatchObject({code: 0, stderr: ''});
		expect(job.look(folder), said).toBe(done);
		expect(findLeftovers(folder), said).toEqual([]);
	}
	console.log(`${name}: ${operations} operations; files left → kills`, Object.fromEntries(left));
});
