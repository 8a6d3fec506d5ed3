import {existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {type Engine, openEngine} from '../../../src/archive/sql/engine.ts';
import {readSnapshot} from '../../../src/archive/tables/delta-log-files.ts';
import {TableColumns} from '../../../src/archive/tables/delta-schema.ts';
import {getTableFolder} from '../../../src/archive/tables/find-table.ts';
import {updateTable} from '../../../src/archive/tables/update-table.ts';
import {type NewPart, writeParts} from '../../../src/archive/tables/write-parts.ts';
import {selectTableRecords, syncTable, syncZips} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {createLogService, daily, type Held, monthly, portsOf} from '../../support/service/log-service.ts';

const openFor = async (...folders: readonly string[]): Promise<Engine> => {
	const engine = await openEngine({temp: temporaryFolder(), folders, signal: new AbortController().signal});
	onTestFinished(engine.close);
	return engine;
};
const withLines = (file: Held, lines: readonly string[]): Held => {
	const content = `timestamp,exception.class\n${lines.join('')}`;
	const bytes = writeZip([{name: file.name.replace('.zip', '.csv'), data: content}]);
	return {...file, bytes, unpacked: content.length};
};
const holding = (date: string, lines: readonly string[]) => withLines(daily(date), lines);
const rowsOf = (date: string, count: number) =>
	Array.from({length: count}, (_, at) => `${date}T00:00:${String(at % 60).padStart(2, '0')},${date} ${at}\n`);
const day = (date: string, count = 3) => holding(date, rowsOf(date, count));
const september = ['01', '02', '03', '04', '05'].map(each => `2026-09-${each}`);
const read = async (folder: string) => {
	const engine = await openFor(folder);
	const snapshot = await readSnapshot(engine, getTableFolder(folder, 'exceptions'));
	const lines = await selectTableRecords(engine, folder);
	const rows = lines ? await engine.rows(`SELECT exception_class FROM ${lines} ORDER BY 1`) : [];
	return {snapshot, lines: rows.map(([line]) => String(line))};
};
const offline = () => ({...portsOf(createLogService([])), kind: 'exceptions'}) as const;
const linesOf = (dates: readonly string[], count = 3) =>
	dates.flatMap(date => Array.from({length: count}, (_, at) => `${date} ${at}`));

const measureFiles = (folder: string) =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.map(name => statSync(join(folder, name)))
		.filter(found => found.isFile())
		.reduce((sum, {size}) => sum + size, 0);

test('a night writes one day, however many days of the month are there', async () => {
	const folder = temporaryFolder();
	const dates = Array.from({length: 8}, (_, at) => `2026-09-0${at + 1}`);
	const sizes: number[] = [0];
	for (const [at] of dates.entries()) {
		const listed = dates.slice(0, at + 1).map(date => day(date, 200));
		// The service replaces the file of the month each night.
		const rows = dates.slice(0, at + 1).flatMap(date => rowsOf(date, 200));
		await syncTable(folder, [...listed, withLines(monthly('2026-09-01', dates[at] as string), rows)]);
		sizes.push(measureFiles(folder));
	}
	const written = sizes.slice(1).map((size, at) => size - (sizes[at] as number));
	const [second = 0] = written.slice(1);
	for (const bytes of written.slice(1)) expect(Math.abs(bytes / second - 1)).toBeLessThan(0.1);
	expect((await read(folder)).lines).toEqual(linesOf(dates, 200).sort());
});

test('merges the parts of a month that is over once, but not those of the newest month', async () => {
	const folder = temporaryFolder();
	await syncTable(
		folder,
		september.map(date => day(date)),
	);
	expect((await read(folder)).snapshot?.parts).toHaveLength(5);
	const files = [...september, '2026-10-01', '2026-10-02'].map(date => day(date));
	await syncTable(folder, files);
	const {snapshot, lines} = await read(folder);
	expect(snapshot?.parts.map(({month, sources}) => `${month} ${sources.length}`).sort()).toEqual([
		'2026-09 5',
		'2026-10 1',
		'2026-10 1',
	]);
	expect(lines).toEqual(linesOf([...september, '2026-10-01', '2026-10-02']));
	expect(await syncTable(folder, files)).toBe(0);
	expect((await read(folder)).snapshot?.version).toBe(snapshot?.version);
});

test('writes a day that is added to many once, whatever the others contain', async () => {
	const folder = temporaryFolder();
	const many = (date: string) => {
		const lines = Array.from(
			{length: 2000},
			(_, at) => `${date}T00:00:${at % 50 < 10 ? '0' : ''}${at % 50},${date} ${at % 700}\n`,
		);
		return holding(date, lines);
	};
	await syncTable(folder, september.map(many));
	const {DuckDBConnection} = await import('@duckdb/node-api');
	const {run} = DuckDBConnection.prototype;
	let written = 0;
	DuckDBConnection.prototype.run = async function (sql, ...rest) {
		const result = await run.call(this, sql, ...rest);
		const [, target] = /\bTO '([^']+)' \(FORMAT parquet/.exec(sql) ?? [];
		if (target) written += statSync(target).size;
		return result;
	};
	try {
		await syncTable(folder, [...september, '2026-09-06'].map(many));
	} finally {
		DuckDBConnection.prototype.run = run;
	}
	const added = (await read(folder)).snapshot?.parts.at(-1);
	expect(added?.sources.map(({name}) => name)).toEqual(['7_exc_2026-09-06.zip']);
	expect(written).toBeGreaterThan(0);
	expect(written).toBeLessThanOrEqual(2.5 * (added?.bytes ?? 0));
});

