import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {CliError} from '../../../errors.ts';
import {makeFolders} from '../../../files/platform.ts';
import {literal} from '../../../text/sql-literal.ts';
import {readRows, withFolder} from '../duckdb.ts';
import {publishWritten, withDiskHint} from '../publish-written.ts';
import {tables} from '../sandbox-tables.ts';
import {endOfData, setClockSql, type Table, type TableColumn} from '../table-definition.ts';

export const dataFormats = ['parquet', 'csv'] as const;
type DataFormat = (typeof dataFormats)[number];

export type ExportedTable = {readonly table: string; readonly file: string; readonly rows: number};

function exportedColumn({name, type}: TableColumn): string {
	if (type === 'day') return `(DATE '1970-01-01' + "${name}")::DATE AS "${name}"`;
	if (type === 'moment') return `make_timestamp("${name}" * 1000000) AS "${name}"`;
	return `"${name}"`;
}

const formatOptions: Readonly<Record<DataFormat, string>> = {
	parquet: 'FORMAT parquet, COMPRESSION zstd',
	csv: "FORMAT csv, HEADER, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S'",
};

type ExportOptions = {
	readonly folder: string;
	readonly format: DataFormat;
	/** Seconds since 1970-01-01 (default: the end of the data). Later rows are not exported. */
	readonly clock?: number;
};

/** Selects the rows that are known at a time, with the types of files. `from` is the table, perhaps in another database. */
export function selectKnownRows(
	{columns}: Table,
	{from, clock}: {readonly from: string; readonly clock: number},
): string {
	const moments = columns.filter(({type, nullable}) => type === 'moment' && !nullable);
	const isKnown = ['true', ...moments.map(moment => `"${moment.name}" <= ${clock}`)].join(' AND ');
	return `SELECT ${columns.map(exportedColumn).join(', ')} FROM ${from} WHERE ${isKnown}`;
}

async function exportTable(
	connection: DuckDBConnection,
	table: Table,
	{folder, format, clock = endOfData}: ExportOptions,
): Promise<ExportedTable> {
	const {name} = table;
	const file = `${name}.${format}`;
	const rows = selectKnownRows(table, {from: name, clock});
	const [written] = await publishWritten(join(folder, file), unfinished =>
		readRows<{Count: number}>(connection, `COPY (${rows}) TO ${literal(unfinished)} (${formatOptions[format]})`),
	);
	return {table: name, file, rows: written?.Count ?? 0};
}

/** An export does not replace files, which may be the user's own. */
async function validateTarget(folder: string, format: DataFormat): Promise<void> {
	const present = new Set(await readdir(folder));
	const taken = tables.map(({name}) => `${name}.${format}`).find(file => present.has(file));
	if (taken !== undefined)
		throw new CliError('usage', `${join(folder, taken)} already exists`, {
			hint: 'use an empty folder, or remove the file',
		});
}

/** Throws a CliError of kind usage if one of the files exists, or of kind disk if the folder is not writable. */
export async function exportData(options: ExportOptions & {readonly file: string}): Promise<readonly ExportedTable[]> {
	const {file, folder, format, clock = endOfData} = options;
	const found = await stat(folder).catch(() => undefined);
	if (found && !found.isDirectory())
		throw new CliError('usage', `${folder} is not a folder`, {hint: 'give a new or empty folder'});
	return withDiskHint(`cannot write the data to ${folder}`, async () => {
		await makeFolders(folder);
		await validateTarget(folder, format);
		return withFolder({file, folder, options: {access_mode: 'READ_ONLY'}}, async connection => {
			await connection.run(setClockSql(clock));
			const written: ExportedTable[] = [];
			for (const table of tables) written.push(await exportTable(connection, table, {folder, format, clock}));
			return written;
		});
	});
}
