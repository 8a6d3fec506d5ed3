import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createUpload} from '../keys/support/killed.ts';
import {started} from '../sandbox/support/started.ts';
import {createRandom} from '../support/data/mutate.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {start} from '../support/program/child.ts';

/** Signals and kills at random moments (goals 2 and 6). */

const sandbox = await started();
const lines = [
	'report current --from 2026-01-01 --level prodVersion',
	'keys list -o csv',
	'props values os.version',
	'exceptions sync FOLDER/crashes',
	'exceptions download --all --unzip -d FOLDER/files',
	"report events timeline --from 2026-01-01 --event 'Export/PDF'",
];

async function signalAt(line: string, signal: NodeJS.Signals, milliseconds: number) {
	const folder = temporaryFolder();
	const words = line
		.replace('FOLDER', folder)
		.split(' ')
		.map(word => word.replaceAll("'", ''));
	const run = start(words, {env: {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')}});
	await new Promise(later => setTimeout(later, milliseconds));
	const sent = performance.now();
	run.kill(signal);
	return {...(await run.ended), took: performance.now() - sent};
}

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const)('%s at 70 random moments', async (name, expected) => {
	const random = createRandom(expected);
	const times: number[] = [];
	const tally = new Map<string, number>();
	for (let count = 0; count < 70; count++) {
		const {code, signal, took, stderr} = await signalAt(random.pick(lines), name, random.below(700));
		// Before the program has begun to listen, the system ends it.
		expect([0, expected, null], stderr).toContain(code);
		if (code === null) expect(signal).toBe(name);
		times.push(took);
		tally.set(String(code), (tally.get(String(code)) ?? 0) + 1);
	}
	console.log(name, Object.fromEntries(tally), `longest ${Math.round(Math.max(...times))} ms`);
	expect(Math.max(...times)).toBeLessThan(2000);
});

test('killed at 200 random times, an upload ends as if nothing had happened', async () => {
	const random = createRandom(200);
	let killed = 0;
	for (let count = 0; count < 200; count++) {
		const upload = await createUpload();
		const {ended, kill} = upload.start();
		await new Promise(later => setTimeout(later, 50 + random.below(500)));
		kill();
		if ((await ended).signal === 'SIGKILL') killed++;
		await upload.expectWhole();
	}
	console.log(`${killed} of 200 were killed before they ended`);
});
