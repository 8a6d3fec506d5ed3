import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {beforeAll, describe, expect, test} from 'vitest';
import {endpoints} from '../../../../src/contract/operations/endpoints.ts';
import {CliError} from '../../../../src/errors.ts';
import {countInstallations} from '../../../../src/sandbox/handlers/reporting/installation-count-handler.ts';
import {lossReports} from '../../../../src/sandbox/handlers/reporting/loss-handlers.ts';
import {parseOptions} from '../../../../src/sandbox/options/option-table.ts';
import {listPropertyValues} from '../../../../src/sandbox/seed/small-tables.ts';
import {ensureData} from '../../../../src/sandbox/seed/synthetic-data.ts';
import {openDatabase} from '../../../../src/sandbox/store/duckdb.ts';
import {tables} from '../../../../src/sandbox/store/sandbox-tables.ts';
import {dataFormats, exportData} from '../../../../src/sandbox/store/transfer/export-data.ts';
import {importData} from '../../../../src/sandbox/store/transfer/import-data.ts';
import {temporaryFolder} from '../../../support/disk/folders.ts';
import {caller, plain, today} from '../../support/reports.ts';

/** Every row of every table, in any order. */
async function content(file: string) {
	const database = await openDatabase(file);
	const found: Record<string, unknown> = {};
	for (const {name} of tables) found[name] = await database.rows(`SELECT * FROM ${name} ORDER BY ALL`);
	database.close();
	return found;
}

async function answers(file: string) {
	const database = await openDatabase(file);
	const service = {database, today, now: `${today}T23:59:59`, options: parseOptions([])};
	const lost = {startDate: '2026-01-01', daysUntilDeclaredLost: 20, dateReportedLost: 'dateLastSeen'};
	const current = endpoints.reports.current.request.parse({
		...lost,
		clientStatus: ['new', 'active', 'lost'],
		levels: {
			level1: {property: 'prodVersion', segments: [{type: 'regex', value: '.*', split: true, includeNull: true}]},
		},
	});
	const table = endpoints.lost.events.request.parse({...lost, stopDate: today});
	const found = [await countInstallations(current, caller, service), await lossReports.events(table, caller, service)];
	database.close();
	return plain(found);
}

describe('exported data', () => {
	test.each(dataFormats)('are unchanged after an import from %s', async format => {
		const folder = temporaryFolder();
		const file = await ensureData({folder, seed: 3, size: 12, now: today});
		const exported = await exportData({file, folder: join(folder, 'out'), format});
		expect(exported.map(({table}) => table)).toEqual(tables.map(({name}) => name));
		const back = join(folder, 'back.duckdb');
		const {rows: imported} = await importData({
			folder: join(folder, 'out'),
			file: back,
			propertyValues: listPropertyValues(),
		});
		expect(imported).toEqual(exported.map(({table, rows}) => ({table, rows})));
		expect(await content(back)).toEqual(await content(file));
		expect(await answers(back)).toEqual(await answers(file));
	});

	test('have dates and timestamps, and unchanged texts', async () => {
		const folder = temporaryFolder();
		const file = await ensureData({folder, seed: 3, size: 5, now: today});
		await exportData({file, folder, format: 'csv'});
		const activity = await readFile(join(folder, 'activity.csv'), 'utf8');
		expect(activity.split('\n')[1]).toMatch(/^5000000101,1,\d{4}-\d\d-\d\d,1000,\d+,\d+,$/);
		const keys = await readFile(join(folder, 'license_key.csv'), 'utf8');
		expect(keys).toContain('"say ""hi"""');
		expect(keys).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,/);
	});

	test('replace no file', async () => {
		const folder = temporaryFolder();
		const file = await ensureData({folder, seed: 3, size: 1, now: today});
		await writeFile(join(folder, 'event.csv'), 'mine');
		await expect(exportData({file, folder, format: 'csv'})).rejects.toThrow(/event\.csv already exists/);
		expect(await readFile(join(folder, 'event.csv'), 'utf8')).toBe('mine');
	});
});

