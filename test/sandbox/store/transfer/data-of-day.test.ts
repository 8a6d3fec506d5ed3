import {mkdir, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {addDays, dayNumber} from '../../../../src/calendar.ts';
import {listPropertyValues} from '../../../../src/sandbox/seed/small-tables.ts';
import {ensureData} from '../../../../src/sandbox/seed/synthetic-data.ts';
import {openDatabase} from '../../../../src/sandbox/store/duckdb.ts';
import {getTable, tables} from '../../../../src/sandbox/store/sandbox-tables.ts';
import {ensureDayFile} from '../../../../src/sandbox/store/transfer/data-of-day.ts';
import {exportData} from '../../../../src/sandbox/store/transfer/export-data.ts';
import {importData} from '../../../../src/sandbox/store/transfer/import-data.ts';
import {temporaryFolder} from '../../../support/disk/folders.ts';
import {laws} from '../../../support/laws/laws.ts';
import {recipes} from '../../support/generated-data.ts';

const imported = (file: string, last: string) => ({folder: dirname(file), name: basename(file), last});

async function read(file: string, sql: string) {
	const database = await openDatabase(file);
	const rows = await database.rows(sql);
	database.close();
	return rows;
}

/** Columns whose value on an earlier day follows from the rows: all but properties without a history, and edits. */
function knownColumns(table: string): readonly string[] {
	const names = getTable(table).columns.map(({name}) => name);
	const historical = new Set(getTable('property_span').columns.map(({name}) => name));
	const sums = ['activeDays', 'lifetimeSessionCount', 'lifetimeRuntimeMinutes', 'dateInstalled', 'dateLastSeen'];
	if (table === 'installation') return names.filter(name => historical.has(name) || sums.includes(name));
	return names.filter(name => !['expired', 'lastEditedDate', 'lastEditedBy', 'overQuota'].includes(name));
}

test('imported data on an earlier day equal the exported data of that day', async () => {
	const days = fc.record({age: fc.integer({min: 1, max: 1200}), later: fc.integer({min: 1, max: 200})});
	await fc.assert(
		fc.asyncProperty(recipes, days, async (recipe, {age, later}) => {
			const folder = temporaryFolder();
			const day = addDays('2023-07-01', age);
			const end = addDays(day, later);
			const before = await ensureData({...recipe, folder: join(folder, 'before'), now: day});
			const after = await ensureData({...recipe, folder: join(folder, 'after'), now: end});
			await exportData({file: after, folder: join(folder, 'tables'), format: 'parquet'});
			const file = join(folder, 'imported.duckdb');
			await importData({folder: join(folder, 'tables'), file, propertyValues: listPropertyValues()});
			const cut = await ensureDayFile(imported(file, end), day);
			for (const {name} of tables) {
				const rows = `SELECT ${knownColumns(name)
					.map(column => `"${column}"`)
					.join(', ')} FROM ${name} ORDER BY ALL`;
				expect([name, await read(cut, rows)]).toEqual([name, await read(before, rows)]);
			}
		}),
		laws(1, 100),
	);
});

const day = dayNumber('2026-06-23');

test('subtracts later rows from sums, and keeps what the sums had before the first row', async () => {
	const folder = temporaryFolder();
	const source = join(folder, 'tables');
	await mkdir(source);
	const needed = getTable('installation').columns.filter(({nullable, derived}) => !nullable && !derived);
	const values: Readonly<Record<string, string>> = {
		...{productId: '7', installation: '1', activeDays: '10', lifetimeSessionCount: '20', lifetimeRuntimeMinutes: '30'},
		...{dateInstalled: '2020-01-01', dateLastSeen: '2026-06-25', prodVersion: '2'},
	};
	const cell = (name: string, type: string) =>
		values[name] ?? (type === 'boolean' ? 'false' : type === 'text' ? 'x' : '1');
	const installation = [needed.map(({name}) => name), needed.map(({name, type}) => cell(name, type))];
	const csv = (name: string, text: string) => writeFile(join(source, `${name}.csv`), `${text}\n`);
	await csv('installation', installation.map(row => row.join(',')).join('\n'));
	await csv('product', 'productId,name,oldestReportedDate,overQuota\n7,Seven,2020-01-01,false');
	await csv('activity', 'productId,installation,date,sessions,runtimeMinutes\n7,1,2026-06-22,1,5\n7,1,2026-06-25,2,7');
	await csv(
		'license_key',
		'productId,licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,addedDate,autoCollected,lastEditedDate,lastEditedBy,notes\n' +
			'7,OLD,x,true,false,false,false,,1,2026-06-01T10:00:00,false,2026-06-24T00:00:00,admin,\n' +
			'7,NEW,x,true,false,false,false,,1,2026-06-24T10:00:00,false,,,',
	);
	const file = join(folder, 'imported.duckdb');
	await importData({folder: source, file, propertyValues: listPropertyValues()});
	const cut = await ensureDayFile(imported(file, '2026-06-25'), '2026-06-23');
	expect(
		await read(
			cut,
			'SELECT activeDays, lifetimeSessionCount AS sessions, lifetimeRuntimeMinutes AS minutes, dateLastSeen AS seen FROM installation',
		),
	).toEqual([{activeDays: 9, sessions: 18, minutes: 23, seen: day - 1}]);
	expect(await read(cut, 'SELECT licenseKey, lastEditedDate AS edited, lastEditedBy AS by FROM license_key')).toEqual([
		{licenseKey: 'OLD', edited: null, by: null},
	]);
	expect(await read(cut, 'SELECT count(*) AS n FROM activity')).toEqual([{n: 1}]);
});
