import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {crc32, inflateRawSync} from 'node:zlib';
import {beforeEach, expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, reply} from '../../support/service/hostile-server.ts';

const sandbox = await started();
const env = {
	...sandbox.env,
};
const steer = async (method: string, name: string, body?: object) => {
	const headers = {authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json'};
	const answer = await fetch(`${sandbox.baseUrl}/_sandbox/${name}`, {
		method,
		headers,
		...(body ? {body: JSON.stringify(body)} : {}),
	});
	expect(answer.ok, `${method} ${name}`).toBe(true);
	return answer;
};
const fault = (...rules: readonly object[]) => steer('PUT', 'faults', {rules});
const requests = async () =>
	(await (await steer('GET', 'requests')).json()) as readonly {path: string; user: string | null}[];
const run = (line: string) => usagectl(line, {env, clock: fakeClock()});
const json = async (line: string) => JSON.parse((await run(`${line} -o json`)).stdout);
const visible = (folder: string) =>
	readdirSync(folder)
		.filter(name => !name.startsWith('.'))
		.sort();

beforeEach(async () => {
	await steer('DELETE', 'faults');
	await steer('DELETE', 'requests');
	await steer('PUT', 'clock', {timestamp: '2026-06-30T12:00:00'});
});

/** The only member of a zip that is known to be good, read without the code under test. */
const readMember = (zip: Buffer) => {
	const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
	const content = inflateRawSync(zip.subarray(start));
	const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
	expect(crc32(content)).toBe(zip.readUInt32LE(directory + 16));
	return content;
};

test.each(['exceptions', 'events'])('%s files lists months, days and the open day with their sizes', async kind => {
	const rows = await json(`${kind} files`);
	const kinds = [...new Set(rows.map((row: {kind: string}) => row.kind))];
	expect(kinds).toEqual(['monthly', 'daily', 'open']);
	const code = kind === 'exceptions' ? 'exc' : 'cust';
	expect(rows.at(-1)).toEqual({
		kind: 'open',
		fileName: `${sandbox.product}_${code}_2026-06-30.zip`,
		fileDate: '2026-06-30',
		fileStartDate: null,
		fileStopDate: null,
		uncompressedSizeKB: expect.any(Number),
		compressedSizeKB: null,
		isAvailable: true,
	});
	expect(rows[0]).toMatchObject({
		kind: 'monthly',
		fileDate: null,
		fileStartDate: expect.stringMatching(/-01$/),
		isAvailable: null,
	});
});

test('combines several products into one list', async () => {
	const ids = sandbox.products.map(({productId}) => productId);
	const rows = await json(`exceptions files -p ${ids.join(',')}`);
	expect(new Set(rows.map((row: {product: number}) => row.product)).size).toBeGreaterThan(1);
});

test("tail shows the latest records under the service's names", async () => {
	const {stdout} = await run('exceptions tail -n 3 -o csv');
	const header = stdout.slice(0, stdout.indexOf('\n'));
	expect(header).toMatch(
		/^timestamp,clientId,prodEdition,prodVersion,.*,exception\.class,exception\.method,exception\.message,exception\.stackTrace$/,
	);
	const rows = await json('events tail -n 3');
	expect(rows).toHaveLength(3);
	expect(Object.keys(rows[0]).slice(-3)).toEqual(['event.category', 'event.name', 'event.data']);
});

test('tail --limit shows the latest records', async () => {
	const times = async (line: string) => (await json(line)).map(({timestamp}: {timestamp: string}) => timestamp);
	const all = await times('exceptions tail');
	expect(await times('exceptions tail --limit 2')).toEqual(all.slice(-2));
	expect(await times('exceptions tail -n 3 --limit 5')).toEqual(all.slice(-3));
});

test('tail --follow starts with the existing records and runs until it is stopped', async () => {
	const stop = new AbortController();
	let looks = 0;
	const clock = {
		...fakeClock(),
		sleep: async (_: number, signal?: AbortSignal) => {
			if (++looks === 3) stop.abort(new Error('stopped'));
			signal?.throwIfAborted();
		},
	};
	const {stdout} = await usagectl('exceptions tail -n 2 --follow -o ndjson', {env, clock, signal: stop.signal});
	expect(stdout.trim().split('\n')).toHaveLength(2);
	expect((await requests()).filter(({path}) => path.endsWith('/getLastLines'))).toHaveLength(3);
});

test('download downloads and unpacks a range, and no file twice', async () => {
	const folder = join(temporaryFolder(), 'files');
	const line = `exceptions download --from 2026-06-01 --to 2026-06-29 --unzip --keep-zip -d ${folder}`;
	const first = await run(line);
	expect(first).toMatchObject({exitCode: 0});
	const zips = visible(folder).filter(name => name.endsWith('.zip'));
	expect(zips.length).toBeGreaterThan(0);
	for (const name of zips) {
		const content = readMember(readFileSync(join(folder, name)));
		expect(readFileSync(join(folder, name.replace('.zip', '.csv'))).equals(content)).toBe(true);
	}
	const second = await run(`${line} -o json`);
	expect(second).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^\[\s*\]\n$/)});
	expect(second.stderr).toMatch(/is already complete/);
});

