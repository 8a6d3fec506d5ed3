import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {listLogFiles} from '../../../src/archive/download/open-files.ts';
import {type DownloadRequest, downloadSelection} from '../../../src/archive/download/run-download.ts';
import {CliError} from '../../../src/errors.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {
	createLogService,
	csv,
	cutAfter,
	daily,
	endAfter,
	flip,
	instead,
	type LogService,
	monthly,
	open,
	portsOf,
	silence,
	type Transfer,
} from '../../support/service/log-service.ts';

const run = async (service: LogService, folder: string, changes: Partial<DownloadRequest> = {}) => {
	const ports = portsOf(service);
	const request: DownloadRequest = {
		folder,
		files: await listLogFiles(ports),
		selection: {},
		forms: {zip: true, unpacked: false},
		overwrite: false,
		concurrency: 2,
		maxBytes: undefined,
		waitMs: undefined,
		needsOpen: true,
		...changes,
	};
	const {results} = await downloadSelection(request, ports);
	return results.map(result => [
		result.file.name,
		result.state === 'failed' ? `${result.failure.kind}: ${result.failure.message}` : result.state,
	]);
};
const unpack = {forms: {zip: false, unpacked: true}};
/** What a person sees in the folder. */
const visible = (folder: string) =>
	readdirSync(folder)
		.filter(name => !name.startsWith('.'))
		.sort();
const hidden = (folder: string) => readdirSync(folder).filter(name => name.startsWith('.'));

test('fetches each file with its own address and leaves no other files', async () => {
	const service = createLogService([daily('2026-11-19'), daily('2026-11-20')]);
	const folder = join(temporaryFolder(), 'new', 'files');
	expect(await run(service, folder)).toEqual([
		['7_exc_2026-11-19.zip', 'fetched'],
		['7_exc_2026-11-20.zip', 'fetched'],
	]);
	expect(visible(folder)).toEqual(['7_exc_2026-11-19.zip', '7_exc_2026-11-20.zip']);
	expect(hidden(folder)).toEqual(['.usagectl-manifest.ndjson']);
	for (const {name, bytes} of service.files) expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
	// Two at a time: which of them asks first is open.
	expect(service.asked.toSorted()).toEqual(['7_exc_2026-11-19.zip', '7_exc_2026-11-20.zip']);
});

test('does not fetch complete files again', async () => {
	const service = createLogService([daily('2026-11-19'), daily('2026-11-20')]);
	const folder = temporaryFolder();
	await run(service, folder);
	expect(await run(service, folder)).toEqual([]);
	expect(service.asked).toHaveLength(2);
	expect(await run(service, folder, {overwrite: true})).toHaveLength(2);
});

test.each<[string, object, readonly string[]]>([
	['unpacks', unpack, ['7_exc_2026-11-19.csv']],
	['unpacks and keeps the zip', {forms: {zip: true, unpacked: true}}, ['7_exc_2026-11-19.csv', '7_exc_2026-11-19.zip']],
])('%s', async (_, changes, names) => {
	const folder = temporaryFolder();
	await run(createLogService([daily('2026-11-19', 30)]), folder, changes);
	expect(visible(folder)).toEqual(names);
	expect(readFileSync(join(folder, '7_exc_2026-11-19.csv'), 'utf8')).toBe(csv('2026-11-19', 30));
});

test('unpacks a zip in the folder without fetching it again', async () => {
	const service = createLogService([daily('2026-11-19')]);
	const folder = temporaryFolder();
	await run(service, folder);
	expect(await run(service, folder, unpack)).toEqual([['7_exc_2026-11-19.zip', 'unpacked']]);
	expect(visible(folder)).toEqual(['7_exc_2026-11-19.csv', '7_exc_2026-11-19.zip']);
	expect(service.asked).toHaveLength(1);
});

test('unpacks an archive with other entry names into a folder with its name', async () => {
	const [first, second] = [daily('2026-11-19'), daily('2026-11-20')];
	first.bytes = writeZip([{name: 'data.csv', data: 'a'}]);
	second.bytes = writeZip([
		{name: 'data.csv', data: 'b'},
		{name: 'notes/x.txt', data: 'c'},
	]);
	const folder = temporaryFolder();
	await run(createLogService([first, second]), folder, unpack);
	expect(
		readdirSync(folder, {recursive: true, encoding: 'utf8'})
			.filter(name => !name.startsWith('.'))
			.sort(),
	).toEqual([
		'7_exc_2026-11-19',
		'7_exc_2026-11-19/data.csv',
		'7_exc_2026-11-20',
		'7_exc_2026-11-20/data.csv',
		'7_exc_2026-11-20/notes',
		'7_exc_2026-11-20/notes/x.txt',
	]);
});