/** Writes what a query gives as parts, and looks at them. */
const writeLines = async (
	select: string,
	{bytes, maxPartBytes}: {readonly bytes: number; readonly maxPartBytes: number},
) => {
	const work = temporaryFolder();
	const engine = await openFor(work);
	const columns = new TableColumns(['timestamp', 'fingerprint']);
	const ports = {engine, kind: 'exceptions', work, columns, maxPartBytes, now: () => new Date()} as const;
	const lines = {relation: `(${select})`, columns: columns.all, bytes};
	const parts = await writeParts(lines, {product: 7, month: '2026-11', sources: []}, ports);
	const ask = async (sql: string, {file}: NewPart) => (await engine.rows(sql.replaceAll('PART', `'${file}'`)))[0] ?? [];
	return {parts, ask};
};

test('orders parts by time, with correct bounds', async () => {
	const select = `SELECT TIMESTAMPTZ '1969-12-30 00:00:00Z' + INTERVAL (i * 7919 * 1009 % 500000000) MICROSECOND AS "timestamp", md5(i::VARCHAR)[:16] AS fingerprint FROM range(20000) t(i)`;
	const {parts, ask} = await writeLines(select, {bytes: 4000, maxPartBytes: 1000});
	expect(parts).toHaveLength(4);
	let count = 0;
	let end = Number.NEGATIVE_INFINITY;
	for (const part of parts) {
		const [lines, first, last, low, high] = await ask(
			'SELECT count(*), epoch_us(min("timestamp")), epoch_us(max("timestamp")), min(fingerprint), max(fingerprint) FROM PART',
			part,
		);
		const {numRecords, minValues, maxValues} = JSON.parse(part.part.stats);
		expect([numRecords, minValues.fingerprint, maxValues.fingerprint]).toEqual([lines, low, high]);
		const [from, to] = [minValues, maxValues].map(each => Date.parse(each.timestamp) * 1000) as [number, number];
		expect(from).toBeLessThanOrEqual(Number(first));
		expect(Number(first) - from).toBeLessThan(1000);
		expect(to).toBeGreaterThanOrEqual(Number(last));
		expect(to - Number(last)).toBeLessThan(1000);
		expect(Number(first)).toBeGreaterThan(end);
		expect(part.part.bytes).toBe(statSync(part.file).size);
		end = Number(last);
		count += Number(lines);
	}
	expect(count).toBe(20_000);
});

test('keeps the records of a day or a crash in few row groups', async () => {
	// Six days of 50,000 lines each, of 500 crashes, in no order.
	const select = `SELECT TIMESTAMPTZ '2026-11-01 00:00:00Z' + INTERVAL (i * 7919 % 518400) SECOND AS "timestamp", md5((i % 500)::VARCHAR)[:16] AS fingerprint FROM range(300000) t(i)`;
	const {parts, ask} = await writeLines(select, {bytes: 0, maxPartBytes: 1});
	const [part] = parts as [NewPart];
	// Row groups whose bounds hold what is looked for, of all, on average of all that may be looked for.
	const share = async (column: string, wanted: string) => {
		const [found] = await ask(
			`SELECT avg(CAST(low <= stats_max_value AND stats_min_value <= high AS INTEGER)) FROM parquet_metadata(PART), (${wanted}) WHERE path_in_schema = '${column}'`,
			part,
		);
		return Number(found);
	};
	const days = `SELECT DISTINCT "timestamp"::DATE::VARCHAR AS low, "timestamp"::DATE::VARCHAR || ' 23:59:59+00' AS high FROM PART`;
	const crashes = 'SELECT DISTINCT fingerprint AS low, fingerprint AS high FROM PART';
	expect(await share('timestamp', days)).toBeLessThanOrEqual(4 / 15);
	expect(await share('fingerprint', crashes)).toBeLessThanOrEqual(0.6);
});

