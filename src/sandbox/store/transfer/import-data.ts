import type {DuckDBConnection} from '@duckdb/node-api';
import {appendRows, type Cell} from '../append-rows.ts';
import {readRows} from '../duckdb.ts';
import {publishWritten, withDiskHint} from '../publish-written.ts';
import {getTable, tables} from '../sandbox-tables.ts';
import {tableSql} from '../table-definition.ts';
import {withFolder} from './engine-files.ts';
import {validateRows} from './import-checks.ts';
import {findTableFiles, readTableFile, type TableFile} from './import-files.ts';

export type ImportedTable = {readonly table: string; readonly rows: number};

/** Tables that can be derived if a folder does not have them. Others stay empty. */
const derivedTables: Readonly<Record<string, (connection: DuckDBConnection) => Promise<unknown>>> = {
	property_span: connection => {
		const values: Readonly<Record<string, string>> = {
			...{span: 'installation', nth: '0', fromDate: 'dateInstalled'},
			...{lastDate: 'NULL', sessions: '0'},
		};
		const columns = getTable('property_span').columns.map(({name}) => values[name] ?? `"${name}"`);
		return connection.run(`INSERT INTO property_span SELECT ${columns.join(', ')} FROM installation`);
	},
	lifetime_usage: connection =>
		connection.run(
			'INSERT INTO lifetime_usage SELECT productId, installation, event, sum(uses)::INTEGER FROM event_usage GROUP BY ALL ORDER BY ALL',
		),
};

/** SQL for the day of a row in the tables that refer to a span. */
const daySql: Readonly<Record<string, string>> = {
	activity: 'date',
	event_usage: 'date',
	exception_line: '(occurredAt // 86400)::INTEGER',
	custom_event_line: '(occurredAt // 86400)::INTEGER',
};

/** Sets the span of each row's day if the file has none. */
const findSpans = ([table, day]: readonly [string, string]): string =>
	`UPDATE ${table} SET span = found.span FROM (
		SELECT r.row, s.span FROM (SELECT rowid AS row, installation, ${day} AS day FROM ${table} WHERE span IS NULL) AS r
		ASOF JOIN property_span AS s ON s.installation = r.installation AND s.fromDate <= r.day) AS found
	WHERE ${table}.rowid = found.row`;

const findPreviousDates = `UPDATE activity SET previousDate = found.previous FROM (
		SELECT rowid AS row, lag(date) OVER (PARTITION BY installation ORDER BY date) AS previous FROM activity) AS found
	WHERE activity.rowid = found.row`;

export const sumSpans = `UPDATE property_span SET lastDate = found.last, sessions = found.sessions FROM (
		SELECT s.span, max(a.date) AS last, coalesce(sum(a.sessions), 0)::INTEGER AS sessions
		FROM property_span AS s LEFT JOIN activity AS a ON a.span = s.span GROUP BY s.span) AS found
	WHERE property_span.span = found.span`;

type Input = {
	readonly files: readonly TableFile[];
	/** The rows of property_value if no file has them. */
	readonly propertyValues: readonly Readonly<Record<string, Cell>>[];
};

async function derive(connection: DuckDBConnection, {files, propertyValues}: Input): Promise<void> {
	const read = new Set(files.map(({table}) => table.name));
	// Span numbers are useless without their table.
	if (!read.has('property_span'))
		for (const table of Object.keys(daySql)) await connection.run(`UPDATE ${table} SET span = NULL`);
	for (const [table, make] of Object.entries(derivedTables)) if (!read.has(table)) await make(connection);
	if (!read.has('property_value')) await appendRows(connection, getTable('property_value'), propertyValues);
	for (const place of Object.entries(daySql)) await connection.run(findSpans(place));
	await connection.run(findPreviousDates);
	await connection.run(sumSpans);
}

async function fill(connection: DuckDBConnection, input: Input): Promise<readonly ImportedTable[]> {
	const {files} = input;
	for (const table of tables) await connection.run(`CREATE TABLE ${tableSql(table)}`);
	for (const file of files) await readTableFile(connection, file);
	await derive(connection, input);
	await validateRows(connection, files);
	const counted: ImportedTable[] = [];
	for (const {name} of tables) {
		const [row] = await readRows<{rows: number}>(connection, `SELECT count(*) AS rows FROM ${name}`);
		counted.push({table: name, rows: row?.rows ?? 0});
	}
	await connection.run('CHECKPOINT');
	return counted;
}

/**
 * Builds a data file from the tables of a folder, of which `product` and `installation` are required. Leaves nothing
 * behind if it fails. Throws CliError (usage) for an invalid file, with line and column, and CliError (disk).
 */
export async function importData(options: {
	readonly folder: string;
	readonly file: string;
	readonly propertyValues: Input['propertyValues'];
}): Promise<readonly ImportedTable[]> {
	const {folder, file, propertyValues} = options;
	const text = {
		message: `cannot read the tables in ${folder} or write ${file}`,
		hint: 'check free space and permissions',
	};
	return withDiskHint(text, async () => {
		const files = await findTableFiles(folder);
		return publishWritten(file, unfinished =>
			withFolder({file: unfinished, folder}, connection => fill(connection, {files, propertyValues})),
		);
	});
}