test('sends no session to the download host, and requests a new address for each attempt', async () => {
	await fault(
		{path: '/download/*', calls: [1], fault: {kind: 'truncate', bytes: 300}},
		{path: '/download/*', calls: [2], fault: {kind: 'dead-address'}},
	);
	const folder = temporaryFolder();
	const name = `${sandbox.product}_exc_2026-06-29.zip`;
	expect(await run(`exceptions download ${name} -d ${folder}`)).toMatchObject({exitCode: 0});
	readMember(readFileSync(join(folder, name)));
	const met = await requests();
	expect(met.filter(({path}) => path.endsWith('/getDownloadUrl'))).toHaveLength(3);
	const transfers = met.filter(({path}) => path.startsWith('/download/'));
	expect(transfers.map(({user}) => user)).toEqual([null, null, null]);
});

test('sync keeps a folder up to date while the open file grows', async () => {
	const folder = join(temporaryFolder(), 'crashes');
	await steer('PUT', 'clock', {timestamp: '2026-06-30T06:00:00'});
	expect(await run(`exceptions sync ${folder}`)).toMatchObject({exitCode: 0});
	const open = `${sandbox.product}_exc_2026-06-30.zip`;
	expect((await json(`exceptions sync ${folder}`)).map((row: {fileName: string}) => row.fileName)).toEqual([open]);
	const before = readMember(readFileSync(join(folder, open)));
	await steer('PUT', 'clock', {timestamp: '2026-06-30T23:00:00'});
	await run(`exceptions sync ${folder}`);
	const after = readMember(readFileSync(join(folder, open)));
	expect(after.length).toBeGreaterThan(before.length);
	expect(after.subarray(0, before.length).equals(before)).toBe(true);
});

test('download exits with status 11 for an open file that is still processed, and sync notes it', async () => {
	await fault({path: '/exceptionTracking/listFiles', times: 'always', fault: {kind: 'unavailable'}});
	const folder = temporaryFolder();
	const asked = await run(`exceptions download --kind open -d ${folder}`);
	expect(asked).toMatchObject({exitCode: 11, stderr: expect.stringMatching(/still being processed[\s\S]*--wait 10m/)});
	expect(visible(folder)).toEqual([]);
	expect(await run(`exceptions download --kind open --wait 1m -d ${folder}`)).toMatchObject({exitCode: 11});
	expect(await run(`exceptions sync ${folder}`)).toMatchObject({
		exitCode: 0,
		stderr: expect.stringMatching(/still processing it/),
	});
});

test('treats an open file as not ready if processing starts when its address is requested', async () => {
	await fault({path: '/exceptionTracking/getDownloadUrl', times: 'always', fault: {kind: 'unavailable'}});
	expect(await run(`exceptions download --kind open -d ${temporaryFolder()}`)).toMatchObject({exitCode: 11});
	await fault({path: '/exceptionTracking/getDownloadUrl', calls: [4], fault: {kind: 'unavailable'}});
	const synced = await run(`exceptions sync ${temporaryFolder()} --concurrency 1`);
	expect(synced).toMatchObject({exitCode: 0, stderr: expect.stringMatching(/still processing it/)});
});

