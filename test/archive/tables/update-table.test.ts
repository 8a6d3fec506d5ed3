import {existsSync, readdirSync, readFileSync, rmSync, utimesSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openEngine} from '../../../src/archive/sql/engine.ts';
import {updateTable} from '../../../src/archive/tables/update-table.ts';
import {selectTableRecords, syncTable} from '../../support/data/sync-table.ts';
import {buryOwners, type Fault, withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {isLong} from '../../support/laws/laws.ts';
import {createLogService, daily, type Held, monthly, open, portsOf} from '../../support/service/log-service.ts';

/** A file with this content in place of its own. */
const holding = (file: Held, content: string): Held => ({
	...file,
	bytes: writeZip([{name: file.name.replace('.zip', '.csv'), data: content}]),
	unpacked: content.length,
});
const header = 'timestamp,clientId,exception.class\r\n';
/** Lines of some days, each told by its day and number. */
const linesOf = (days: readonly string[], each = 3) =>
	header +
	days.flatMap(day => Array.from({length: each}, (_, at) => `${day}T00:00:0${at},c${at},${day} ${at}\r\n`)).join('');
const day = (date: string, each = 3) => holding(daily(date), linesOf([date], each));
const days = (from: number, to: number) =>
	Array.from({length: to - from + 1}, (_, at) => `2026-11-${String(from + at).padStart(2, '0')}`);
const month = (from: number, to: number, each = 3) => {
	const all = days(from, to);
	return holding(monthly(all[0] as string, all.at(-1) as string), linesOf(all, each));
};

const ask = async (folder: string, sql: string) => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal: new AbortController().signal});
	try {
		const found = await selectTableRecords(engine, folder);
		if (!found) return [];
		await engine.run(`CREATE VIEW lines AS SELECT * FROM ${found}`);
		return await engine.rows(sql);
	} finally {
		engine.close();
	}
};
/** The files of parts, below the table's folder, whether or not they are in the table. */
const listParts = (folder: string) =>
	readdirSync(join(folder, 'lines', 'kind=exceptions'), {recursive: true, encoding: 'utf8'}).filter(
		name => name.endsWith('.parquet') && !name.startsWith('_'),
	);
/** Which lines are there, in order; the class tells each. */
const lines = async (folder: string) =>
	(await ask(folder, 'SELECT exception_class FROM lines ORDER BY 1')).map(([name]) => name);
const expected = (all: readonly string[], each = 3) =>
	all.flatMap(date => Array.from({length: each}, (_, at) => `${date} ${at}`));

test('stores each record once, however files overlap and in whatever order they arrive', async () => {
	const steps: readonly Held[][] = [
		[day('2026-11-01'), day('2026-11-02'), holding(open('2026-11-03'), linesOf(['2026-11-03'], 1))],
		[month(1, 3), day('2026-11-02'), day('2026-11-03')],
		[month(1, 5), day('2026-11-04'), day('2026-11-05'), holding(open('2026-11-06'), linesOf(['2026-11-06'], 2))],
		[month(1, 6)],
	];
	const orders = [[0, 1, 2, 3], [3], [1, 3], [0, 2, 3]];
	for (const order of orders) {
		const folder = temporaryFolder();
		for (const step of order) {
			await syncTable(folder, [...(steps[step] as Held[])]);
			const found = await lines(folder);
			expect(found).toEqual([...new Set(found)]);
		}
		expect(await lines(folder)).toEqual(expected(days(1, 6)));
		expect(await syncTable(folder, [...(steps[3] as Held[])])).toBe(0);
	}
});

test('stores each day of two overlapping months once', async () => {
	const folder = temporaryFolder();
	await syncTable(folder, [month(1, 4), month(3, 7)]);
	expect(await lines(folder)).toEqual(expected(days(1, 7)));
});

test('stores product, file, month and kind of each record, and the fingerprint of a crash', async () => {
	const folder = temporaryFolder();
	await syncTable(folder, [day('2026-11-01', 1)]);
	expect(
		await ask(folder, 'SELECT kind, month, product, file, "timestamp", fingerprint ~ \'^[0-9a-f]{16}$\' FROM lines'),
	).toEqual([['exceptions', '2026-11', 7, '7_exc_2026-11-01.zip', '2026-11-01T00:00:00', true]]);
	expect(listParts(folder)).toEqual([expect.stringMatching(/^product=7\/month=2026-11\/part-[\da-f-]{36}\.parquet$/)]);
});

