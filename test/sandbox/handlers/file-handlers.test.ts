import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {expect, onTestFinished, test} from 'vitest';
import yauzl from 'yauzl';
import {getDataFile} from '../../../src/sandbox/seed/synthetic-data.ts';
import {startSandbox} from '../../../src/sandbox/start.ts';
import {openDatabase} from '../../../src/sandbox/store/duckdb.ts';
import {createAsk, started} from '../support/started.ts';

// Files of fewer days than usual: each of them is zipped to be listed.
const fewer = 'file-days=9';
const base = await started({assume: [fewer]});
const {ask, stateDir, product} = base;

const roots = [
	['exceptionTracking', 'exc'],
	['customEventTracking', 'cust'],
] as const;

type Listed = {
	readonly fileName: string;
	readonly uncompressedSizeKB: number;
	readonly compressedSizeKB?: number;
	readonly fileDate?: string;
	readonly fileStartDate?: string;
	readonly fileStopDate?: string;
};
type Files = Record<'openDailyFiles' | 'dailyFiles' | 'monthlyFiles', Listed[]>;
type Line = Record<string, string>;

/** Fetches a file as a client does: an address, then its bytes, without a session. */
async function fetchFile(root: string, fileName: string, from: Pick<typeof base, 'ask'> = base): Promise<Buffer> {
	const {downloadUrl} = await from.ask(`/${root}/getDownloadUrl`, {fileName});
	const answer = await fetch(downloadUrl);
	expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
	return Buffer.from(await answer.arrayBuffer());
}

/** Name and text of the one member, by another reader of zips. */
async function unzip(archive: Buffer): Promise<{name: string; text: string}> {
	const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
		yauzl.fromBuffer(archive, {lazyEntries: true}, (error, file) => (error ? reject(error) : resolve(file))),
	);
	expect(zip.entryCount).toBe(1);
	return new Promise((resolve, reject) => {
		zip.on('entry', (entry: yauzl.Entry) =>
			zip.openReadStream(entry, async (error, stream) => {
				if (error) return reject(error);
				const bytes: Buffer[] = [];
				for await (const chunk of stream) bytes.push(chunk as Buffer);
				resolve({name: entry.fileName, text: Buffer.concat(bytes).toString()});
			}),
		);
		zip.readEntry();
	});
}

type Options = Partial<Parameters<typeof startSandbox>[0]>;

/** The same data, served otherwise. */
async function servedWith(options: Options) {
	const sandbox = await startSandbox({stateDir, seed: 7, size: 500, now: '2026-06-30', ...options});
	onTestFinished(() => sandbox.close());
	return {...sandbox, ask: createAsk(sandbox.baseUrl, base.identity)};
}
const variant = (...assume: string[]) => servedWith({assume: [fewer, ...assume]});

test.each(roots)(
	'%s: every file holds exactly the preview’s lines, and has the size that was listed',
	async (root, word) => {
		const few = await variant('file-days=25');
		const {fieldNames, results} = await few.ask(`/${root}/getLastLines`, {lineCount: 1000});
		const files = (await few.ask(`/${root}/listFiles`)) as Files;
		const lines = new Map<string, Line[]>();
		for (const line of results as Line[]) {
			const day = line.timestamp?.slice(0, 10) ?? '';
			lines.set(day, [...(lines.get(day) ?? []), line]);
		}
		const [firstDay] = lines.keys();
		const keys = Object.keys(fieldNames);
		const expected = (from: string, to: string) =>
			[...lines].filter(([day]) => day >= from && day <= to).flatMap(([, found]) => found);
		let compared = 0;
		for (const file of [...files.openDailyFiles, ...files.dailyFiles, ...files.monthlyFiles]) {
			const from = file.fileDate ?? file.fileStartDate ?? '';
			const to = file.fileDate ?? file.fileStopDate ?? '';
			const span = file.fileDate ? from : `${from}_to_${to}`;
			expect(file.fileName).toBe(`${product}_${word}_${span}.zip`);
			const archive = await fetchFile(root, file.fileName, few);
			const {name, text} = await unzip(archive);
			expect(name).toBe(file.fileName.replace('.zip', '.csv'));
			expect(file.uncompressedSizeKB).toBeCloseTo(Buffer.byteLength(text) / 1024, 3);
			if (file.compressedSizeKB !== undefined) expect(file.compressedSizeKB).toBeCloseTo(archive.length / 1024, 3);
			const [header, ...records] = parse(text, {record_delimiter: '\r\n'}) as string[][];
			expect(header).toEqual(Object.values(fieldNames));
			// The preview is limited: older files may hold lines that it does not show.
			if (firstDay === undefined || from <= firstDay) continue;
			compared += records.length;
			expect(records.map(record => Object.fromEntries(record.map((cell, index) => [keys[index], cell])))).toEqual(
				expected(from, to),
			);
		}
		expect(compared).toBeGreaterThan(50);
		expect(Object.keys(files.openDailyFiles[0] ?? {})).toEqual([
			'fileName',
			'uncompressedSizeKB',
			'fileDate',
			'isAvailable',
		]);
	},
);

