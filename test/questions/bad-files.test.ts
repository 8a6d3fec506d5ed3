import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/start.ts';
import {sandboxFolder, writeDataSettings} from '../../src/sandbox/state/data-settings.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

const nights = ['2026-06-28', '2026-06-29', '2026-06-30'];

const questions = `
questions:
  crashes:
    before: exceptions sync --from -9d crashes
    ask: exceptions top crashes --from -7d
    checks: [{column: count, sum: true, max: 100000}]
`;

type Night = {readonly verdict: string; readonly value: number | null; readonly reason: string | null};

/** A crash watch at six in the morning of three days, over files as the service writes them with these options. */
async function watch(stateDir: string, assume: readonly string[]) {
	await writeDataSettings(sandboxFolder(stateDir), {seed: 1, size: 100, now: `${nights[0]}T06:00:00`});
	const sandbox = await startSandbox({stateDir, assume});
	onTestFinished(() => sandbox.close());
	const file = join(temporaryFolder(), 'usagectl.yaml');
	writeFileSync(file, questions);
	const [user] = sandbox.users;
	const env = {
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: user?.user ?? '',
		USAGECTL_PASSWORD: user?.password ?? '',
		USAGECTL_PRODUCT: String(sandbox.products[0]?.productId),
	};
	const said: Night[] = [];
	for (const day of nights) {
		const headers = {'content-type': 'application/json', authorization: `Bearer ${sandbox.controlToken}`};
		const body = JSON.stringify({timestamp: `${day}T06:00:00`});
		await fetch(`${sandbox.baseUrl}/_sandbox/clock`, {method: 'PUT', headers, body});
		const clock = fakeClock(`${day}T06:00:00Z`);
		const {stdout} = await usagectl(`questions run --file ${file} -q -o json`, {env, clock});
		said.push(...JSON.parse(stdout));
	}
	const sync = ['exceptions', 'sync', join(temporaryFolder(), 'crashes'), '--from', nights[0] ?? ''];
	return {said, sync: (await usagectl(sync, {env, clock: fakeClock(`${nights.at(-1)}T06:00:00Z`)})).exitCode};
}

test('a crash watch reads all reports of files in another form, and is never ok over files that are cut', async () => {
	const stateDir = temporaryFolder();
	const usual = await watch(stateDir, []);
	expect(usual).toMatchObject({sync: 0, said: Array(3).fill({verdict: 'ok'})});
	const others = await watch(stateDir, ['csv-delimiter=semicolon', 'csv-encoding=utf-16']);
	expect(others).toEqual(usual);
	const cut = await watch(stateDir, ['csv-end=cut']);
	expect(cut.sync).toBe(8);
	expect(cut.said).toHaveLength(3);
	for (const {verdict, reason} of cut.said) {
		expect(['unknown', 'error']).toContain(verdict);
		expect(reason).toMatch(/can(?:not)? be read/);
	}
}, 120_000);