const endless: Transfer = async function* () {
	for (;;) yield Buffer.alloc(100_000);
};
const big = () => daily('2026-11-19', 3000);
test.each<[string, readonly Transfer[]]>([
	['a reset in the middle', [cutAfter(5000), cutAfter(1), cutAfter(9000)]],
	['an end that looks whole', [endAfter(5000), endAfter(0), endAfter(big().bytes.length - 1)]],
	['a bit that changed on the way', [flip(4000), flip(20), flip(big().bytes.length - 3)]],
	['a page in place of the file', [instead('<!DOCTYPE html>')]],
])('starts again with a new address after %s', async (_, faults) => {
	for (const changes of [{}, unpack]) {
		const service = createLogService([big()], [...faults]);
		const folder = temporaryFolder();
		expect(await run(service, folder, changes)).toEqual([['7_exc_2026-11-19.zip', 'fetched']]);
		expect(service.asked).toHaveLength(faults.length + 1);
		expect(hidden(folder)).toEqual(['.usagectl-manifest.ndjson']);
	}
});

test('never mixes two versions of a file that changes between attempts', async () => {
	const file = open('2026-11-21', 3000);
	const later = open('2026-11-21', 3500);
	const change: Transfer = async function* (bytes) {
		yield bytes.subarray(0, 20_000);
		file.bytes = later.bytes;
		file.unpacked = later.unpacked;
		throw new CliError('network', 'reset', {hint: ''});
	};
	const folder = temporaryFolder();
	await run(createLogService([file], [change]), folder, {selection: {kinds: ['open']}, ...unpack});
	expect(readFileSync(join(folder, '7_exc_2026-11-21.csv'), 'utf8')).toBe(csv('2026-11-21', 3500));
});

test.each<[string, readonly Transfer[], RegExp]>([
	['always cut', Array(4).fill(cutAfter(500)), /^network: /],
	['always damaged', Array(4).fill(flip(200)), /^damaged: /],
	['hostile', [instead(writeZip([{name: '../evil.csv', data: 'x'}]))], /^damaged: .*points outside its folder/],
	['endless', [endless], /^damaged: the file is larger/],
])('keeps the other files when one is %s, and nothing of that one', async (_, faults, failure) => {
	const service = createLogService([daily('2026-11-18'), daily('2026-11-19'), daily('2026-11-20')], [...faults]);
	const folder = temporaryFolder();
	const results = await run(service, folder, {concurrency: 1, ...unpack});
	expect(results).toEqual([
		['7_exc_2026-11-18.zip', expect.stringMatching(failure)],
		['7_exc_2026-11-19.zip', 'fetched'],
		['7_exc_2026-11-20.zip', 'fetched'],
	]);
	expect(visible(folder).filter(name => name.includes('2026-11-18'))).toEqual([]);
	expect(hidden(folder)).toEqual(['.usagectl-manifest.ndjson']);
});

test('ends a transfer that stalls', async () => {
	const ports = {...portsOf(createLogService([daily('2026-11-19')], Array(4).fill(silence))), timeoutMs: 20};
	const request = {
		folder: temporaryFolder(),
		files: await listLogFiles(ports),
		selection: {},
		forms: {zip: true, unpacked: false},
		overwrite: false,
		concurrency: 1,
		maxBytes: undefined,
		waitMs: undefined,
		needsOpen: true,
	};
	const {results} = await downloadSelection(request, ports);
	expect(results).toMatchObject([{state: 'failed', failure: {kind: 'network', details: {code: 'timeout'}}}]);
});

test('waits for an open file in processing, or fails with its own code', async () => {
	const file = {...open('2026-11-21'), available: false};
	const selection = {kinds: ['open' as const]};
	const service = createLogService([file]);
	expect(await run(service, temporaryFolder(), {selection})).toEqual([
		['7_exc_2026-11-21.zip', 'notReady: 7_exc_2026-11-21.zip is still being processed by the service'],
	]);
	expect(service.asked).toEqual([]);
	const list = service.client.call;
	let polls = 0;
	const client = {
		...service.client,
		call: ((...args: Parameters<typeof list>) => {
			if (++polls === 4) file.available = true;
			return list(...args);
		}) as typeof list,
	};
	const ports = {...portsOf(service), client};
	const request = {
		folder: temporaryFolder(),
		files: await listLogFiles(ports),
		selection,
		forms: {zip: true, unpacked: false},
		overwrite: false,
		concurrency: 1,
		maxBytes: undefined,
		waitMs: 600_000,
		needsOpen: true,
	};
	expect((await downloadSelection(request, ports)).results).toMatchObject([{state: 'fetched'}]);
});

test('does not replace foreign files unless asked to, and accepts a complete zip', async () => {
	const [good, other] = [daily('2026-11-19'), daily('2026-11-20')];
	const service = createLogService([good, other]);
	const folder = temporaryFolder();
	writeFileSync(join(folder, good.name), good.bytes);
	writeFileSync(join(folder, other.name), other.bytes.subarray(0, 300));
	expect(await run(service, folder)).toEqual([
		[other.name, expect.stringMatching(/^disk: .* exists and is not a download/)],
	]);
	expect(service.asked).toEqual([]);
	expect(readFileSync(join(folder, other.name))).toHaveLength(300);
	expect(await run(service, folder, {overwrite: true})).toHaveLength(2);
	expect(readFileSync(join(folder, other.name)).equals(other.bytes)).toBe(true);
});