const keysOf = {
	common: [
		...['timestamp', 'clientId', 'prodEdition', 'prodVersion', 'prodBuild', 'prodLanguage', 'licenseType'],
		...['whitelisted', 'blacklisted', 'activated', 'expired'].map(flag => `licenseStatus.${flag}`),
		...['os.version', 'osWordLength', 'osLanguage', 'cpuType', 'cpuCores', 'ram', 'displayCount', 'resolution'],
		...['formFactor', 'geography.country', 'geography.usState'],
	],
	exceptionTracking: ['class', 'method', 'message', 'stackTrace'].map(name => `exception.${name}`),
	customEventTracking: ['category', 'name', 'data'].map(name => `event.${name}`),
};

test.each(roots)('%s: records have the keys of the specification and text values', async root => {
	const {fieldNames, results} = await ask(`/${root}/getLastLines`, {lineCount: 1000});
	expect(Object.keys(fieldNames)).toEqual([...keysOf.common, ...keysOf[root]]);
	for (const line of results as Line[]) {
		expect(Object.keys(line)).toEqual(Object.keys(fieldNames));
		expect(Object.values(line).every(value => typeof value === 'string')).toBe(true);
		expect(line.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
		expect(line.clientId).toMatch(/^[0-9A-F]{16}$/);
		expect(`${line['licenseStatus.activated']}${line['licenseStatus.expired']}`).toMatch(/^[YN]{2}$/);
		expect(line.resolution).toMatch(/^(\d+x\d+)?$/);
		if (line['geography.country'] !== 'US') expect(line['geography.usState']).toBe('');
	}
});

test('records have the properties of the installation at their time', async () => {
	const recipe = {folder: join(stateDir, 'sandbox', 'data'), seed: 7, size: 500, now: '2026-06-30'};
	const database = await openDatabase(getDataFile(recipe));
	const {results} = await ask('/exceptionTracking/getLastLines', {lineCount: 1000});
	const spans = await database.rows<Record<string, string | number | null>>(
		`SELECT i.clientId, i.cpuCores, s.fromDate, s.prodVersion, s.licenseType, s.geography_country AS country, s.osLanguage
		FROM property_span s JOIN installation i USING (installation) WHERE i.productId = $1 ORDER BY s.span`,
		[product],
	);
	database.close();
	const older = (results as Line[]).filter(line => {
		const day = Date.parse(`${line.timestamp?.slice(0, 10)}T00:00:00Z`) / 86_400_000;
		const history = spans.filter(span => span.clientId === line.clientId);
		const then = history.filter(span => Number(span.fromDate) <= day).at(-1);
		expect({
			version: line.prodVersion,
			type: line.licenseType,
			country: line['geography.country'],
			language: line.osLanguage,
			cores: line.cpuCores,
		}).toEqual({
			version: then?.prodVersion ?? '',
			type: then?.licenseType ?? '',
			country: then?.country ?? '',
			language: then?.osLanguage ?? '',
			cores: String(then?.cpuCores ?? ''),
		});
		return then !== history.at(-1);
	});
	expect(older.length).toBeGreaterThan(0);
});

test.each(roots)('%s: returns the last records oldest first, for a number or digits', async root => {
	const all = (await ask(`/${root}/getLastLines`, {lineCount: 1000})).results as Line[];
	expect((await ask(`/${root}/getLastLines`, {lineCount: 3})).results).toEqual(all.slice(-3));
	expect((await ask(`/${root}/getLastLines`, {lineCount: '3'})).results).toEqual(all.slice(-3));
	const times = all.map(line => line.timestamp ?? '');
	expect(times).toEqual([...times].sort());
	expect((await ask(`/${root}/getLastLines`, {lineCount: 99_999})).results).toHaveLength(all.length);
});

test.each([0, -1, 1.5, 'x', null, undefined])('rejects a lineCount of %j', async lineCount => {
	expect(await ask('/exceptionTracking/getLastLines', {lineCount})).toMatchObject({http: 400, status: 'SYNTAX ERROR'});
});

test.each(['nothing.zip', '../../etc/passwd', '5000000101_cust_2026-06-29.zip', ''])(
	'there is no address for %j',
	async fileName => {
		expect(await ask('/exceptionTracking/getDownloadUrl', {fileName})).toMatchObject({
			http: 400,
			status: 'SYNTAX ERROR',
		});
	},
);

const [anyDaily] = ((await ask('/exceptionTracking/listFiles')) as Files).dailyFiles as [Listed];
const newAddress = async (from: Pick<typeof base, 'ask'> = base): Promise<string> =>
	(await from.ask('/exceptionTracking/getDownloadUrl', {fileName: anyDaily.fileName})).downloadUrl;
const statusOf = async (address: string, init?: RequestInit) => {
	const answer = await fetch(address, init);
	await answer.arrayBuffer();
	return answer.status;
};

test('a download address works once', async () => {
	const address = await newAddress();
	expect(address).toMatch(new RegExp(`^${base.baseUrl}/download/[\\w-]{22}$`));
	expect(await statusOf(address)).toBe(200);
	expect(await statusOf(address)).toBe(410);
	expect(await statusOf(`${base.baseUrl}/download/${'x'.repeat(22)}`)).toBe(404);
	expect(await statusOf(`${base.baseUrl}/download/`)).toBe(404);
});

test('one of two simultaneous requests for an address succeeds', async () => {
	const addresses = await Promise.all(Array.from({length: 12}, () => newAddress()));
	const statuses = await Promise.all(
		addresses.map(async address => (await Promise.all([statusOf(address), statusOf(address)])).sort()),
	);
	expect(statuses).toEqual(addresses.map(() => [200, 410]));
});

test('a request other than GET does not use up an address', async () => {
	const address = await newAddress();
	expect(await statusOf(address, {method: 'HEAD'})).toBe(405);
	expect(await statusOf(address)).toBe(200);
});

test('an address works once in another process on the same folder', async () => {
	const other = await variant();
	const address = await newAddress();
	const there = address.replace(base.baseUrl, other.baseUrl);
	expect([await statusOf(there), await statusOf(address)]).toEqual([200, 410]);
});

test('the open file grows during the day', async () => {
	const clock = (timestamp: string | null) =>
		fetch(`${base.baseUrl}/_sandbox/clock`, {
			method: timestamp ? 'PUT' : 'DELETE',
			headers: {authorization: `Bearer ${base.controlToken}`, 'content-type': 'application/json'},
			...(timestamp ? {body: JSON.stringify({timestamp})} : {}),
		});
	const at = async (timestamp: string) => {
		await clock(timestamp);
		const files = (await ask('/exceptionTracking/listFiles')) as Files;
		const fileName = files.openDailyFiles[0]?.fileName ?? '';
		const {text} = await unzip(await fetchFile('exceptionTracking', fileName));
		const last = (await ask('/exceptionTracking/getLastLines', {lineCount: 1})).results[0] as Line;
		return {
			lines: parse(text).length - 1,
			kilobytes: files.openDailyFiles[0]?.uncompressedSizeKB ?? 0,
			last: last.timestamp ?? '',
		};
	};
	const all = (await ask('/exceptionTracking/getLastLines', {lineCount: 1000})).results as Line[];
	const today = all.filter(line => line.timestamp?.startsWith('2026-06-30')).map(line => line.timestamp ?? '');
	try {
		const midnight = await at('2026-06-30T00:00:00');
		expect(midnight.last < '2026-06-30').toBe(true);
		for (const [index, time] of today.entries()) {
			const then = await at(time);
			expect(then).toMatchObject({lines: index + 1, last: time});
			expect(then.kilobytes).toBeGreaterThan(midnight.kilobytes);
		}
	} finally {
		await clock(null);
	}
	expect(today.length).toBeGreaterThan(0);
});

test('options change records and files where the specification is open', async () => {
	const last = async (...assume: string[]) =>
		(await variant(...assume)).ask('/exceptionTracking/getLastLines', {lineCount: 5});
	const plain = (await last()).results as Line[];
	expect((await last('line-order=newest-first')).results).toEqual(plain.toReversed());
	const renamed = await last('flag-names=blocked');
	expect(renamed.fieldNames).toMatchObject({
		'licenseStatus.allowed': 'Key Allowed',
		'licenseStatus.blocked': 'Key Blocked',
	});
	expect(Object.keys(renamed.results[0])).toEqual(Object.keys(renamed.fieldNames));

	const files = async (...assume: string[]) =>
		(await (await variant(...assume)).ask('/exceptionTracking/listFiles')) as Files;
	const usual = await files();
	expect((await files('file-days=3')).dailyFiles.every(file => (file.fileDate ?? '') >= '2026-06-28')).toBe(true);
	expect((await files('month-file=complete')).monthlyFiles.map(file => file.fileStopDate)).not.toContain('2026-06-29');
	expect(usual.monthlyFiles.at(-1)?.fileStopDate).toBe('2026-06-29');
	const none = await (await variant('empty-lists=absent')).ask('/exceptionTracking/listFiles', {
		productId: base.products[2]?.productId,
	});
	expect(none).toEqual({http: 200, status: 'OK'});

	const content = async (...assume: string[]) => {
		const from = await variant(...assume);
		const {fileName} = usual.dailyFiles.at(-1) as Listed;
		return (await unzip(await fetchFile('exceptionTracking', fileName, from))).text;
	};
	const text = await content();
	expect(await content('csv-mark=bom')).toBe(`\uFEFF${text}`);
	expect((await content('csv-header=keys')).split('\r\n')[0]).toBe(
		[...keysOf.common, ...keysOf.exceptionTracking].join(','),
	);
	const records = (csv: string, delimiter: string) => parse(csv, {record_delimiter: delimiter});
	expect(records(await content('csv-line-end=lf'), '\n')).toEqual(records(text, '\r\n'));
	expect(await content('csv-line-end=lf')).not.toBe(text);

	expect(await statusOf(await newAddress(await variant('address-minutes=0')))).toBe(410);
	const patient = await variant('address-use=whole-file');
	const address = await newAddress(patient);
	await (await fetch(address)).body?.cancel();
	expect(await statusOf(address)).toBe(200);
	expect(await statusOf(address)).toBe(410);
});
