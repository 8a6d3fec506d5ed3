import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openEngine} from '../../src/archive/sql/engine.ts';
import {readSnapshot} from '../../src/archive/tables/delta-log-files.ts';
import {getTableFolder} from '../../src/archive/tables/find-table.ts';
import {hostileTexts} from '../support/data/hostile-text.ts';
import {createRandom} from '../support/data/mutate.ts';
import {selectTableRecords, syncTable} from '../support/data/sync-table.ts';
import {writeZip} from '../support/disk/zip-writer.ts';
import {daily, type Held, open} from '../support/service/log-service.ts';
import {startClickHouse} from './support/clickhouse.ts';
import type {Dialect, OtherEngine, Rows} from './support/engine.ts';
import {startObjectStore} from './support/object-store.ts';
import {startSpark} from './support/spark.ts';
import {startTrino} from './support/trino.ts';

/** Engines that know nothing of this program read its tables: the same rows as ours, also while it writes. */

const dayOf = (number: number) => new Date(Date.UTC(2026, 7, 1 + number)).toISOString().slice(0, 10);
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const random = createRandom(25);
const headers = [
	'timestamp,clientId,prodVersion,os.version,exception.class,exception.message,exception.stackTrace',
	'Timestamp,Client ID,Exception Class,Exception Message,My Column',
	'timestamp,exception.class,MY COLUMN,geography.country',
];
/** A file whose lines have such texts, under one of the headers. */
const createFile = (file: Held, number: number, count: number): Held => {
	const header = headers[number % headers.length] as string;
	const lines = Array.from({length: count}, (_, at) => {
		const second = String(at % 60).padStart(2, '0');
		const texts = header
			.split(',')
			.slice(1)
			.map(() => quote(random.pick(hostileTexts)));
		// Which line it is stands in the last column.
		return [
			`${dayOf(number)}T${second.slice(0, 1)}1:00:${second}.${at % 1000}`,
			...texts.slice(1),
			quote(`${number} ${at}`),
		].join(',');
	});
	const content = `${header}\n${lines.join('\n')}\n`;
	const name = file.name.replace('.zip', '.csv');
	return {...file, bytes: writeZip([{name, data: content}]), unpacked: content.length};
};
const files = new Map<string, Held>();
const fileOf = (number: number, isOpen: boolean): Held => {
	const key = `${number} ${isOpen}`;
	const file = files.get(key) ?? createFile((isOpen ? open : daily)(dayOf(number)), number, isOpen ? 10 : 40);
	files.set(key, file);
	return file;
};
const listing = (today: number) => [
	...Array.from({length: today}, (_, number) => fileOf(number, false)),
	fileOf(today, true),
];

const store = mkdtempSync(join(tmpdir(), 'usagectl-store-'));
const engines: OtherEngine[] = [];
const table: (readonly string[])[] = [];
beforeAll(async () => {
	for (const start of [startTrino, startClickHouse, startSpark]) engines.push(...[(await start(store)) ?? []].flat());
	if (engines.length === 0) console.log('No engine is installed: see docs/lines.md#other-engines');
});
afterAll(async () => {
	for (const engine of engines) await engine.close();
	rmSync(store, {recursive: true, force: true});
	console.log(table.map(row => row.map(cell => cell.padEnd(14)).join('')).join('\n'));
});

const ours: Dialect = {
	name: column => `"${column}"`,
	text: column => `CAST("${column}" AS VARCHAR)`,
	milliseconds: 'epoch_ms("timestamp")',
	day: 'CAST("timestamp" AS DATE)',
	moment: text => `TIMESTAMP '${text}'`,
	digest: text => `md5(${text})`,
};
const askOurs = async (folder: string, queries: readonly string[]): Promise<readonly Rows[]> => {
	const engine = await openEngine({temp: store, folders: [folder], signal: new AbortController().signal});
	try {
		const lines = await selectTableRecords(engine, folder);
		const answers: Rows[] = [];
		for (const sql of queries)
			answers.push((await engine.rows(sql.replaceAll('TABLE', lines ?? ''))).map(row => row.map(String)));
		return answers;
	} finally {
		await engine.close();
	}
};
/** The columns that lines have, and how many versions the table had. */
const describeTable = async (folder: string) => {
	const [described = []] = await askOurs(folder, ['DESCRIBE SELECT * EXCLUDE (kind) FROM TABLE']);
	const engine = await openEngine({temp: store, folders: [folder], signal: new AbortController().signal});
	const snapshot = await readSnapshot(engine, getTableFolder(folder, 'exceptions'));
	await engine.close();
	return {columns: described.map(([name = '']) => name), version: snapshot?.version ?? -1};
};

