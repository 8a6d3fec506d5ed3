import {randomBytes} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, utimesSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parseAwaitedFiles, parseManifest} from '../../../src/archive/download/manifest.ts';
import {listLogFiles} from '../../../src/archive/download/open-files.ts';
import {type SyncRequest, syncFolder} from '../../../src/archive/download/sync-folder.ts';
import {CliError} from '../../../src/errors.ts';
import {buryOwners, type Fault, withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {isLong} from '../../support/laws/laws.ts';
import {
	createLogService,
	csv,
	daily,
	type Held,
	type LogService,
	monthly,
	open,
	portsOf,
	type Transfer,
} from '../../support/service/log-service.ts';

const requestOf = async (
	service: LogService,
	folder: string,
	changes: Partial<SyncRequest> = {},
): Promise<SyncRequest> => ({
	folder,
	files: await listLogFiles(portsOf(service)),
	since: undefined,
	forms: {zip: true, unpacked: false},
	concurrency: 2,
	maxBytes: undefined,
	waitMs: undefined,
	needsOpen: false,
	lock: 'test',
	...changes,
});
const run = async (service: LogService, folder: string, changes: Partial<SyncRequest> = {}, own = {}) => {
	const {results} = await syncFolder(await requestOf(service, folder, changes), {...portsOf(service), ...own});
	return results.map(({file, state}) => `${state} ${file.name}`);
};
const names = (folder: string) => readdirSync(folder).sort();
const listing = () => [
	monthly('2026-10-01', '2026-10-31'),
	daily('2026-10-31'),
	daily('2026-11-20'),
	open('2026-11-21'),
];

test('keeps a folder complete: the second run fetches only the open file', async () => {
	const service = createLogService(listing());
	const folder = join(temporaryFolder(), 'crashes');
	expect(await run(service, folder)).toEqual([
		'fetched 7_exc_2026-10-01_to_2026-10-31.zip',
		'fetched 7_exc_2026-11-20.zip',
		'fetched 7_exc_2026-11-21.zip',
	]);
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-11-21.zip']);
	expect(names(folder)).toEqual([
		'.usagectl-manifest.ndjson',
		'7_exc_2026-10-01_to_2026-10-31.zip',
		'7_exc_2026-11-20.zip',
		'7_exc_2026-11-21.zip',
	]);
});

test('records size, checksum and time of each file', async () => {
	const service = createLogService([daily('2026-11-20', 50)]);
	const folder = temporaryFolder();
	await run(service, folder);
	const manifest = parseManifest(readFileSync(join(folder, '.usagectl-manifest.ndjson'), 'utf8'));
	expect([...manifest.values()]).toEqual([
		{
			name: '7_exc_2026-11-20.zip',
			kind: 'daily',
			from: '2026-11-20',
			to: '2026-11-20',
			listedKB: csv('2026-11-20', 50).length / 1024,
			compressedKB: service.files[0]?.bytes.length ? service.files[0].bytes.length / 1024 : 0,
			size: service.files[0]?.bytes.length,
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
			entries: [
				{
					name: '7_exc_2026-11-20.csv',
					size: csv('2026-11-20', 50).length,
					crc32: expect.stringMatching(/^[0-9a-f]{8}$/),
				},
			],
			fetchedAt: '2026-06-30T12:00:00.000Z',
			zip: true,
			unpacked: null,
			state: 'placed',
		},
	]);
});

test('knows which files its last run did not fetch', async () => {
	const service = createLogService([daily('2026-11-18'), daily('2026-11-19'), open('2026-11-20')]);
	const folder = temporaryFolder();
	const awaited = () => parseAwaitedFiles(readFileSync(join(folder, '.usagectl-manifest.ndjson'), 'utf8'));
	const first: Transfer = async function* (bytes) {
		expect(awaited()).toEqual(['7_exc_2026-11-19.zip', '7_exc_2026-11-20.zip']);
		yield bytes;
	};
	const second: Transfer = async function* (bytes) {
		yield bytes.subarray(0, 10);
		throw new CliError('interrupted', 'stopped', {hint: 'again'});
	};
	await run(createLogService([daily('2026-11-18')]), folder);
	expect(awaited()).toEqual([]);
	const stopped = createLogService(service.files, [first, second]);
	await expect(run(stopped, folder, {concurrency: 1})).rejects.toMatchObject({kind: 'interrupted'});
	expect(awaited()).toEqual(['7_exc_2026-11-20.zip']);
	await run(createLogService(service.files.slice(0, 2)), folder);
	expect(awaited()).toEqual([]);
});

test('fetches a day again when it is final', async () => {
	const service = createLogService([open('2026-11-21', 20)]);
	const folder = temporaryFolder();
	await run(service, folder, {forms: {zip: true, unpacked: true}});
	service.files.splice(0, 1, daily('2026-11-21', 90), open('2026-11-22'));
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-11-21.zip', 'fetched 7_exc_2026-11-22.zip']);
	expect(readFileSync(join(folder, '7_exc_2026-11-21.zip')).equals(service.files[0]?.bytes as Buffer)).toBe(true);
	// what was unpacked before must not stay behind
	expect(readFileSync(join(folder, '7_exc_2026-11-21.csv'), 'utf8')).toBe(csv('2026-11-21', 90));
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-11-22.zip']);
});

test('fetches only the new day after the file of the running month was renamed', async () => {
	const service = createLogService([monthly('2026-11-01', '2026-11-20')]);
	const folder = join(temporaryFolder(), 'crashes');
	await run(service, folder);
	service.files.splice(0, 1, monthly('2026-11-01', '2026-11-21'), daily('2026-11-20'), daily('2026-11-21'));
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-11-21.zip']);
});

test('fetches a month with late records although its days are there as daily files', async () => {
	const days = ['2026-10-01', '2026-10-02'].map(day => daily(day, 50));
	const service = createLogService(days);
	const folder = temporaryFolder();
	await run(service, folder);
	const monthOf = (late: string) => {
		const rows = csv('2026-10-02', 50).replace(/^.*\r\n/, '');
		const data = `${csv('2026-10-01', 50)}${rows}${late}`;
		return {
			...monthly('2026-10-01', '2026-10-02'),
			bytes: writeZip([{name: '7_exc.csv', data}]),
			unpacked: data.length,
		};
	};
	service.files.push(monthOf(''));
	expect(await run(service, folder)).toEqual([]);
	// The month has one header less than its days, and so is smaller, although it has a row more.
	service.files.splice(2, 1, monthOf('2026-10-02T,,Late\r\n'));
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-10-01_to_2026-10-02.zip']);
	expect(await run(service, folder)).toEqual([]);
});

test('removes an open copy whose day is in a monthly file', async () => {
	const service = createLogService([open('2026-11-21')]);
	const folder = temporaryFolder();
	await run(service, folder);
	service.files.splice(0, 1, monthly('2026-11-01', '2026-11-30'));
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-11-01_to_2026-11-30.zip']);
	expect(names(folder)).toEqual(['.usagectl-manifest.ndjson', '7_exc_2026-11-01_to_2026-11-30.zip']);
});

test('removes the unpacked content of an open copy whose day is in a monthly file', async () => {
	const service = createLogService([open('2026-11-21')]);
	const folder = temporaryFolder();
	const forms = {zip: false, unpacked: true};
	await run(service, folder, {forms});
	expect(names(folder)).toEqual(['.usagectl-manifest.ndjson', '7_exc_2026-11-21.csv']);
	service.files.splice(0, 1, monthly('2026-11-01', '2026-11-30'));
	await run(service, folder, {forms});
	expect(names(folder)).not.toContain('7_exc_2026-11-21.csv');
	expect(names(folder)).toHaveLength(2);
});

test('leaves an open file that is being processed for the next run', async () => {
	const file = open('2026-11-21');
	const service = createLogService([file]);
	const folder = temporaryFolder();
	await run(service, folder);
	const before = readFileSync(join(folder, file.name));
	file.available = false;
	expect(await run(service, folder)).toEqual([]);
	expect(readFileSync(join(folder, file.name)).equals(before)).toBe(true);
});

test('fetches a final file again when it is listed with other sizes', async () => {
	const service = createLogService([daily('2026-11-20', 50)]);
	const folder = temporaryFolder();
	await run(service, folder);
	service.files.splice(0, 1, daily('2026-11-20', 60));
	expect(await run(service, folder)).toEqual(['fetched 7_exc_2026-11-20.zip']);
});

test('fetches a final file again when it is listed with other days, even if the sizes are equal', async () => {
	const month = monthly('2026-10-01', '2026-10-30');
	const service = createLogService([month]);
	const folder = temporaryFolder();
	await run(service, folder);
	service.files.splice(0, 1, {...month, to: '2026-10-31'});
	expect(await run(service, folder)).toEqual([`fetched ${month.name}`]);
	expect(await run(service, folder)).toEqual([]);
});

test('ends a second run at the same time at once, but not one of another product', async () => {
	let release: (() => void) | undefined;
	const held = new Promise<void>(resolve => {
		release = resolve;
	});
	let begun: (() => void) | undefined;
	const underWay = new Promise<void>(resolve => {
		begun = resolve;
	});
	const waits: Transfer = async function* (bytes) {
		begun?.();
		await held;
		yield bytes;
	};
	const folder = temporaryFolder();
	const own = {stateDir: temporaryFolder()};
	const first = run(createLogService(listing(), [waits]), folder, {}, own);
	await underWay;
	await expect(run(createLogService(listing()), folder, {}, own)).rejects.toMatchObject({kind: 'locked'});
	expect(await run(createLogService([daily('2026-11-19')]), folder, {lock: 'other'}, own)).toHaveLength(1);
	release?.();
	expect(await first).toHaveLength(3);
	expect(names(folder).filter(name => name.endsWith('.zip'))).toHaveLength(4);
});

/** Whatever happened, what has a final name is whole. */
const validateFolder = (folder: string, versions: readonly Held[]) => {
	if (!existsSync(folder)) return;
	for (const name of names(folder).filter(each => !each.startsWith('.usagectl'))) {
		const stem = name.replace(/\.[^.]*$/, '');
		const held = versions.filter(file => file.name === `${stem}.zip`);
		const bytes = readFileSync(join(folder, name));
		const whole = name.endsWith('.zip')
			? held.some(file => bytes.equals(file.bytes))
			: held.some(file => bytes.length === file.unpacked);
		expect(whole, `${name} is whole`).toBe(true);
	}
};

/** A folder that a run before has left, and what the service lists now: a new day, and the open day grown. */
const prepare = async () => {
	const before = [daily('2026-11-18', 30), open('2026-11-19', 10)];
	const after = [daily('2026-11-18', 30), daily('2026-11-19', 40), open('2026-11-20', 15)];
	const folder = join(temporaryFolder(), 'crashes');
	const forms = {zip: true, unpacked: true};
	await run(createLogService(before), folder, {forms});
	return {folder, after, all: [...before, ...after], forms};
};

const survive = async (fault: Fault) => {
	const {folder, after, all, forms} = await prepare();
	const ended = await withFault(fault, () => run(createLogService(after), folder, {forms, concurrency: 1}));
	validateFolder(folder, all);
	// a real run would be over now, whether it was killed or gave up
	buryOwners(folder);
	// a private folder whose owner is not known yet must grow old before it is anybody's to remove
	for (const name of names(folder).filter(each => each.startsWith('.usagectl'))) utimesSync(join(folder, name), 0, 0);
	expect(await run(createLogService(after), folder, {forms})).toContain('fetched 7_exc_2026-11-20.zip');
	validateFolder(folder, all);
	expect(names(folder)).toEqual([
		'.usagectl-manifest.ndjson',
		...['18', '19', '20'].flatMap(day => [`7_exc_2026-11-${day}.csv`, `7_exc_2026-11-${day}.zip`]),
	]);
	for (const file of after) expect(readFileSync(join(folder, file.name)).equals(file.bytes)).toBe(true);
	return ended;
};

test('leaves no damaged file after a kill at any operation, and the next run completes', async () => {
	const {operations} = await survive({kind: 'none'});
	expect(operations).toBeGreaterThan(30);
	for (let at = 1; at <= operations; at += isLong ? 1 : 5) {
		const {thrown} = await survive({kind: 'kill', at});
		// the last operations only tidy up, and may fail in silence
		if (at < operations - 3) expect(thrown, `kill ${at}`).toBeDefined();
	}
});

test('leaves no damaged file after a kill at every 200 kB of a transfer, and the next run completes', async () => {
	const bytes = writeZip([{name: '7_exc_2026-11-20.csv', data: randomBytes(800_000)}]);
	const big = [{...daily('2026-11-20'), bytes, unpacked: 800_000}];
	for (let at = 0; at < 800_000; at += 200_000) {
		let isDead = false;
		const dieAt: Transfer = async function* (whole) {
			yield whole.subarray(0, at);
			isDead = true;
			yield whole.subarray(at);
		};
		const folder = temporaryFolder();
		const fault = {kind: 'switch', isDead: () => isDead} as const;
		expect((await withFault(fault, () => run(createLogService(big, [dieAt]), folder))).thrown).toBeDefined();
		expect(names(folder).filter(name => name.endsWith('.zip'))).toEqual([]);
		buryOwners(folder);
		await run(createLogService(big), folder);
		expect(names(folder)).toEqual(['.usagectl-manifest.ndjson', '7_exc_2026-11-20.zip']);
		validateFolder(folder, big);
	}
});

test('reports a disk error at any operation and damages no file', async () => {
	const {operations} = await survive({kind: 'none'});
	for (let at = 1; at <= operations; at += isLong ? 1 : 7) {
		const code = ['ENOSPC', 'EIO', 'EACCES'][at % 3] as string;
		const {thrown} = await survive({kind: 'error', at, code});
		// what only tidies up may fail in silence
		if (thrown !== undefined) expect(thrown, `${code} at ${at}`).toMatchObject({kind: 'disk'});
	}
});

test('damages no file when the disk is full or writes are partial', async () => {
	const {operations} = await survive({kind: 'none'});
	for (let at = 1; at <= operations; at += isLong ? 1 : 12) {
		const {thrown} = await survive({kind: 'full', at});
		if (thrown !== undefined) expect(thrown, `full from ${at}`).toMatchObject({kind: 'disk'});
		expect((await survive({kind: 'short', at})).thrown).toBeUndefined();
	}
});
