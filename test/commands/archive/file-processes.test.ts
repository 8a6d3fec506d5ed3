import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {type Started, shell, start} from '../../support/program/child.ts';

/** What only a process of its own can show: limits of the system, signals, kills. */

const sandbox = await started();
const program = resolve(import.meta.dirname, '../../../bin/usagectl.js');
const env = () => ({
	USAGECTL_CONFIG_DIR: temporaryFolder(),
	...sandbox.env,
});
const setFaults = (...rules: readonly object[]) =>
	fetch(`${sandbox.baseUrl}/_sandbox/faults`, {
		method: 'PUT',
		headers: {authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json'},
		body: JSON.stringify({rules}),
	});
const slowly = {path: '/download/*', times: 'always', fault: {kind: 'slow', bytes: 20, ms: 20}};
const visible = (folder: string) =>
	existsSync(folder) ? readdirSync(folder).filter(name => !name.startsWith('.')) : [];
const left = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.part'));
const holdsSomething = (path: string) => {
	try {
		return readdirSync(path).length > 0;
	} catch {
		return false;
	}
};

/** Starts a sync whose transfers take long, does something once the first has begun, and waits for the end. */
const syncSlowly = async (folder: string, act: (run: Started) => void, own = env()) => {
	await setFaults(slowly);
	const run = start(['exceptions', 'sync', folder], {env: own});
	// A transfer has begun when the private folder of the run holds something.
	const begun = () => existsSync(folder) && left(folder).some(name => holdsSomething(join(folder, name)));
	while (run.isRunning() && !begun()) await setTimeout(5);
	act(run);
	return run.ended;
};

test('exits with status 10 at a limit on file sizes, names it, and leaves no truncated file under a final name', async () => {
	await setFaults();
	const folder = join(temporaryFolder(), 'crashes');
	const {code, stderr} = await shell(`ulimit -f 2; node ${program} exceptions sync ${folder}`, env());
	expect({code, stderr}).toEqual({
		code: 10,
		stderr: expect.stringMatching(/^error: .*limit on file sizes\nhint: .*ulimit -f/m),
	});
	for (const name of visible(folder))
		expect(readFileSync(join(folder, name)).subarray(-22, -18).toString('latin1')).toBe('PK\x05\x06');
	expect(left(folder)).toEqual([]);
	expect(await shell(`node ${program} exceptions sync ${folder} -q`, env())).toMatchObject({
		code: 0,
		stderr: '',
	});
});

test.each<[NodeJS.Signals, number]>([
	['SIGINT', 130],
	['SIGTERM', 143],
])('%s ends a sync with %i and leaves nothing incomplete', async (signal, code) => {
	const folder = join(temporaryFolder(), 'crashes');
	const ended = await syncSlowly(folder, run => run.kill(signal));
	expect(ended.code).toBe(code);
	expect(left(folder)).toEqual([]);
	expect(visible(folder)).toEqual([]);
	expect(readdirSync(folder).filter(name => name.endsWith('.lock'))).toEqual([]);
});

test('after SIGKILL the next run cleans up, takes over the lock and completes', async () => {
	const folder = join(temporaryFolder(), 'crashes');
	await syncSlowly(folder, run => run.kill('SIGKILL'));
	expect(visible(folder)).toEqual([]);
	expect(left(folder)).toHaveLength(1);
	await setFaults();
	expect(await shell(`node ${program} exceptions sync ${folder} -q`, env())).toMatchObject({
		code: 0,
	});
	expect(left(folder)).toEqual([]);
	expect(visible(folder).length).toBeGreaterThan(3);
});

test('exits with status 9 in a second run while the first completes', async () => {
	const folder = join(temporaryFolder(), 'crashes');
	const own = env();
	let second: Promise<{code: number | string; stderr: string}> | undefined;
	const act = async (run: Started) => {
		// It holds the lock for as long as the second takes to start.
		run.kill('SIGSTOP');
		second = shell(`node ${program} exceptions sync ${folder}`, own);
		await second;
		await setFaults();
		run.kill('SIGCONT');
	};
	const first = await syncSlowly(folder, act, own);
	expect(await second).toMatchObject({code: 9, stderr: expect.stringMatching(/another run holds the lock/)});
	expect(first).toMatchObject({code: 0});
	expect(visible(folder).length).toBeGreaterThan(3);
});
