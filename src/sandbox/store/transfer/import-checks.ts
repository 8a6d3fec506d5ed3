import type {DuckDBConnection} from '@duckdb/node-api';
import {isNotStoredName} from '../../../text/stored-name.ts';
import {readRows} from '../duckdb.ts';
import {tables} from '../sandbox-tables.ts';
import type {Table} from '../table-definition.ts';
import {createFileError, type TableFile} from './import-files.ts';

/** A rule for imported rows beyond their types. `broken` is the condition that a row `r` breaks it. */
type Rule = readonly [table: string, column: string, broken: string, message: string];

const tablesWith = (column: string) =>
	tables.filter(({columns}) => columns.some(({name}) => name === column)).map(({name}) => name);

const findMissing = (of: 'files' | 'derived'): readonly Rule[] =>
	tables.flatMap(({name: table, columns}) =>
		columns
			.filter(({nullable, derived}) => !nullable && (derived === true) === (of === 'derived'))
			.map(({name}) => [table, name, `r."${name}" IS NULL`, 'must not be empty'] as const),
	);

function findRepeated({name: table, key}: Table): readonly Rule[] {
	if (key.length === 0) return [];
	const columns = key.join(', ');
	const repeated = `SELECT row FROM (SELECT rowid AS row, row_number() OVER (PARTITION BY ${columns} ORDER BY rowid) AS nth FROM ${table}) WHERE nth > 1`;
	return [[table, key.at(-1) ?? '', `r.rowid IN (${repeated})`, `is repeated: ${columns} must be unique`]];
}

function findUnknown(column: string, of: string, key: readonly string[]): readonly Rule[] {
	const same = key.map(name => `o.${name} = r.${name}`).join(' AND ');
	return tablesWith(column)
		.filter(table => table !== of)
		.map(table => [table, column, `NOT EXISTS (SELECT 1 FROM ${of} AS o WHERE ${same})`, `does not exist in ${of}`]);
}

const atLeast = (table: string, column: string, least: number): Rule => [
	table,
	column,
	`r."${column}" < ${least}`,
	`must be ${least} or more`,
];

const impliesHistorical = (name: string): Rule => [
	'installation',
	`${name}_current`,
	`r.${name}_current AND NOT r.${name}_historical`,
	`cannot be true if ${name}_historical is false`,
];

const nameRules = (table: string): readonly Rule[] =>
	['category', 'name'].map(column => [
		table,
		column,
		isNotStoredName(`r.${column}`),
		'must have at most 128 characters, and no white space except spaces between other characters',
	]);

const outsideLife =
	'EXISTS (SELECT 1 FROM installation AS i WHERE i.installation = r.installation AND r.date NOT BETWEEN i.dateInstalled AND i.dateLastSeen)';
const beforeSpan = 'EXISTS (SELECT 1 FROM property_span AS s WHERE s.span = r.span AND r.date < s.fromDate)';
const withoutActivity =
	'NOT EXISTS (SELECT 1 FROM activity AS a WHERE a.installation = r.installation AND a.date = r.date AND a.span = r.span)';

/** In the order of reporting: missing and repeated values before contradictions. */
const rules: readonly Rule[] = [
	...findMissing('files'),
	...tables.flatMap(findRepeated),
	...findUnknown('productId', 'product', ['productId']),
	...findUnknown('installation', 'installation', ['installation', 'productId']),
	...findUnknown('event', 'event', ['event', 'productId']),
	...findMissing('derived'),
	...findUnknown('span', 'property_span', ['installation', 'span']),
	[
		'product',
		'productId',
		'r.productId NOT BETWEEN 0 AND 9007199254740991',
		'must be a whole number from 0 to 2^53 - 1',
	],
	['installation', 'dateLastSeen', 'r.dateLastSeen < r.dateInstalled', 'is before dateInstalled'],
	['activity', 'date', outsideLife, 'is not between dateInstalled and dateLastSeen of the installation'],
	['activity', 'date', beforeSpan, 'is before fromDate of its span'],
	['event_usage', 'date', withoutActivity, 'has no row in activity with the same installation, date and span'],
	['event_usage', 'customValues', 'r.customValues NOT BETWEEN 0 AND r.uses', 'must be between 0 and uses'],
	['outreach_delivery', 'channel', "r.channel NOT IN ('auto', 'manual')", 'must be auto or manual'],
	atLeast('installation', 'activeDays', 0),
	atLeast('activity', 'sessions', 0),
	atLeast('activity', 'runtimeMinutes', 0),
	atLeast('event_usage', 'uses', 1),
	atLeast('lifetime_usage', 'uses', 1),
	atLeast('license_key', 'installQuota', 0),
	...nameRules('event'),
	...nameRules('custom_event_line'),
	impliesHistorical('optOut'),
	impliesHistorical('backOff'),
];

export async function validateRows(connection: DuckDBConnection, files: readonly TableFile[]): Promise<void> {
	for (const [table, column, broken, message] of rules) {
		const file = files.find(each => each.table.name === table);
		if (!file) continue;
		const [first] = await readRows<{row: number}>(
			connection,
			`SELECT r.rowid AS row FROM ${table} AS r WHERE ${broken} ORDER BY r.rowid LIMIT 1`,
		);
		if (first) throw createFileError(file, `row ${first.row + 1}: ${column} ${message}`);
	}
}