/** Questions over all rows and columns, and such that leave out parts by their bounds. */
const getQueries = ({name, text, milliseconds, day, moment, digest}: Dialect, columns: readonly string[]) => {
	const cells = columns.filter(column => column !== 'timestamp').map(column => `coalesce(${text(column)}, '~')`);
	const row = digest(`concat(${[text('file'), ...cells].join(`, '|', `)})`);
	const time = name('timestamp');
	const fingerprint = name('fingerprint');
	return [
		`SELECT ${row}, ${milliseconds} FROM TABLE`,
		`SELECT ${text('product')}, ${name('month')}, count(*) FROM TABLE GROUP BY ${name('product')}, ${name('month')}`,
		`SELECT CAST(${day} AS ${text('x').includes('STRING') ? 'STRING' : 'VARCHAR'}), count(*), count(DISTINCT ${fingerprint}) FROM TABLE GROUP BY ${day}`,
		`SELECT count(*), min(${fingerprint}), max(${fingerprint}) FROM TABLE WHERE ${name('month')} = '2026-08' AND ${time} >= ${moment('2026-08-09 00:00:00')} AND ${time} < ${moment('2026-08-16 11:00:00')}`,
		`SELECT count(*), count(DISTINCT ${name('file')}) FROM TABLE WHERE ${fingerprint} < '3' AND ${time} > ${moment('2026-09-03 01:00:00')}`,
	];
};
const sorted = (rows: Rows) => rows.map(row => row.join(' ')).sort();

test('an archive of many versions has the same rows in every engine', async () => {
	const folder = join(store, 'crashes');
	for (let today = 1; today < 60; today++) await syncTable(folder, listing(today));
	const {columns, version} = await describeTable(folder);
	expect(version).toBeGreaterThan(50);
	const expected = (await askOurs(folder, getQueries(ours, columns))).map(sorted);
	expect(expected[0]?.length).toBeGreaterThan(1000);
	table.push(['engine', 'version', 'rows', 'equal', 'seconds']);
	for (const {name, version: engineVersion, dialect, ask} of engines) {
		const started = performance.now();
		const found = (await ask(getTableFolder(folder, 'exceptions'), getQueries(dialect, columns))).map(sorted);
		const seconds = ((performance.now() - started) / 1000).toFixed(1);
		const isEqual = JSON.stringify(found) === JSON.stringify(expected);
		table.push([name, engineVersion, String(found[0]?.length), isEqual ? 'yes' : 'NO', seconds]);
		expect.soft(found, name).toEqual(expected);
	}
});

test('an archive that was copied to an object store has the same rows there', async () => {
	const objects = await startObjectStore(join(store, 'objects'));
	// Trino and Spark would have to be set up for it.
	const engine = engines.find(({name}) => name === 'ClickHouse');
	if (!objects || !engine) return;
	try {
		const folder = join(store, 'copied');
		for (const today of [20, 40]) await syncTable(folder, listing(today));
		const {columns} = await describeTable(folder);
		const expected = (await askOurs(folder, getQueries(ours, columns))).map(sorted);
		const address = await objects.copy(join(folder, 'lines'));
		const found = await engine.ask(`${address}/kind=exceptions`, getQueries(engine.dialect, columns));
		expect(found.map(sorted)).toEqual(expected);
		table.push(['object store', engine.name, String(found[0]?.length), 'yes']);
	} finally {
		await objects.close();
	}
});

test('an engine that reads while days come and months are merged sees each line once', async () => {
	const folder = join(store, 'growing');
	const count = 'SELECT count(*) FROM TABLE';
	/** Which line it is stands in one of three columns. */
	const which = ['exception_stackTrace', 'My_Column', 'geography_country'];
	const distinct = ({name}: Dialect) =>
		`SELECT count(*), count(DISTINCT concat(${which.map(column => `coalesce(${name(column)}, '')`).join(`, '|', `)})) FROM TABLE`;
	const countOurs = async () => Number((await askOurs(folder, [count]))[0]?.[0]?.[0]);
	await syncTable(folder, listing(25));
	let least = await countOurs();
	let isOver = false;
	let reads = 0;
	const read = async ({ask, name, dialect}: OtherEngine) => {
		while (!isOver) {
			const before = least;
			const [[[all, once] = []] = []] = await ask(getTableFolder(folder, 'exceptions'), [distinct(dialect)]);
			expect(all, name).toBe(once);
			expect(Number(all), name).toBeGreaterThanOrEqual(before);
			reads++;
		}
	};
	const write = async () => {
		for (let today = 26; today < 38 && !isOver; today++) {
			await syncTable(folder, listing(today));
			least = await countOurs();
			const seen = reads;
			// Each version is there for a while, so that readers meet it.
			while (engines.length > 0 && reads === seen && !isOver) await new Promise(resolve => setImmediate(resolve));
		}
	};
	const end = () => {
		isOver = true;
	};
	const ended = await Promise.allSettled([write(), ...engines.map(read)].map(each => each.finally(end)));
	table.push(['reads while it grew:', String(reads)]);
	expect(ended.map(each => (each.status === 'rejected' ? each.reason : undefined))).toEqual(ended.map(() => undefined));
	expect(least).toBeGreaterThan(1000);
});