test('exits with status 8 for one damaged file and 6 among others, and keeps nothing of it', async () => {
	const folder = temporaryFolder();
	await fault({path: '/download/*', times: 'always', fault: {kind: 'cut', bytes: 200}});
	const name = `${sandbox.product}_exc_2026-06-29.zip`;
	expect(await run(`exceptions download ${name} -d ${folder}`)).toMatchObject({
		exitCode: 8,
		stderr: expect.stringMatching(/^error: .*2026-06-29\.zip: /),
	});
	expect(visible(folder)).toEqual([]);
	await fault({path: '/download/*', calls: [1, 2, 3, 4], fault: {kind: 'cut', bytes: 200}});
	const some = await run(`exceptions download --kind daily --from 2026-06-26 --concurrency 1 -d ${folder}`);
	expect(some).toMatchObject({exitCode: 6, stderr: expect.stringMatching(/1 of \d files failed/)});
	expect(visible(folder).length).toBeGreaterThan(1);
});

test('requests a new address after one was used, and reports a network error after all retries', async () => {
	await fault({path: '/download/*', times: 'always', fault: {kind: 'dead-address'}});
	const name = `${sandbox.product}_exc_2026-06-29.zip`;
	expect(await run(`exceptions download ${name} -d ${temporaryFolder()} --retries 2`)).toMatchObject({exitCode: 5});
	expect((await requests()).filter(({path}) => path.endsWith('/getDownloadUrl'))).toHaveLength(3);
});

test('--stdout prints the file or its content, and leaves nothing behind', async () => {
	const name = `${sandbox.product}_exc_2026-06-29.zip`;
	const folder = temporaryFolder();
	const {stdout} = await run(`exceptions download ${name} --stdout --unzip -d ${folder}`);
	expect(stdout).toMatch(/^Timestamp,Client ID,.*,Stack Trace\r\n2026-06-29T/);
	expect(readdirSync(folder)).toEqual([]);
	expect((await run(`exceptions download ${name} --stdout -d ${folder}`)).stdout).toMatch(/^PK/);
});

test.each<[string, RegExp]>([
	['exceptions download', /file names are missing/],
	['exceptions download a.zip --all', /file names cannot be combined/],
	['exceptions download --all --stdout', /--stdout needs exactly one file/],
	[
		'exceptions download --from 2026-06-10 --to 2026-06-01',
		/the range ends \(2026-06-01\) before it starts \(2026-06-10\)/,
	],
	['exceptions download --from 2026-02-30', /2026-02-30/],
	['exceptions download --all --max-size huge', /a size such as/],
	['events sync --raw-events', /raw events need a folder of their own, not event-archive/],
	['events sync raw --raw-events --repair', /--repair cannot be combined with --raw-events/],
	['exceptions tail --interval 1s', /2s or more/],
	['exceptions tail -n 0', /-n 0 needs --follow/],
	['exceptions tail --follow -p 1,2', /--follow takes one product/],
])('rejects %s before anything is sent', async (line, message) => {
	expect(await run(line)).toMatchObject({exitCode: 2, stdout: '', stderr: expect.stringMatching(message)});
	expect(await requests()).toEqual([]);
});

test('rejects a name that is not listed, and suggests the nearest', async () => {
	const {exitCode, stderr} = await run(`exceptions download ${sandbox.product}_exc_2026-06-29.zi`);
	expect({exitCode, stderr}).toMatchObject({
		exitCode: 2,
		stderr: expect.stringMatching(/does not list .*\n(.*\n)*hint: did you mean [^\n]*2026-06-29\.zip/),
	});
});

test('--dry-run sends nothing', async () => {
	const folder = join(temporaryFolder(), 'x');
	expect(await run(`exceptions sync ${folder} --dry-run`)).toMatchObject({exitCode: 0});
	expect(existsSync(folder)).toBe(false);
	expect(await requests()).toEqual([]);
});

test.each([{status: 'OK'}, null, {status: 'OK', dailyFiles: null}])(
	'a listing without lists is an unknown layout: %j',
	async listing => {
		const {address} = await hostileServer(reply(JSON.stringify(listing)));
		const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 's', USAGECTL_PRODUCT: '7'};
		for (const command of ['exceptions files', 'events files', 'events sync raw --raw-events'])
			expect(await usagectl(command, {env, clock: fakeClock()})).toMatchObject({exitCode: 4, stdout: ''});
	},
);
