import type {DuckDBConnection} from '@duckdb/node-api';
import type {Table} from '../columns.ts';
import {readRows} from '../duckdb.ts';
import {tables} from '../schema.ts';
import {readCsvRecord} from './csv-place.ts';
import {faultIn, type TableFile} from './import-files.ts';

/** A rule for imported rows beyond their types. */
type Check = {
	readonly table: string;
	readonly column: string;
	/** Condition that a row breaks the rule; the row is `r`. */
	readonly broken: string;
	readonly message: string;
};

const spanned = ['activity', 'event_usage', 'exception_line', 'custom_event_line'];
const has = (table: string, column: string) =>
	tables.find(({name}) => name === table)?.columns.some(({name}) => name === column) ?? false;
const tablesWith = (column: string) => tables.map(({name}) => name).filter(name => has(name, column));

/** Columns that must not be empty: those of files, or the derived ones. */
const missing =
	(of: 'files' | 'others') =>
	({name, columns}: Table): readonly Check[] =>
		columns
			.filter(({nullable, derived}) => !nullable && (derived === true) === (of === 'others'))
			.map(column => ({
				table: name,
				column: column.name,
				broken: `r."${column.name}" IS NULL`,
				message: 'must not be empty',
			}));

const repeated = ({name, key}: Table): readonly Check[] =>
	key.length === 0
		? []
		: [
				{
					table: name,
					column: key.at(-1) ?? '',
					broken: `r.rowid IN (SELECT row FROM (SELECT rowid AS row, row_number() OVER (PARTITION BY ${key.join(', ')} ORDER BY rowid) AS nth FROM ${name}) WHERE nth > 1)`,
					message: `comes twice: ${key.join(', ')} must be unique`,
				},
			];

const unknown = (column: string, of: string, key: readonly string[]): readonly Check[] =>
	tablesWith(column)
		.filter(table => table !== of)
		.map(table => ({
			table,
			column,
			broken: `NOT EXISTS (SELECT 1 FROM ${of} AS o WHERE ${key.map(name => `o.${name} = r.${name}`).join(' AND ')})`,
			message: `is not in ${of}`,
		}));

const atLeast = (table: string, column: string, least: number): Check => ({
	table,
	column,
	broken: `r."${column}" < ${least}`,
	message: `must be ${least} or more`,
});

const current = (table: string, name: string): Check => ({
	table,
	column: `${name}_current`,
	broken: `r.${name}_current AND NOT r.${name}_historical`,
	message: `cannot hold where ${name}_historical does not`,
});

/** In the order in which they are reported: missing and repeated values before those that contradict others. */
const checks: readonly Check[] = [
	...tables.flatMap(missing('files')),
	...tables.flatMap(repeated),
	...unknown('productId', 'product', ['productId']),
	...unknown('installation', 'installation', ['installation', 'productId']),
	...unknown('event', 'event', ['event', 'productId']),
	...tables.flatMap(missing('others')),
	...unknown('span', 'property_span', ['installation', 'span']).filter(({table}) => spanned.includes(table)),
	{
		table: 'product',
		column: 'productId',
		broken: 'r.productId NOT BETWEEN 0 AND 9007199254740991',
		message: 'must be a whole number from 0 to 2^53 - 1',
	},
	{
		table: 'installation',
		column: 'dateLastSeen',
		broken: 'r.dateLastSeen < r.dateInstalled',
		message: 'is before dateInstalled',
	},
	{
		table: 'activity',
		column: 'date',
		broken:
			'EXISTS (SELECT 1 FROM installation AS i WHERE i.installation = r.installation AND r.date NOT BETWEEN i.dateInstalled AND i.dateLastSeen)',
		message: 'is outside dateInstalled to dateLastSeen of the installation',
	},
	{
		table: 'activity',
		column: 'date',
		broken: 'EXISTS (SELECT 1 FROM property_span AS s WHERE s.span = r.span AND r.date < s.fromDate)',
		message: 'is before fromDate of its span',
	},
	{
		table: 'event_usage',
		column: 'date',
		broken:
			'NOT EXISTS (SELECT 1 FROM activity AS a WHERE a.installation = r.installation AND a.date = r.date AND a.span = r.span)',
		message: 'has no row of that installation, date and span in activity',
	},
	{
		table: 'event_usage',
		column: 'customValues',
		broken: 'r.customValues NOT BETWEEN 0 AND r.uses',
		message: 'must be between 0 and uses',
	},
	{
		table: 'outreach_delivery',
		column: 'channel',
		broken: "r.channel NOT IN ('auto', 'manual')",
		message: 'must be auto or manual',
	},
	atLeast('installation', 'activeDays', 0),
	atLeast('activity', 'sessions', 0),
	atLeast('activity', 'runtimeMinutes', 0),
	atLeast('event_usage', 'uses', 1),
	atLeast('lifetime_usage', 'uses', 1),
	atLeast('license_key', 'installQuota', 0),
	current('installation', 'optOut'),
	current('installation', 'backOff'),
];

/** The place of a field in the file; undefined for Parquet, which has no lines. */
async function findPlace(file: TableFile, row: number, column: string) {
	if (file.format === 'parquet') return undefined;
	const header = await readCsvRecord(file.path, 0);
	const record = await readCsvRecord(file.path, row + 1);
	const index = header?.fields.findIndex(({text}) => text === column) ?? -1;
	const field = record?.fields[Math.max(0, index)];
	return field && {source: file.name, line: field.line, column: field.column};
}

/** Throws a CliError for the first rule that is broken; it names the row. */
export async function validateRows(connection: DuckDBConnection, files: readonly TableFile[]): Promise<void> {
	const byTable = new Map(files.map(file => [file.table.name, file]));
	for (const {table, column, broken, message} of checks) {
		const file = byTable.get(table);
		if (!file) continue;
		const rows = await readRows<{row: number}>(
			connection,
			`SELECT r.rowid AS row FROM ${table} AS r WHERE ${broken} ORDER BY r.rowid LIMIT 1`,
		);
		const [first] = rows;
		if (!first) continue;
		const place = await findPlace(file, first.row, column);
		throw faultIn(file, `row ${first.row + 1}: ${column} ${message}`, place ? {place} : {});
	}
}