test('neither reads nor writes a folder of months without a log', async () => {
	const folder = temporaryFolder();
	await syncTable(folder, [day('2026-09-01')]);
	const root = getTableFolder(folder, 'exceptions');
	rmSync(root, {recursive: true});
	mkdirSync(join(root, 'month=2026-09'), {recursive: true});
	const error = {kind: 'damaged', message: `${root} cannot be read: its layout is unknown`};
	await expect(read(folder)).rejects.toMatchObject(error);
	await expect(updateTable(folder, offline())).rejects.toMatchObject(error);
	expect(readdirSync(root)).toEqual(['month=2026-09']);
});

test('treats column names that differ in case as one column', async () => {
	const folder = temporaryFolder();
	const file = (date: string, name: string): Held => {
		const content = `timestamp,exception.class,${name}\n${date}T00:00:00,${name},${date}\n`;
		const bytes = writeZip([{name: `7_exc_${date}.csv`, data: content}]);
		return {...daily(date), bytes, unpacked: content.length};
	};
	await syncTable(folder, [file('2026-09-01', 'Added')]);
	await updateTable(folder, await syncZips(folder, [file('2026-09-01', 'Added'), file('2026-09-02', 'ADDED')]));
	const engine = await openFor(folder);
	const lines = await selectTableRecords(engine, folder);
	expect(await engine.rows(`SELECT exception_class, added FROM ${lines} ORDER BY 1`)).toEqual([
		['ADDED', '2026-09-02'],
		['Added', '2026-09-01'],
	]);
	const {snapshot} = await read(folder);
	const names = JSON.parse(snapshot?.metaData.schemaString ?? '').fields.map(({name}: {name: string}) => name);
	expect(names.filter((name: string) => /^added$/i.test(name))).toEqual(['Added']);
	expect(new Set(names.map((name: string) => name.toLowerCase())).size).toBe(names.length);
});

test('--repair keeps the old table if a zip is missing', async () => {
	const folder = temporaryFolder();
	const files = september.map(date => day(date));
	await syncTable(folder, files);
	const {lines} = await read(folder);
	const ports = await syncZips(folder, files);
	const zip = readdirSync(folder).find(each => each.endsWith('.zip')) ?? '';
	rmSync(join(folder, zip));
	await expect(updateTable(folder, {...ports, repairs: true})).rejects.toThrow(zip);
	expect((await read(folder)).lines).toEqual(lines);
	expect(existsSync(join(folder, 'lines.bad'))).toBe(false);
});

test.each(['missing', 'empty'])(
	'a part that is %s is named, and --repair rebuilds the table from the zip files',
	async state => {
		const folder = temporaryFolder();
		const files = september.map(date => day(date));
		await syncTable(folder, files);
		const {lines} = await read(folder);
		const root = getTableFolder(folder, 'exceptions');
		const name =
			readdirSync(root, {recursive: true, encoding: 'utf8'}).find(each => /product=.*\.parquet$/.test(each)) ?? '';
		if (state === 'missing') rmSync(join(root, name));
		else writeFileSync(join(root, name), '');
		const broken = await read(folder).catch((error: unknown) => error);
		expect(broken).toMatchObject({
			kind: 'damaged',
			message: expect.stringContaining(join(root, name)),
			details: {
				hint: `rebuild the table from the zip files: usagectl exceptions sync '${folder}' --repair`,
			},
		});
		const ports = await syncZips(folder, files);
		await expect(updateTable(folder, {...ports, repairs: true})).resolves.toBeGreaterThan(0);
		expect((await read(folder)).lines).toEqual(lines);
		expect(existsSync(join(folder, 'lines.bad'))).toBe(false);
	},
);
