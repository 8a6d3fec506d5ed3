import type {Dirent} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {DuckDBConnection} from '@duckdb/node-api';
import {CliError} from '../../../errors.ts';
import {openRegular} from '../../../files/file-bytes.ts';
import {nearNames} from '../../../text/near-names.ts';
import {literal} from '../../../text/sql-literal.ts';
import {readRows} from '../duckdb.ts';
import {tables} from '../sandbox-tables.ts';
import {fileType, type Table, type TableColumn} from '../table-definition.ts';

export type TableFile = {
	readonly table: Table;
	readonly name: string;
	readonly path: string;
	readonly format: 'csv' | 'parquet';
};

export const createFileError = (
	{name}: Pick<TableFile, 'name'>,
	message: string,
	details: {readonly suggest?: readonly string[]} = {},
): CliError =>
	new CliError('usage', `${name}: ${message}`, {
		hint: 'to see the tables and their columns: usagectl help sandbox',
		...details,
	});

const tableFile = /^(.+)\.(csv|parquet)$/;

/** Throws a CliError for an unknown name and for anything but a regular file. */
function findTable(entry: Dirent, base: string): Table {
	// A link could point outside the folder.
	if (!entry.isFile()) throw createFileError(entry, 'is not a regular file');
	const names = tables.map(({name}) => name);
	const table = tables[names.indexOf(base)];
	if (!table) throw createFileError(entry, `there is no table ${base}`, {suggest: nearNames(base, names)});
	return table;
}

/** Throws a CliError for an unknown file, and for a table that is repeated or missing. */
export async function findTableFiles(folder: string): Promise<readonly TableFile[]> {
	const files: TableFile[] = [];
	const entries = await readdir(folder, {withFileTypes: true});
	for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
		const [name, base = '', format] = tableFile.exec(entry.name) ?? [];
		if (name === undefined) continue;
		const table = findTable(entry, base);
		if (files.some(file => file.table === table))
			throw createFileError({name}, `the table ${base} exists both as CSV and as Parquet`);
		files.push({table, name, path: join(folder, name), format: format as 'csv' | 'parquet'});
	}
	for (const needed of ['product', 'installation'])
		if (!files.some(({table}) => table.name === needed))
			throw createFileError({name: folder}, `${needed}.csv or ${needed}.parquet is missing`);
	return files;
}

/** Assumes column names, which hold no separator. DuckDB finds the names only by guessing the form of the file. */
async function readCsvHeader(path: string): Promise<readonly string[]> {
	const input = (await openRegular(path)).createReadStream({encoding: 'utf8'});
	try {
		for await (const line of createInterface(input))
			return line
				.replace(/^\uFEFF/, '')
				.split(',')
				.map(name => name.replace(/^"(.*)"$/, '$1'));
		return [];
	} finally {
		input.destroy();
	}
}

async function readNames(connection: DuckDBConnection, {path, format}: TableFile): Promise<readonly string[]> {
	if (format === 'csv') return readCsvHeader(path);
	const described = `DESCRIBE FROM read_parquet(${literal(path)})`;
	return (await readRows<{column_name: string}>(connection, described)).map(row => row.column_name);
}

/** Returns the columns in the order of the file. Throws a CliError for an unknown, repeated or missing column. */
function findColumns(file: TableFile, names: readonly string[]): readonly TableColumn[] {
	const {name: table, columns} = file.table;
	const columnNames = columns.map(({name}) => name);
	const unknown = names.find(name => !columnNames.includes(name));
	if (unknown !== undefined) {
		const suggest = nearNames(unknown, columnNames);
		throw createFileError(file, `the table ${table} has no column ${JSON.stringify(unknown)}`, {suggest});
	}
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) throw createFileError(file, `the column ${repeated} is repeated`);
	const missing = columns.filter(({name, nullable, derived}) => !nullable && !derived && !names.includes(name));
	const listed = missing.map(({name}) => name).join(', ');
	if (listed !== '')
		throw createFileError(
			file,
			missing.length > 1 ? `the columns ${listed} are missing` : `the column ${listed} is missing`,
		);
	return names.map(name => columns[columnNames.indexOf(name)] as TableColumn);
}

/** Returns SQL that turns days and moments into numbers, and empty texts into null. */
function storedValue({name, type, nullable, blank}: TableColumn): string {
	const column = `"${name}"`;
	if (type === 'day') return `(${column} - DATE '1970-01-01')::INTEGER`;
	if (type === 'moment') return `epoch_us(${column}) // 1000000`;
	if (type !== 'text') return column;
	if (blank) return `coalesce(${column}, '')`;
	return nullable ? `CASE WHEN ${column} NOT IN ('', '<NULL>') THEN ${column} END` : `nullif(${column}, '')`;
}

function sourceSql({path, format}: TableFile, columns: readonly TableColumn[]): string {
	if (format === 'parquet') {
		const values = columns.map(column => `"${column.name}"::${fileType(column)} AS "${column.name}"`);
		return `(SELECT ${values.join(', ')} FROM read_parquet(${literal(path)}))`;
	}
	const types = columns.map(column => `'${column.name}': '${fileType(column)}'`);
	return `read_csv(${literal(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${types.join(', ')}})`;
}

/** DuckDB's first paragraph says what is wrong and where; its advice is about read_csv. */
function unreadable(file: TableFile, error: Error): Error {
	const [, reason] =
		/^(?:Invalid Input|Conversion|Serialization|Invalid) Error: (.*?)(?:\n\n|$)/s.exec(error.message) ?? [];
	return reason === undefined ? error : createFileError(file, reason.trim().replace(/\n+/g, '; '));
}

/** Throws a CliError with the message of DuckDB. */
export async function readTableFile(connection: DuckDBConnection, file: TableFile): Promise<void> {
	try {
		const columns = findColumns(file, await readNames(connection, file));
		const names = columns.map(({name}) => `"${name}"`).join(', ');
		const values = columns.map(storedValue).join(', ');
		await connection.run(`INSERT INTO ${file.table.name} (${names}) SELECT ${values} FROM ${sourceSql(file, columns)}`);
	} catch (error) {
		throw unreadable(file, error as Error);
	}
}