test('fetches files again that were damaged or removed after their download', async () => {
	const service = createLogService([daily('2026-11-19'), daily('2026-11-20')]);
	const folder = temporaryFolder();
	await run(service, folder, {forms: {zip: true, unpacked: true}});
	writeFileSync(join(folder, '7_exc_2026-11-19.zip'), 'cut');
	writeFileSync(join(folder, '7_exc_2026-11-20.csv'), 'cut');
	expect(await run(service, folder, {forms: {zip: true, unpacked: true}})).toEqual([
		['7_exc_2026-11-19.zip', 'fetched'],
		['7_exc_2026-11-20.zip', 'unpacked'],
	]);
	expect(readFileSync(join(folder, '7_exc_2026-11-20.csv'), 'utf8')).toBe(csv('2026-11-20', 50));
});

test('rejects an unexpected file name and fetches the other files', async () => {
	const evil = {...daily('2026-11-19'), name: '../../evil.zip'};
	const folder = join(temporaryFolder(), 'a', 'b');
	expect(await run(createLogService([evil, daily('2026-11-20')]), folder)).toEqual([
		['../../evil.zip', expect.stringMatching(/^damaged: /)],
		['7_exc_2026-11-20.zip', 'fetched'],
	]);
	expect(readdirSync(join(folder, '..', '..'))).toEqual(['a']);
});

test.each([
	'/evil.zip',
	'..',
	'',
	'a/7_exc_2026-11-19.zip',
	'..\\7_exc_2026-11-19.zip',
	'7_exc_2026-11-19.zip\0',
	'7_exc_2026-11-19.zip\n',
	'7_exc_2026\u001b[2J.zip',
	'7_exc_\u202epiz.zip',
	'.usagectl-manifest.ndjson',
	`7_exc_${'9'.repeat(300)}.zip`,
])('rejects the name %j', async name => {
	const folder = temporaryFolder();
	const service = createLogService([{...daily('2026-11-19'), name}]);
	expect(await run(service, folder)).toEqual([[name, expect.stringMatching(/^damaged: .*an unexpected name$/)]]);
	expect(service.asked).toEqual([]);
	expect(visible(folder)).toEqual([]);
	expect(hidden(folder)).toEqual([]);
});

test('keeps a file with a ratio above 500 as a zip, and unpacks it on request', async () => {
	const log = `timestamp,exception.class\n${'2026-11-19T00:00:00,Boom\n'.repeat(100_000)}`;
	const bytes = writeZip([{name: '7_exc_2026-11-19.csv', data: log}]);
	expect(log.length / bytes.length).toBeGreaterThan(300);
	const limit = {maxRatio: 300};
	const service = createLogService([{...daily('2026-11-19'), bytes, unpacked: log.length}]);
	const folder = temporaryFolder();
	expect(await run(service, folder, limit)).toEqual([['7_exc_2026-11-19.zip', 'fetched']]);
	expect(await run(service, folder, {...unpack, ...limit})).toEqual([
		['7_exc_2026-11-19.zip', 'damaged: entry 1 of the archive unpacks to more than 300 times its size'],
	]);
	expect(visible(folder)).toEqual(['7_exc_2026-11-19.zip']);
	expect(await run(service, folder, {...unpack, maxRatio: 2000})).toEqual([['7_exc_2026-11-19.zip', 'unpacked']]);
	expect(readFileSync(join(folder, '7_exc_2026-11-19.csv'), 'utf8')).toBe(log);
});

test('fetches a month instead of its days', async () => {
	const service = createLogService([monthly('2026-10-01', '2026-10-31'), daily('2026-10-31'), daily('2026-11-01')]);
	expect((await run(service, temporaryFolder())).map(([name]) => name)).toEqual([
		'7_exc_2026-10-01_to_2026-10-31.zip',
		'7_exc_2026-11-01.zip',
	]);
});

test('ends with a disk error if the target is a file or not writable', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'file'), '');
	mkdirSync(join(folder, 'taken'));
	writeFileSync(join(folder, 'taken', 'x'), '');
	await expect(run(createLogService([daily('2026-11-19')]), join(folder, 'file'))).rejects.toMatchObject({
		kind: 'disk',
	});
});

test('stops the other transfers after an error that ends the run, and throws it', async () => {
	const over = new CliError('auth', 'the session is over', {hint: 'log in'});
	let stopped = false;
	const waits: Transfer = async function* (bytes, signal) {
		try {
			yield* silence(bytes, signal);
		} finally {
			stopped = true;
		}
	};
	const fails: Transfer = async function* () {
		await new Promise(setImmediate);
		yield Buffer.alloc(0);
		throw over;
	};
	const files = ['2026-11-18', '2026-11-19', '2026-11-20'].map(day => daily(day));
	const service = createLogService(files, [waits, fails]);
	const folder = temporaryFolder();
	await expect(run(service, folder)).rejects.toBe(over);
	expect({stopped, asked: service.asked.length, left: readdirSync(folder)}).toEqual({
		stopped: true,
		asked: 2,
		left: [],
	});
});
