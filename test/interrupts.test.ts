import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createUpload} from './keys/support/killed.ts';
import {temporaryFolder} from './support/disk/folders.ts';
import {type Started, start} from './support/program/child.ts';
import {drip, hang, hostileServer, ok, type Reply, reply} from './support/service/hostile-server.ts';

/** Signals in the middle of each kind of work, sent to the shipped program. */

const signedIn = ok({sessionId: 'canary-session-0123'});
const listing = ok({
	monthlyFiles: [],
	openDailyFiles: [],
	dailyFiles: [{fileName: '7_exc_2026-11-19.zip', fileDate: '2026-11-19', uncompressedSizeKB: 1, compressedSizeKB: 1}],
});
/** The address of a file on this very server. */
const toFile: Reply = (response, met) => ok({downloadUrl: `http://${met.headers.host}/file.zip`})(response, met);
const later = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds));

/** Starts a line against a server; `act` is called once it has met so many requests. */
async function during(
	line: readonly string[],
	replies: readonly Reply[],
	act: (run: Started, folder: string) => unknown,
) {
	const server = await hostileServer(...replies);
	const folder = temporaryFolder();
	const env = {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		USAGECTL_BASE_URL: server.address,
		USAGECTL_USER: 'ada@example.test',
		USAGECTL_PRODUCT: '7',
		...(line.includes('--password-command') ? {} : {USAGECTL_PASSWORD: 'canary-password'}),
	};
	const run = start(
		line.map(word => word.replace('FOLDER', folder)),
		{env},
	);
	while (run.isRunning() && server.met.length < replies.length) await later(5);
	await act(run, folder);
	const {code, stdout, stderr} = await run.ended;
	return {code, stdout, stderr, folder, met: server.met};
}

const report = ['report', 'churn', 'days', '--from', '2026-01-01', '--to', '2026-03-31', '--lost-after', '30'];
const busy = reply('', {status: 503, headers: {'retry-after': '50'}});
test.each<[string, readonly string[], readonly Reply[], hint?: string]>([
	['signing in', ['login', '--password-command', 'echo canary-password'], [hang]],
	['a report', report, [signedIn, hang]],
	['an answer that drips', [...report, '--out', 'FOLDER/out.csv'], [signedIn, drip]],
	['the wait before the next try', report, [signedIn, busy]],
	['a listing of keys', ['keys', 'list', '-o', 'csv'], [signedIn, hang]],
	['a tail that follows', ['exceptions', 'tail', '--follow', '--interval', '2s'], [signedIn, hang]],
	['a download', ['exceptions', 'download', '--all', '-d', 'FOLDER/files'], [signedIn, listing, toFile, drip]],
	[
		'a sync',
		['exceptions', 'sync', 'FOLDER/files'],
		[signedIn, listing, toFile, drip],
		'to continue, run the same command: complete files are kept',
	],
	[
		'the listing of a sync',
		['exceptions', 'sync', 'FOLDER/files'],
		[signedIn, hang],
		'to continue, run the same command: complete files are kept',
	],
])('Ctrl-C during %s exits with status 130 and leaves nothing incomplete', async (_, line, replies, hint = '') => {
	const {code, stdout, stderr, folder} = await during(line, replies, run => run.kill('SIGINT'));
	expect(code).toBe(130);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^error: stopped by SIGINT.*\nhint: .+/m);
	expect(stderr).toContain(hint);
	expect(existsSync(join(folder, 'out.csv'))).toBe(false);
	const left = existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')) : [];
	expect(left.filter(name => name !== '.usagectl-manifest.ndjson')).toEqual([]);
});

test('Ctrl-C during a password command exits with status 130', async () => {
	const line = [...report, '--password-command', 'touch FOLDER/runs && exec sleep 30'];
	const {code, met} = await during(line, [], async (run, folder) => {
		while (run.isRunning() && !existsSync(join(folder, 'runs'))) await later(5);
		run.kill('SIGINT');
	});
	expect({code, met}).toEqual({code: 130, met: []});
});

test('Ctrl-C during an upload exits with status 130 and a hint, and the same command resumes it', async () => {
	const victim: {stop?: () => void} = {};
	const upload = await createUpload({
		onExchange: exchange => {
			if (exchange === 3) victim.stop?.();
		},
	});
	const {ended, kill} = upload.start();
	victim.stop = () => kill('SIGINT');
	const {code, stderr} = await ended;
	expect(code).toBe(130);
	expect(stderr).toContain('--resume');
	await upload.expectWhole();
});

test('a run that is stopped and continued completes', async () => {
	const slow: Reply = (response, met) => void later(700).then(() => ok({results: {'1': 2}})(response, met));
	const {code, stdout} = await during([...report, '-o', 'csv'], [signedIn, slow], async run => {
		run.kill('SIGSTOP');
		await later(900);
		run.kill('SIGCONT');
	});
	expect({code, stdout}).toEqual({code: 0, stdout: 'bin,installations\n1,2\n'});
});
