import {randomUUID} from 'node:crypto';
import {mkdir, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {CliError} from '../../errors.ts';
import {propertyValueRows} from '../seed/small-tables.ts';
import {tableSql} from './columns.ts';
import {isOfDisk} from './disk.ts';
import {readRows} from './duckdb.ts';
import {openWithFolder} from './engine-files.ts';
import {checkRows} from './import-checks.ts';
import {findTableFiles, readTableFile, type TableFile} from './import-files.ts';
import {appendRows} from './rows.ts';
import {getTable, tables} from './schema.ts';

export type ImportedTable = {readonly table: string; readonly rows: number};

/** Tables that can be worked out from others where a folder lacks them; the rest stay empty. */
const derived: Readonly<Record<string, (connection: DuckDBConnection) => Promise<unknown>>> = {
	property_span: connection => {
		const columns = getTable('property_span').columns.map(({name}) =>
			name === 'span' ? '0' : name === 'fromDate' ? 'dateInstalled' : `"${name}"`,
		);
		return connection.run(`INSERT INTO property_span SELECT ${columns.join(', ')} FROM installation`);
	},
	lifetime_usage: connection =>
		connection.run(
			'INSERT INTO lifetime_usage SELECT productId, installation, event, sum(uses)::INTEGER FROM event_usage GROUP BY ALL ORDER BY ALL',
		),
	property_value: connection => appendRows(connection, getTable('property_value'), propertyValueRows),
};

/** Whatever the file says: the column follows from the others. */
const previousDates = `CREATE OR REPLACE TABLE activity AS
	SELECT * REPLACE (lag(date) OVER (PARTITION BY installation ORDER BY date) AS previousDate) FROM activity ORDER BY installation, date`;

async function fill(connection: DuckDBConnection, files: readonly TableFile[]): Promise<readonly ImportedTable[]> {
	for (const table of tables) await connection.run(`CREATE TABLE ${tableSql(table)}`);
	for (const file of files) await readTableFile(connection, file);
	const read = new Set(files.map(({table}) => table.name));
	for (const [table, derive] of Object.entries(derived)) if (!read.has(table)) await derive(connection);
	await checkRows(connection, files);
	await connection.run(previousDates);
	const counted: ImportedTable[] = [];
	for (const {name} of tables) {
		const [row] = await readRows<{rows: number}>(connection, `SELECT count(*) AS rows FROM ${name}`);
		counted.push({table: name, rows: row?.rows ?? 0});
	}
	await connection.run('CHECKPOINT');
	return counted;
}

async function readInto(file: string, folder: string, files: readonly TableFile[]): Promise<readonly ImportedTable[]> {
	const {connection, close} = await openWithFolder(file, folder);
	try {
		return await fill(connection, files);
	} finally {
		close();
	}
}

/**
 * Makes a data file from the tables of a folder, as `exportData` writes them: `product` and `installation` at least.
 * Nothing is left behind when it fails. Throws CliError: usage for a file that is wrong, with its line and column,
 * disk when the data file cannot be written.
 */
export async function importData(options: {
	readonly folder: string;
	readonly file: string;
}): Promise<readonly ImportedTable[]> {
	const {folder, file} = options;
	const unfinished = `${file}.${randomUUID()}.part`;
	try {
		const files = await findTableFiles(folder);
		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		const imported = await readInto(unfinished, folder, files);
		await rename(unfinished, file);
		return imported;
	} catch (error) {
		if (!isOfDisk(error)) throw error;
		throw new CliError('disk', `the data of ${folder} could not be read, or ${file} not be written`, {
			hint: 'Is there space, and may you read and write there?',
			cause: error,
		});
	} finally {
		for (const left of [unfinished, `${unfinished}.wal`]) await rm(left, {force: true});
	}
}
