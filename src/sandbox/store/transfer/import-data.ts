import type {DuckDBConnection} from '@duckdb/node-api';
import {dayText} from '../../../calendar.ts';
import {readRows, withFolder} from '../duckdb.ts';
import {publishWritten, withDiskHint} from '../publish-written.ts';
import {appendRows, type Cell} from '../row-writer.ts';
import {getTable, tables} from '../sandbox-tables.ts';
import {tableSql} from '../table-definition.ts';
import {validateRows} from './import-checks.ts';
import {findTableFiles, readTableFile, type TableFile} from './import-files.ts';

export type ImportedTable = {readonly table: string; readonly rows: number};

/** Tables with dated rows, and their dates. */
export const dated = {
	activity: 'date',
	event_usage: 'date',
	outreach_delivery: 'date',
	property_span: 'fromDate',
	exception_line: 'occurredAt // 86400',
	custom_event_line: 'occurredAt // 86400',
	license_key: 'addedDate // 86400',
	installation: 'dateInstalled',
} as const;

/** Those with rows that refer to a span. */
const spanned = Object.entries(dated).filter(([table]) =>
	getTable(table).columns.some(({name, derived}) => name === 'span' && derived),
);

const spanValues: Readonly<Record<string, string>> = {
	span: 'installation',
	nth: '0',
	fromDate: 'dateInstalled',
	lastDate: 'NULL',
	sessions: '0',
};
const spanColumns = getTable('property_span').columns.map(({name}) => spanValues[name] ?? `"${name}"`);

/** SQL for the rows of a table that a folder does not have. Other missing tables stay empty. */
const derivedRows = {
	property_span: `SELECT ${spanColumns.join(', ')} FROM installation`,
	lifetime_usage:
		'SELECT productId, installation, event, sum(uses)::INTEGER FROM event_usage GROUP BY ALL ORDER BY ALL',
} as const;

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

/** The last day with a row, and the last day on which an installation was seen. */
const lastDaysSql = `SELECT max(dateLastSeen) AS seen, (SELECT max(day) FROM (
		${Object.entries(dated)
			.map(([table, day]) => `SELECT max(${day}) AS day FROM ${table}`)
			.join(' UNION ALL ')}
		UNION ALL SELECT max(dateLastSeen) FROM installation
		UNION ALL SELECT max(lastEditedDate // 86400) FROM license_key)) AS last FROM installation`;

type Input = {
	readonly files: readonly TableFile[];
	/** The rows of property_value if no file has them. */
	readonly propertyValues: readonly Readonly<Record<string, Cell>>[];
};

async function derive(connection: DuckDBConnection, {files, propertyValues}: Input): Promise<void> {
	const read = new Set(files.map(({table}) => table.name));
	// Span numbers are useless without their table.
	if (!read.has('property_span'))
		for (const [table] of spanned) await connection.run(`UPDATE ${table} SET span = NULL`);
	for (const [table, rows] of Object.entries(derivedRows))
		if (!read.has(table)) await connection.run(`INSERT INTO ${table} ${rows}`);
	if (!read.has('property_value')) await appendRows(connection, getTable('property_value'), propertyValues);
	for (const each of spanned) await connection.run(findSpans(each));
	await connection.run(findPreviousDates);
	await connection.run(sumSpans);
}

/** The rows of each table, the last day with a row, and the last day on which an installation was seen. */
type ImportResult = {readonly rows: readonly ImportedTable[]; readonly last: string; readonly seen: string};

async function fill(connection: DuckDBConnection, input: Input): Promise<ImportResult> {
	for (const table of tables) await connection.run(`CREATE TABLE ${tableSql(table)}`);
	for (const file of input.files) await readTableFile(connection, file);
	await derive(connection, input);
	await validateRows(connection, input.files);
	const rows: ImportedTable[] = [];
	for (const {name} of tables)
		rows.push(
			...(await readRows<ImportedTable>(connection, `SELECT '${name}' AS "table", count(*) AS rows FROM ${name}`)),
		);
	const [days] = await readRows<{last: number | null; seen: number | null}>(connection, lastDaysSql);
	await connection.run('CHECKPOINT');
	return {rows, last: dayText(days?.last ?? 0), seen: dayText(days?.seen ?? 0)};
}

/**
 * Builds a data file from the tables of a folder, of which `product` and `installation` are required. Leaves nothing
 * behind if it fails. Throws CliError (usage) for an invalid file, and CliError (disk).
 */
export const importData = ({
	folder,
	file,
	propertyValues,
}: Pick<Input, 'propertyValues'> & {readonly folder: string; readonly file: string}): Promise<ImportResult> =>
	withDiskHint(`cannot read the tables in ${folder} or write ${file}`, async () => {
		const files = await findTableFiles(folder);
		return publishWritten(file, unfinished =>
			withFolder({file: unfinished, folder}, connection => fill(connection, {files, propertyValues})),
		);
	});
