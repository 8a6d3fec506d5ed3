import type {Dirent} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {CliError, type Place} from '../../../errors.ts';
import {nearNames} from '../../../text/near-names.ts';
import {readRows} from '../duckdb.ts';
import {tables} from '../sandbox-tables.ts';
import {fileType, literal, type Table, type TableColumn} from '../table-definition.ts';
import {placeOfByte, readCsvRecord} from './csv-place.ts';

/** Finds the tables of a folder and reads them into the database. */

export type TableFile = {
	readonly table: Table;
	readonly name: string;
	readonly path: string;
	readonly format: 'csv' | 'parquet';
};

/** An error in an input file. */
export const faultIn = (
	{name}: Pick<TableFile, 'name'>,
	message: string,
	details: {readonly place?: Place; readonly hint?: string; readonly suggest?: readonly string[]} = {},
): CliError =>
	new CliError('usage', `${name}: ${message}`, {
		hint: 'see `usagectl help sandbox` for the tables and their columns',
		...details,
	});

const tableFile = /^(.+)\.(csv|parquet)$/;

/** The table of a file. Throws a CliError for an unknown name and for anything but a plain file. */
function findTable(entry: Dirent, base: string): Table {
	// A link could lead out of the folder.
	if (!entry.isFile()) throw faultIn(entry, 'is no plain file');
	const table = tables.find(item => item.name === base);
	if (table) return table;
	const suggest = nearNames(
		base,
		tables.map(({name}) => name),
	);
	throw faultIn(entry, 'no table of that name', {suggest});
}

/** Lists the tables of a folder. Throws a CliError for an unknown file and for a table that is repeated or missing. */
export async function findTableFiles(folder: string): Promise<readonly TableFile[]> {
	const files: TableFile[] = [];
	const entries = await readdir(folder, {withFileTypes: true});
	for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
		const [name, base = '', format] = tableFile.exec(entry.name) ?? [];
		if (name === undefined) continue;
		const table = findTable(entry, base);
		if (files.some(file => file.table === table)) throw faultIn({name}, `${base} is there as CSV and as Parquet`);
		files.push({table, name, path: join(folder, name), format: format as 'csv' | 'parquet'});
	}
	for (const needed of ['product', 'installation'])
		if (!files.some(({table}) => table.name === needed))
			throw faultIn({name: folder}, `no file ${needed}.csv or ${needed}.parquet`);
	return files;
}

/** A column of a file; CSV has no types. */
type FileColumn = {readonly name: string; readonly type?: string};

async function fileColumns(connection: DuckDBConnection, {path, format}: TableFile): Promise<readonly FileColumn[]> {
	if (format === 'csv') return (await readCsvRecord(path, 0))?.fields.map(({text}) => ({name: text})) ?? [];
	const rows = await readRows<{column_name: string; column_type: string}>(
		connection,
		`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`,
	);
	return rows.map(({column_name, column_type}) => ({name: column_name, type: column_type}));
}

/** The columns of the table in the order of the file. Throws a CliError for an unknown, repeated or missing column. */
function validateColumns(file: TableFile, names: readonly string[]): readonly TableColumn[] {
	const place = {source: file.name, line: 1, column: 1};
	const known = new Map(file.table.columns.map(column => [column.name, column]));
	const columns = names.map((name, index) => {
		const column = known.get(name);
		if (!column)
			throw faultIn(file, `no column ${JSON.stringify(name)} in ${file.table.name}`, {
				place,
				suggest: nearNames(name, [...known.keys()]),
			});
		if (names.indexOf(name) !== index) throw faultIn(file, `the column ${name} comes twice`, {place});
		return column;
	});
	const missing = file.table.columns.filter(
		({name, nullable, derived}) => !nullable && !derived && !names.includes(name),
	);
	if (missing.length > 0)
		throw faultIn(
			file,
			`needs the column${missing.length > 1 ? 's' : ''} ${missing.map(({name}) => name).join(', ')}`,
			{place},
		);
	return columns;
}

