import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {shell} from '../support/child.ts';
import {temporaryFolder} from '../support/folders.ts';

/** Nights of a job, each a day later in the sandbox's world; NIGHTS=3 takes a part of them. */

const nights = Number(process.env.NIGHTS ?? 60);
const program = `'${process.execPath}' '${resolve(import.meta.dirname, '../../bin/usagectl.js')}'`;

test(`${nights} nights: a second sync fetches nothing, and the archive has what one made at once has`, async () => {
	const folder = temporaryFolder();
	const env = {...process.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const run = async (line: string) => {
		const {code, stdout, stderr} = await shell(`exec ${program} ${line.replaceAll('FOLDER', folder)} -q`, env);
		expect({line, code, stderr}).toEqual({line, code: 0, stderr: ''});
		return stdout;
	};
	const fetched = async (into: string) => {
		const files = JSON.parse(
			await run(`--sandbox exceptions sync FOLDER/${into} --since 2026-06-01 --no-lines -o json`),
		);
		// The open file grows during the day, and is fetched each time.
		return (files as {kind: string; state: string}[]).filter(file => file.kind !== 'open' && file.state === 'fetched');
	};
	await run('sandbox reset --seed 7 --size 500 --now 2026-06-30');
	await fetched('nightly');
	for (let night = 0; night < nights; night++) {
		await run('sandbox advance 1d');
		await run('--sandbox report current --from -30d -o csv');
		await run('--sandbox keys list -o csv');
		expect((await fetched('nightly')).length).toBeGreaterThan(0);
		expect(await fetched('nightly')).toEqual([]);
	}
	await fetched('atOnce');
	// What was superseded, such as the file of an incomplete month, stays in the archive of the nights.
	const names = readdirSync(join(folder, 'atOnce')).filter(name => name.endsWith('.zip'));
	const read = (into: string, name: string) => readFileSync(join(folder, into, name)).toString('base64');
	expect(names.length).toBeGreaterThan(1);
	for (const name of names) expect([name, read('nightly', name)]).toEqual([name, read('atOnce', name)]);
}, 3_600_000);