test('merges columns that change within a file and between months', async () => {
	const folder = temporaryFolder();
	const changing =
		'Timestamp,Client ID,Exception Class\n2026-11-01T00:00:00,c,a\nTimestamp,Client ID,GPU,Exception Class\n2026-11-01T00:00:01,c,Radeon,b\n';
	const other = 'timestamp,clientId,exception.class,My Column!\n2026-12-01T00:00:00,c,d,mine\n';
	await syncTable(folder, [holding(daily('2026-11-01'), changing), holding(daily('2026-12-01'), other)]);
	expect(await ask(folder, 'SELECT exception_class, gpu_model, My_Column_ FROM lines ORDER BY 1')).toEqual([
		['a', null, null],
		['b', 'Radeon', null],
		['d', null, 'mine'],
	]);
});

test('writes rejected rows with their line numbers to a file, which is removed with its source', async () => {
	const folder = temporaryFolder();
	const bad = `${header}2026-11-01T00:00:00,c,good\nonly one\n2026-02-30T00:00:00,c,no such day\n2026-11-01T00:00:00,c,\xff\n2026-11-01T00:00:00,"c"x,a\n2026-11-01T00:00:00,c\0,a\n`;
	await syncTable(folder, [
		{
			...holding(daily('2026-11-01'), ''),
			bytes: writeZip([{name: '7_exc_2026-11-01.csv', data: Buffer.from(bad, 'latin1')}]),
			unpacked: bad.length,
		},
	]);
	expect(await lines(folder)).toEqual(['a', 'good', '\ufffd']);
	const rejects = join(folder, 'rejects', 'kind=exceptions', 'month=2026-11', '7_exc_2026-11-01.ndjson');
	expect(
		readFileSync(rejects, 'utf8')
			.trim()
			.split('\n')
			.map(line => JSON.parse(line)),
	).toMatchObject([
		{file: '7_exc_2026-11-01.zip', line: 3, fault: 'columns', text: 'only one'},
		{line: 4, fault: 'timestamp'},
		{line: 6, fault: 'quotes'},
	]);
	await syncTable(folder, [day('2026-11-01')]);
	expect(existsSync(rejects)).toBe(false);
});

test('keeps the records of removed zips in the table', async () => {
	const folder = temporaryFolder();
	await syncTable(folder, [day('2026-11-01'), day('2026-11-02')]);
	rmSync(join(folder, '7_exc_2026-11-01.zip'));
	await updateTable(folder, {...portsOf(createLogService([])), kind: 'exceptions'});
	expect(await lines(folder)).toEqual(expected(days(1, 2)));
});

/** A run over a folder in which a day became final and another came, on a disk with a fault. */
const survive = async (fault: Fault) => {
	const folder = temporaryFolder();
	await syncTable(folder, [day('2026-11-01'), holding(open('2026-11-02'), linesOf(['2026-11-02'], 1))]);
	const next = () => [day('2026-11-01'), day('2026-11-02'), day('2026-11-03')];
	const ended = await withFault(fault, () => syncTable(folder, next()));
	// at any moment each line is there at most once, and what was there is not lost
	const found = await lines(folder);
	expect(found).toEqual([...new Set(found)]);
	expect(found).toEqual(expect.arrayContaining([...expected(['2026-11-01']), '2026-11-02 0']));
	buryOwners(folder);
	for (const name of readdirSync(folder).filter(each => each.startsWith('.usagectl')))
		utimesSync(join(folder, name), 0, 0);
	await syncTable(folder, next());
	expect(await lines(folder)).toEqual(expected(days(1, 3)));
	expect(readdirSync(folder).filter(name => name.startsWith('.usagectl'))).toEqual(['.usagectl-manifest.ndjson']);
	return ended.operations;
};

test('stores each record once after a kill at any file operation, and after the next run', async () => {
	const operations = await survive({kind: 'none'});
	expect(operations).toBeGreaterThan(30);
	// Each one in a long run (npm run soak:laws).
	for (let at = 1; at <= operations; at += isLong ? 1 : 20) await survive({kind: 'kill', at});
});