/** SQL for the stored value of a column: days and moments as numbers, empty texts as null. */
function storedValue({name, type, nullable, blank}: TableColumn): string {
	const column = `"${name}"`;
	if (type === 'day') return `(${column} - DATE '1970-01-01')::INTEGER`;
	if (type === 'moment') return `epoch_us(${column}) // 1000000`;
	if (type !== 'text') return column;
	if (blank) return `coalesce(${column}, '')`;
	return nullable ? `CASE WHEN ${column} NOT IN ('', '<NULL>') THEN ${column} END` : `nullif(${column}, '')`;
}

function csvSource(path: string, columns: readonly TableColumn[]): string {
	const types = columns.map(column => `'${column.name}': '${fileType(column)}'`);
	return `read_csv(${literal(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${types.join(', ')}}, store_rejects = true)`;
}
function parquetSource(path: string, columns: readonly TableColumn[]): string {
	const values = columns.map(column => `"${column.name}"::${fileType(column)} AS "${column.name}"`);
	return `(SELECT ${values.join(', ')} FROM read_parquet(${literal(path)}))`;
}

type Reject = {
	readonly byte_position: number | null;
	readonly line_byte_position: number;
	readonly column_name: string | null;
	readonly error_message: string;
};

/** Throws a CliError for the first line that the engine rejected. */
async function validateRejects(connection: DuckDBConnection, file: TableFile): Promise<void> {
	const rows = await readRows<Reject>(
		connection,
		'SELECT byte_position, line_byte_position, column_name, error_message FROM reject_errors ORDER BY line, column_idx LIMIT 1',
	);
	const [reject] = rows;
	if (!reject) return;
	const place = await placeOfByte(file.path, (reject.byte_position ?? reject.line_byte_position) - 1);
	throw faultIn(file, `${reject.column_name ? `${reject.column_name}: ` : ''}${reject.error_message.split('\n')[0]}`, {
		place: {source: file.name, ...place},
	});
}

/** Throws a CliError for the first value of a Parquet file that does not fit its column. */
async function validateCasts(
	connection: DuckDBConnection,
	file: TableFile,
	columns: readonly TableColumn[],
): Promise<void> {
	for (const column of columns) {
		const rows = await readRows<{row: number; value: string}>(
			connection,
			`SELECT file_row_number + 1 AS row, "${column.name}"::VARCHAR AS value FROM read_parquet(${literal(file.path)}, file_row_number = true)
				WHERE "${column.name}" IS NOT NULL AND TRY_CAST("${column.name}" AS ${fileType(column)}) IS NULL ORDER BY 1 LIMIT 1`,
		);
		const [row] = rows;
		if (row)
			throw faultIn(file, `row ${row.row}, ${column.name}: ${JSON.stringify(row.value)} is no ${fileType(column)}`);
	}
}

/** Turns the engine's error for an unreadable file into a CliError. */
function unreadable(file: TableFile, error: Error): Error {
	if (!/^(Invalid Input|Conversion|Serialization|Invalid) Error|CSV Error/.test(error.message)) return error;
	const [, line] = /CSV Error on Line: (\d+)/.exec(error.message) ?? [];
	const text = error.message.replace(/^[\w ]+Error: /, '').split('\n');
	const message = text[line === undefined ? 0 : 2] ?? 'cannot be read';
	return faultIn(file, message, line === undefined ? {} : {place: {source: file.name, line: Number(line), column: 1}});
}

/** Reads a file into its table. Throws a CliError that says where the file is invalid. */
export async function readTableFile(connection: DuckDBConnection, file: TableFile): Promise<void> {
	const given = await fileColumns(connection, file);
	const columns = validateColumns(
		file,
		given.map(({name}) => name),
	);
	const names = columns.map(({name}) => `"${name}"`).join(', ');
	const source = file.format === 'csv' ? csvSource(file.path, columns) : parquetSource(file.path, columns);
	if (file.format === 'parquet')
		await validateCasts(
			connection,
			file,
			columns.filter((column, index) => given[index]?.type !== fileType(column)),
		);
	const rows = `INSERT INTO ${file.table.name} (${names}) SELECT ${columns.map(storedValue).join(', ')} FROM ${source}`;
	await connection.run(rows).catch(error => {
		throw unreadable(file, error as Error);
	});
	if (file.format === 'csv') await validateRejects(connection, file);
}
