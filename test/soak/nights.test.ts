import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Nights of a job, each a day later in the sandbox's world; NIGHTS=3 takes a part of them. */

const nights = Number(process.env.NIGHTS ?? 60);

type Synced = {readonly kind: string; readonly fileName: string; readonly state: string; readonly sha256: string};

test(`${nights} nights: a second sync fetches nothing new, and the archive has what one made at once has`, async () => {
	const folder = temporaryFolder();
	const env = {USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const run = async (line: string) => {
		const {exitCode, stdout, stderr} = await usagectl(`${line} -q`, {env});
		expect({line, exitCode, stderr}).toEqual({line, exitCode: 0, stderr: ''});
		return stdout;
	};
	const synced = async (into: string): Promise<readonly Synced[]> =>
		JSON.parse(await run(`--sandbox exceptions sync ${folder}/${into} --from 2026-06-01 -o json`));
	const fetched = (files: readonly Synced[]) => files.filter(({state}) => state === 'fetched');
	await run('sandbox reset --seed 7 --size 500 --now 2026-06-30');
	await synced('nightly');
	for (let night = 0; night < nights; night++) {
		await run('sandbox advance 1d');
		await run('--sandbox report current --from -30d -o csv');
		await run('--sandbox report events timeline --from -7d --event Files/Open -o csv');
		await run('--sandbox keys list -o csv');
		const [first, second] = [await synced('nightly'), await synced('nightly')];
		expect(fetched(first).length).toBeGreaterThan(0);
		// The listing does not say whether the open file has changed: it comes again, with the same bytes.
		const open = first.find(({kind}) => kind === 'open');
		expect(fetched(second).map(({fileName, sha256}) => [fileName, sha256])).toEqual([[open?.fileName, open?.sha256]]);
	}
	await synced('atOnce');
	// The nights keep the daily files of a month, a new folder takes its monthly file.
	const files = (into: string) => readdirSync(join(folder, into)).filter(name => name.endsWith('.zip'));
	const both = files('atOnce').filter(name => files('nightly').includes(name));
	const read = (into: string, name: string) => readFileSync(join(folder, into, name)).toString('base64');
	expect(both.length).toBeGreaterThan(0);
	for (const name of both) expect([name, read('nightly', name)]).toEqual([name, read('atOnce', name)]);
	const lines = (into: string) =>
		run(`query --archive ${folder}/${into} 'SELECT * EXCLUDE (file) FROM crashes ORDER BY ALL' -o csv`);
	const rows = await lines('atOnce');
	expect(rows.split('\n').length).toBeGreaterThan(nights);
	expect(await lines('nightly')).toBe(rows);
}, 3_600_000);
