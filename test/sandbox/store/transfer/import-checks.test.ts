import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {getTable, tables} from '../../../../src/sandbox/store/sandbox-tables.ts';
import {type ColumnType, tableSql} from '../../../../src/sandbox/store/table-definition.ts';
import {validateRows} from '../../../../src/sandbox/store/transfer/import-checks.ts';

const sample: Readonly<Record<ColumnType, string>> = {
	id: '1',
	text: `'x'`,
	integer: '1',
	number: '1',
	decimal: '1',
	boolean: 'false',
	day: '20605',
	moment: '0',
};

/** A row with every column that must have a value: all numbers are 1 and all days the same, so that rows of tables fit. */
const insert = (name: string, changes: Readonly<Record<string, string>> = {}) => {
	const columns = getTable(name).columns.filter(({nullable}) => !nullable);
	const values = columns.map(column => changes[column.name] ?? sample[column.type]);
	return `INSERT INTO ${name} (${columns.map(column => `"${column.name}"`).join(', ')}) VALUES (${values.join(', ')})`;
};

/** Where they differ from that, and second rows. */
const rows: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
	...tables.map(({name}) => [name, name === 'outreach_delivery' ? {channel: `'auto'`} : {}] as const),
	['product', {productId: '2'}],
	['installation', {productId: '2', installation: '2'}],
	['activity', {date: '20606'}],
];

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
	instance = await DuckDBInstance.create(':memory:');
	connection = await instance.connect();
	for (const table of tables) await connection.run(`CREATE TABLE ${tableSql(table)}`);
	for (const row of rows) await connection.run(insert(...row));
	await connection.run('UPDATE installation SET dateLastSeen = 20606');
});
afterAll(() => {
	connection.closeSync();
	instance.closeSync();
});

/** What is said of these tables after changes, which are taken back. */
const complaint = async (names: readonly string[], ...changes: readonly string[]): Promise<string> => {
	const files = names.map(name => ({table: getTable(name), name, path: '', format: 'parquet'}) as const);
	await connection.run('BEGIN');
	try {
		for (const change of changes) await connection.run(`UPDATE ${change}`);
		return await validateRows(connection, files).then(
			() => 'all is well',
			error => error.message,
		);
	} finally {
		await connection.run('ROLLBACK');
	}
};

test('accepts the smallest and largest value of each rule', async () => {
	const changes = [
		'product SET productId = 9007199254740991 WHERE productId = 2',
		'installation SET productId = 9007199254740991 WHERE productId = 2',
		'installation SET dateLastSeen = dateInstalled WHERE installation = 2',
		'installation SET activeDays = 0, optOut_historical = true, backOff_historical = true',
		'installation SET optOut_current = true WHERE installation = 1',
		'activity SET sessions = 0, runtimeMinutes = 0',
		'event_usage SET customValues = 0',
		`outreach_delivery SET channel = 'manual'`,
		'license_key SET installQuota = 0',
		`event SET category = repeat('ä', 128), name = 'x  y'`,
	];
	const names = tables.map(({name}) => name);
	expect(await complaint(names, ...changes)).toBe('all is well');
});

test.each([
	['product SET name = NULL', 'product: row 1: name must not be empty'],
	['activity SET span = NULL', 'activity: row 1: span must not be empty'],
	['installation SET installation = 1', 'installation: row 2: installation is repeated: installation must be unique'],
	['activity SET date = 20605', 'activity: row 2: date is repeated: installation, date must be unique'],
	['license_key SET productId = 3', 'license_key: row 1: productId does not exist in product'],
	['lifetime_usage SET installation = 3', 'lifetime_usage: row 1: installation does not exist in installation'],
	['lifetime_usage SET event = 2', 'lifetime_usage: row 1: event does not exist in event'],
	['exception_line SET span = 2', 'exception_line: row 1: span does not exist in property_span'],
	[
		'product SET productId = -1 WHERE productId = 2',
		'product: row 2: productId must be a whole number from 0 to 2^53 - 1',
	],
	[
		'product SET productId = 9007199254740992 WHERE productId = 2',
		'product: row 2: productId must be a whole number from 0 to 2^53 - 1',
	],
	['installation SET dateLastSeen = 20604', 'installation: row 1: dateLastSeen is before dateInstalled'],
	[
		'activity SET date = 20607 WHERE date = 20606',
		'activity: row 2: date is not between dateInstalled and dateLastSeen of the installation',
	],
	['property_span SET fromDate = 20606', 'activity: row 1: date is before fromDate of its span'],
	[
		'event_usage SET date = 20607',
		'event_usage: row 1: date has no row in activity with the same installation, date and span',
	],
	['event_usage SET customValues = 2', 'event_usage: row 1: customValues must be between 0 and uses'],
	['event_usage SET customValues = -1', 'event_usage: row 1: customValues must be between 0 and uses'],
	['event_usage SET uses = 0, customValues = 0', 'event_usage: row 1: uses must be 1 or more'],
	[`outreach_delivery SET channel = 'post'`, 'outreach_delivery: row 1: channel must be auto or manual'],
	['installation SET activeDays = -1', 'installation: row 1: activeDays must be 0 or more'],
	['activity SET sessions = -1', 'activity: row 1: sessions must be 0 or more'],
	['activity SET runtimeMinutes = -1', 'activity: row 1: runtimeMinutes must be 0 or more'],
	['lifetime_usage SET uses = 0', 'lifetime_usage: row 1: uses must be 1 or more'],
	['license_key SET installQuota = -1', 'license_key: row 1: installQuota must be 0 or more'],
	...["repeat('x', 129)", "' x'", "'x' || chr(9) || 'y'", "'x' || chr(8232)"].flatMap(name =>
		['event', 'custom_event_line'].map((table): [string, string] => [
			`${table} SET name = ${name}`,
			`${table}: row 1: name must have at most 128 characters, and no white space except spaces between other characters`,
		]),
	),
	[
		'installation SET optOut_current = true',
		'installation: row 1: optOut_current cannot be true if optOut_historical is false',
	],
	[
		'installation SET backOff_current = true',
		'installation: row 1: backOff_current cannot be true if backOff_historical is false',
	],
])('UPDATE %s → %s', async (change, message) => {
	expect(await complaint([message.split(':')[0] as string], change)).toBe(message);
});
