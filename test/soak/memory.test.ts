import {once} from 'node:events';
import {createWriteStream, existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {Readable} from 'node:stream';
import {constants, createBrotliCompress, createGzip, gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {createZip} from '../../src/sandbox/files/zip.ts';
import {start} from '../sandbox/support/processes.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {shell} from '../support/program/child.ts';
import {hostileServer, type Reply, reply} from '../support/service/hostile-server.ts';

/** Memory of the shipped program at sizes that no suite has time for (goals 5 and 6 of the threat model). */

const here = (path: string) => resolve(import.meta.dirname, path);
const program = `'${process.execPath}' --import '${here('../support/preload/peak-to.mjs')}' '${here('../../bin/usagectl.js')}'`;

type Measured = {
	readonly code: number | string;
	readonly stdout: string;
	readonly stderr: string;
	readonly megabytes: number;
	readonly seconds: number;
};

/** Runs a line in which PROGRAM is the program; its peak memory comes back. */
async function measure(line: string, env: Record<string, string>): Promise<Measured> {
	const folder = temporaryFolder();
	const began = performance.now();
	const peak = join(folder, 'peak');
	const own = {USAGECTL_CONFIG_DIR: join(folder, 'config'), PEAK_TO: peak, NODE_EXTRA_CA_CERTS: '', NODE_OPTIONS: ''};
	const ended = await shell(line.replaceAll('PROGRAM', program), {...own, ...env}, 3_600_000);
	const megabytes = existsSync(peak) ? Number(readFileSync(peak, 'utf8')) : Number.NaN;
	const seconds = Math.round((performance.now() - began) / 1000);
	console.log(`${line.slice(0, 90)}: ${megabytes} MB, ${seconds} s, exit ${ended.code}`);
	return {...ended, megabytes, seconds};
}

/** A registry of that many keys; the settings that lead to it. */
async function registry(keys: number) {
	const port = await start(here('../bench/keys-server.mjs'), [String(keys)]).firstLine;
	return {
		USAGECTL_BASE_URL: `http://127.0.0.1:${port}/0`,
		USAGECTL_USER: 'ada',
		USAGECTL_SESSION_ID: 'canary-session',
		USAGECTL_PRODUCT: '7',
	};
}

test('millions of keys are listed in flat memory', async () => {
	const few = await measure('PROGRAM keys list -o csv -q | wc -l', await registry(1_000_000));
	const many = await measure('PROGRAM keys list -o csv -q | wc -l', await registry(5_000_000));
	expect(Number(many.stdout)).toBeGreaterThan(5_000_000);
	expect(many.megabytes).toBeLessThanOrEqual(450);
	expect(many.megabytes / few.megabytes).toBeLessThanOrEqual(1.15);
});

test('a million rows are uploaded in flat memory', async () => {
	const folder = temporaryFolder();
	await shell(`'${process.execPath}' '${here('../bench/key-file.mjs')}' 1000000 > '${folder}/keys.csv'`);
	const env = await registry(10);
	const {code, megabytes} = await measure(`PROGRAM keys update '${folder}/keys.csv' -y -q --no-diff`, env);
	expect(code).toBe(0);
	expect(megabytes).toBeLessThanOrEqual(200);
});

test('one field of a gigabyte is given up in flat memory', async () => {
	const path = join(temporaryFolder(), 'keys.csv');
	const file = createWriteStream(path);
	file.write('licenseKey,notes\nA,"');
	const block = Buffer.alloc(1 << 20, 'x');
	for (let count = 0; count < 1024; count++) if (!file.write(block)) await once(file, 'drain');
	await new Promise<void>(done => file.end(done));
	const {code, stderr, megabytes} = await measure(`PROGRAM keys update '${path}' --dry-run --no-diff -p 7`, {});
	expect(code).toBe(2);
	expect(stderr).toMatch(/2:3/);
	expect(megabytes).toBeLessThanOrEqual(200);
});

const block = Buffer.alloc(1 << 20, ' ');
/** Goes on until the client has had enough. */
const endless: Reply = response => {
	response.writeHead(200, {'content-type': 'application/json'});
	const send = () => {
		while (!response.destroyed && response.write(block));
	};
	response.on('drain', send);
	send();
};
const packers = {
	gzip: () => createGzip(),
	br: () => createBrotliCompress({params: {[constants.BROTLI_PARAM_QUALITY]: 1}}),
};
/** A gigabyte that is a megabyte on its way. */
const bomb =
	(encoding: 'gzip' | 'br'): Reply =>
	response => {
		response.writeHead(200, {'content-type': 'application/json', 'content-encoding': encoding});
		const packed = packers[encoding]();
		Readable.from(Array(1024).fill(block)).pipe(packed).pipe(response);
		response.on('close', () => packed.destroy());
	};
test.each([
	['an endless body', endless],
	['a gzip bomb', bomb('gzip')],
	['a brotli bomb', bomb('br')],
])('%s is given up in flat memory', async (_, shape) => {
	const {address} = await hostileServer(shape);
	const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary', USAGECTL_PRODUCT: '7'};
	const {code, stderr, megabytes} = await measure('PROGRAM api /meta/oldestReportedDate', env);
	expect({code, stderr}).toEqual({code: 4, stderr: expect.stringContaining('larger')});
	expect(megabytes).toBeLessThanOrEqual(200);
});

const longest = 8 * 2 ** 20;
const mostValues = longest / 16;
/** A body of as many members as an answer may have, filled up with a long text to as many bytes. */
const filled = (member: (at: number) => string, [open, end]: string = '{}'): string => {
	const signs = member(0).match(/[{[,\\]/g)?.length ?? 0;
	const count = Math.floor((mostValues - 8) / (signs + 1));
	const results = `${open}${Array.from({length: count}, (_, at) => member(at)).join()}${end}`;
	const body = `{"status":"OK","results":${results},"fill":""}`;
	return body.replace(/(?="}$)/, '€x'.repeat(Math.floor((longest - body.length) / 4)));
};
test.each([
	['one label', `{"status":"OK","results":{"€${'x'.repeat(longest - 60)}":1}}`],
	['numbers', filled(() => '0', '[]')],
	['objects', filled(() => '{}', '[]')],
	['labels that are numbers', filled(at => `"${at}":{"${at}":${at}}`)],
	['escapes', filled(at => `"${at}\\\\\\\\":1`)],
	['malformed keys', filled(at => `{"licenseKey":${at}}`, '[]')],
])('the largest answer of %s is read in flat memory', async (shape, body) => {
	expect(Buffer.byteLength(body)).toBeGreaterThan(longest * 0.9);
	const {address} = await hostileServer(reply(gzipSync(body), {headers: {'content-encoding': 'gzip'}}));
	const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary', USAGECTL_PRODUCT: '7'};
	for (const words of ['report current --from -30d --level country', 'keys list', 'props values country']) {
		const {code, stderr, megabytes} = await measure(`PROGRAM ${words} >/dev/null`, env);
		expect({code, stderr}).toEqual({code: 4, stderr: expect.not.stringContaining('larger')});
		expect(megabytes).toBeLessThanOrEqual(shape === 'labels that are numbers' ? 320 : 200);
	}
});

test('a slow reader holds the run back, and its memory stays flat', async () => {
	const {stdout, megabytes} = await measure(
		'PROGRAM keys list -o ndjson -q | (sleep 5; wc -l)',
		await registry(300_000),
	);
	expect(Number(stdout)).toBe(300_000);
	expect(megabytes).toBeLessThanOrEqual(200);
});

test('a heap of 64 MB is enough for all of these', async () => {
	const env = await registry(300_000);
	const folder = temporaryFolder();
	await shell(`'${process.execPath}' '${here('../bench/key-file.mjs')}' 100000 > '${folder}/keys.csv'`);
	const small = {NODE_OPTIONS: '--max-old-space-size=64', ...env};
	expect(await measure('PROGRAM keys list -o csv -q >/dev/null', small)).toMatchObject({code: 0});
	expect(await measure('PROGRAM keys list -o json -q >/dev/null', small)).toMatchObject({code: 0});
	expect(await measure(`PROGRAM keys update '${folder}/keys.csv' -y -q --no-diff`, small)).toMatchObject({code: 0});
});

/** A service with one monthly file of crash reports, which repeats a block of them up to this size. */
async function largeFile(name: string, size: number): Promise<string> {
	const rows = Array.from({length: 20_000}, (_, at) => `2026-03-01T00:00:00,${(at * 7919) % 99_991},Boom${at}\r\n`);
	const block = Buffer.from(rows.join(''));
	const blocks = Math.ceil(size / block.length);
	function* content() {
		yield 'timestamp,clientId,exception.class\r\n';
		for (let at = 0; at < blocks; at++) yield block;
	}
	const uncompressedSizeKB = (blocks * block.length) / 1024;
	const days = {fileStartDate: name.slice(6, 16), fileStopDate: name.slice(-10)};
	const listed = {fileName: `${name}.zip`, ...days, uncompressedSizeKB, compressedSizeKB: uncompressedSizeKB / 8};
	const {address} = await hostileServer((response, {path, headers}) => {
		if (path === '/file') {
			createZip({name: `${name}.csv`, day: days.fileStopDate}, Readable.from(content())).pipe(response);
			return;
		}
		const answer = path.endsWith('/listFiles')
			? {monthlyFiles: [listed]}
			: {downloadUrl: `http://${headers.host}/file`};
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({status: 'OK', ...answer}));
	});
	return address;
}

test('an entry of more than 4 GiB is unpacked in flat memory', async () => {
	const address = await largeFile('7_exc_2026-03-01_to_2026-03-31', 4.4e9);
	const folder = temporaryFolder();
	const {code, megabytes} = await measure(
		`PROGRAM exceptions download 7_exc_2026-03-01_to_2026-03-31.zip -d '${folder}' --unzip -q --timeout 3000s`,
		{USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 's', USAGECTL_PRODUCT: '7'},
	);
	expect(code).toBe(0);
	const sizes = readdirSync(folder).map(name => statSync(join(folder, name)).size);
	expect(Math.max(...sizes)).toBeGreaterThan(2 ** 32);
	expect(megabytes).toBeLessThanOrEqual(150);
});
