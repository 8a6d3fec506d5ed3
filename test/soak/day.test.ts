import {readdirSync, utimesSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {servingProcess} from '../sandbox/support/serving-process.ts';
import {createRandom} from '../support/data/mutate.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {findLeftovers} from '../support/disk/jobs.ts';
import {shell} from '../support/program/child.ts';

/** A day of cron, a run a minute, among faults and kills (goal 15 of the threat model); DAY_RUNS=480 takes a part of it. */

const runs = Number(process.env.DAY_RUNS ?? 1440);
const here = (path: string) => resolve(import.meta.dirname, path);
const preload = `--import '${here('../support/preload/kill-at.mjs')}'`;
const program = `'${process.execPath}' ${preload} '${here('../../bin/usagectl.js')}'`;
const lines = [
	'report current --from 2026-06-01 -o csv --out FOLDER/usage.csv --lock usage',
	'keys update FOLDER/keys.csv -y',
	'exceptions sync FOLDER/crashes --from 2026-06-26 --no-lines',
];

/** One exchange in five goes wrong, in one of these ways. */
const faults = [
	{kind: 'status', status: 503},
	{kind: 'status', status: 429, retryAfter: 0},
	{kind: 'status', status: 500, body: 'html', done: true},
	{kind: 'reset', when: 'before'},
	{kind: 'reset', when: 'after'},
	{kind: 'reset', when: 'body'},
	{kind: 'cut', bytes: 20},
	{kind: 'bad-json'},
	{kind: 'html'},
	{kind: 'expire'},
];

test(`${runs} runs of cron among faults: documented codes, nothing left, nothing grows`, async () => {
	const {env, baseUrl, controlToken} = await servingProcess({seed: 7, size: 500, now: '2026-06-30'});
	const setFaults = async (seed: number, rate: number) => {
		const rules = faults.map(fault => ({rate: rate / faults.length, times: 'always', fault}));
		const body = JSON.stringify({seed, rules});
		const headers = {authorization: `Bearer ${controlToken}`, 'content-type': 'application/json'};
		expect(await fetch(`${baseUrl}/_sandbox/faults`, {method: 'PUT', headers, body})).toMatchObject({ok: true});
	};
	const folder = temporaryFolder();
	const own = {...env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const run = (line: string, more: Record<string, string> = {}) =>
		shell(`exec ${program} ${line.replaceAll('FOLDER', folder)} -q --retries 1 --timeout 5s`, {...own, ...more});
	const random = createRandom(1440);
	const codes = new Map<number | string, number>();
	const sizes: number[] = [];
	for (let number = 0; number < runs; number++) {
		await setFaults(number, 0.2);
		const quotas = Array.from({length: 20}, (_, at) => `CRON-${at},${(number + at) % 7}`);
		writeFileSync(join(folder, 'keys.csv'), `licenseKey,installQuota\n${quotas.join('\n')}\n`);
		const isKilled = random.below(20) === 0;
		const line = random.pick(lines);
		const {code, stderr} = await run(line, isKilled ? {KILL_AT: String(1 + random.below(40))} : {});
		// 2: what a run that was stopped had begun is of another file by now.
		expect([0, 2, 3, 4, 5, 6, 8, ...(isKilled ? ['SIGKILL'] : [])], `${line}: ${stderr}`).toContain(code);
		if (code === 2) expect(stderr).toContain('--restart');
		if (code === 2) await run(`${line} --restart`);
		codes.set(code, (codes.get(code) ?? 0) + 1);
		// Uploads are kept for `keys runs` and `keys undo`.
		sizes.push(
			readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => !/state\/keys\//.test(name)).length,
		);
	}
	await setFaults(0, 0);
	for (const name of findLeftovers(folder)) utimesSync(join(folder, name), 0, 0);
	for (const line of lines)
		expect(await run(`${line} ${line.startsWith('keys') ? '--restart' : ''}`)).toMatchObject({code: 0});
	console.log(
		Object.fromEntries(codes),
		'files after each tenth of them',
		sizes.filter((_, at) => at % Math.ceil(runs / 10) === 0),
	);
	expect(findLeftovers(folder)).toEqual([]);
	expect(Math.max(...sizes.slice(runs / 2))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, runs / 2)) + 5);
});