describe('an import', () => {
	/** A folder of tables that holds one installation. */
	const files: Record<string, string> = {
		'product.csv': 'productId,name,oldestReportedDate,overQuota\n5000000101,"Own, product",2024-01-01,false\n',
		'event.csv': 'productId,event,category,name,advanced\n5000000101,1,Files,Open,true\n5000000101,2,,Start,false\n',
		'activity.csv':
			'productId,installation,date,span,sessions,runtimeMinutes\n5000000101,1,2026-06-01,0,2,30\n5000000101,1,2026-06-03,0,1,5\n',
		'event_usage.csv':
			'productId,installation,date,span,event,uses,customValues,customValueSum\n5000000101,1,2026-06-01,0,1,3,2,12.50\n5000000101,1,2026-06-03,0,1,1,0,0\n',
	};
	let header: string;
	let row: Record<string, string>;
	beforeAll(() => {
		const table = tables.find(({name}) => name === 'installation');
		const needed = table?.columns.filter(({nullable}) => !nullable) ?? [];
		const values: Record<string, string> = {
			boolean: 'false',
			integer: '1',
			number: '1',
			id: '1',
			text: 'x',
			day: '2026-06-01',
		};
		header = needed.map(({name}) => name).join(',');
		row = Object.fromEntries(needed.map(({name, type}) => [name, values[type] ?? '']));
		Object.assign(row, {productId: '5000000101', dateLastSeen: '2026-06-03', clientId: 'C-1'});
	});
	const installation = (changes: Record<string, string> = {}) =>
		`${header}\n${Object.values({...row, ...changes}).join(',')}\n`;

	async function imported(changes: Record<string, string> = {}) {
		const folder = temporaryFolder();
		const from = join(folder, 'from');
		await mkdir(from);
		const all = {...files, 'installation.csv': installation(), ...changes};
		for (const [name, text] of Object.entries(all)) if (text !== '') await writeFile(join(from, name), text);
		const file = join(folder, 'own.duckdb');
		const {rows: counts} = await importData({folder: from, file, propertyValues: listPropertyValues()});
		return {file, counts};
	}

	test('derives missing tables or leaves them empty', async () => {
		const {file} = await imported();
		const found = await content(file);
		expect(found.property_span).toEqual([
			expect.objectContaining({installation: 1, span: 1, nth: 0, fromDate: 20605, prodVersion: null}),
		]);
		expect(found.lifetime_usage).toEqual([{productId: 5000000101, installation: 1, event: 1, uses: 4}]);
		expect(found.license_key).toEqual([]);
		expect((found.property_value as unknown[]).length).toBeGreaterThan(300);
	});

	test('finds the span of a day and the previous day of activity', async () => {
		const {file} = await imported({
			'property_span.csv': history,
			'activity.csv':
				'productId,installation,date,sessions,runtimeMinutes\n5000000101,1,2026-06-03,1,5\n5000000101,1,2026-06-01,2,30\n',
			'event_usage.csv': usage.replace('2026-06-03,0', '2026-06-03,'),
		});
		const found = await content(file);
		const days = (found.activity as {date: number; span: number; previousDate: number | null}[]).map(
			({date, span, previousDate}) => ({date, span, previousDate}),
		);
		expect(days).toEqual([
			{date: 20605, span: 0, previousDate: null},
			{date: 20607, span: 7, previousDate: 20605},
		]);
		expect((found.event_usage as {span: number}[]).map(({span}) => span)).toEqual([0, 7]);
	});

	test('reads an empty text and <NULL> as null', async () => {
		const text = `${header},prodVersion,C01,C02\n${Object.values(row).join(',')},<NULL>,"",x\n`;
		const {file} = await imported({'installation.csv': text});
		const [found] = (await content(file)).installation as Record<string, unknown>[];
		expect(found).toMatchObject({prodVersion: null, C01: null, C02: 'x'});
	});

	test('reads CRLF and a byte order mark', async () => {
		const {counts} = await imported({'product.csv': `\uFEFF${files['product.csv']?.replaceAll('\n', '\r\n')}`});
		expect(counts[0]).toEqual({table: 'product', rows: 1});
	});

	/** Two spans: of the install date, and of the day after. */
	const history = `productId,installation,span,nth,fromDate,licenseType,licenseStatus_activated,licenseStatus_blacklisted,licenseStatus_expired,licenseStatus_whitelisted,prodVersion
5000000101,1,0,0,2026-06-01,trial,false,false,false,false,1.0
5000000101,1,7,1,2026-06-02,purchased,true,false,false,false,2.0
`;
	const usage = files['event_usage.csv'] ?? '';
	const activity = files['activity.csv'] ?? '';
	/** Its first record takes two lines. Other errors are reported before that of the name. */
	const events = (files['event.csv'] ?? '').replace('Files', '"multi\nline"');
	test.each<[string, Record<string, string>, string]>([
		['a date that does not exist', {'activity.csv': activity.replace('2026-06-03', '2026-06-31')}, 'Line: 3'],
		['a number that is none', {'event_usage.csv': usage.replace(',3,2,', ',three,2,')}, '"three"'],
		['a wrong value below a record of two lines', {'event.csv': `${events}5000000101,3,x,y,perhaps\n`}, 'perhaps'],
		['a line that is too short', {'activity.csv': `${activity}5000000101,1\n`}, 'Columns'],
		['a line that is too long', {'activity.csv': `${activity}5000000101,1,2026-06-02,0,1,1,9\n`}, 'Columns'],
		['an unknown column', {'activity.csv': activity.replace('sessions', 'session')}, '"session"'],
		[
			'a missing column',
			{'activity.csv': activity.replaceAll(/,[^,\n]*\n/g, '\n')},
			'activity.csv: the column runtimeMinutes is missing',
		],
		['a column twice', {'product.csv': 'productId,productId\n'}, 'repeated'],
		['an empty cell', {'event.csv': events.replace(',Start,', ',,')}, 'name must not be empty'],
		['a row twice', {'activity.csv': `${activity}5000000101,1,2026-06-01,0,1,1\n`}, 'is repeated'],
		['an unknown product', {'event.csv': `${events}7,3,x,y,true\n`}, 'does not exist in product'],
		[
			'an unknown installation',
			{'activity.csv': `${activity}5000000101,2,2026-06-01,0,1,1\n`},
			'does not exist in installation',
		],
		[
			'activity before its span',
			{'property_span.csv': history, 'activity.csv': activity.replace('06-01,0', '06-01,7')},
			'is before fromDate of its span',
		],
		[
			'an unknown span',
			{'property_span.csv': history, 'activity.csv': activity.replace('06-03,0', '06-03,8')},
			'does not exist in property_span',
		],
		['an unknown event', {'event_usage.csv': usage.replace('0,1,1,0', '0,9,1,0')}, 'does not exist in event'],
		['usage on a day without activity', {'event_usage.csv': usage.replace('06-03', '06-02')}, 'activity'],
		['activity after the last day', {'activity.csv': activity.replace('06-03', '06-04')}, 'dateLastSeen'],
		['a negative count', {'activity.csv': activity.replace('0,2,30', '0,-2,30')}, '0 or more'],
		['a table of another name', {'aktivity.csv': activity}, 'no table'],
		['no installations', {'installation.csv': ''}, 'installation.csv or installation.parquet is missing'],
		[
			'an unclosed quote',
			{'product.csv': 'productId,name,oldestReportedDate,overQuota\n1,"x,2024-01-01,false\n'},
			'product.csv',
		],
	])('rejects %s', async (_, changes, message) => {
		const error = await imported(changes).catch(thrown => thrown);
		expect(error).toBeInstanceOf(CliError);
		expect(error.kind).toBe('usage');
		expect(error.message).toContain(message);
	});

	test('rejects a Parquet value of another type with the reason', async () => {
		const folder = temporaryFolder();
		const file = await ensureData({folder, seed: 3, size: 1, now: today});
		const from = join(folder, 'out');
		await exportData({file, folder: from, format: 'parquet'});
		const instance = await DuckDBInstance.create(':memory:');
		const connection = await instance.connect();
		const rows = "SELECT 'many' AS productId, 'x' AS name, DATE '2026-01-01' AS oldestReportedDate, false AS overQuota";
		await connection.run(`COPY (${rows}) TO '${join(from, 'product.parquet')}'`);
		connection.closeSync();
		instance.closeSync();
		await expect(
			importData({folder: from, file: join(folder, 'own.duckdb'), propertyValues: listPropertyValues()}),
		).rejects.toMatchObject({kind: 'usage', message: expect.stringMatching(/^product\.parquet: .*'many'.*productId/)});
	});

	test('rejects a link', async () => {
		const folder = temporaryFolder();
		await writeFile(join(folder, 'secret'), 'x');
		await symlink(join(folder, 'secret'), join(folder, 'product.csv'));
		await expect(
			importData({folder, file: join(folder, 'own.duckdb'), propertyValues: listPropertyValues()}),
		).rejects.toThrow('product.csv: is not a regular file');
	});

	test('leaves nothing behind when it fails', async () => {
		const folder = temporaryFolder();
		await writeFile(join(folder, 'product.csv'), 'productId\nx\n');
		await writeFile(join(folder, 'installation.csv'), 'productId\n');
		await expect(
			importData({folder, file: join(folder, 'own.duckdb'), propertyValues: listPropertyValues()}),
		).rejects.toThrow(CliError);
		expect((await readdir(folder)).sort()).toEqual(['installation.csv', 'product.csv']);
	});
});
