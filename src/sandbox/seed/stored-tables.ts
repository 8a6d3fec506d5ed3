import {literal} from '../../text/sql-literal.ts';
import type {RowWriter} from '../store/row-writer.ts';
import {getTable} from '../store/sandbox-tables.ts';
import {clockSql, storageType} from '../store/table-definition.ts';
import {currentColumns, historyColumns, type StoredColumn} from './trait-columns.ts';
import {campaigns} from './values/campaigns.ts';
import {seedCustomEvents, seedExceptions} from './values/log-texts.ts';

/** The stored form of a table, with SQL expressions for the columns that are stored differently. */
type StoredTable = {
	readonly columns: readonly StoredColumn[];
	readonly expressions?: Readonly<Record<string, string>>;
	/** Texts that many rows share, stored once in a table of their own. The column `by` holds the index there, from 0. */
	readonly shared?: {readonly by: string; readonly rows: readonly Readonly<Record<string, string | null>>[]};
};

const column =
	(type: StoredColumn['type']) =>
	(name: string): StoredColumn => ({name, type});
const integer = column('integer');
const day = column('day');
const text = column('text');
const product = column('id')('productId');
const installation = column('id')('installation');
const span = column('id')('span');

/** Seconds since 1970-01-01: a row is visible from `since` until before `until`. A `since` of 0 is before every clock. */
const since = column('moment')('since');
const until = column('moment')('until');

const line = [product, installation, span, day('day'), integer('second'), integer('kind'), integer('number')];
const occurredAt = 'day::BIGINT * 86400 + second';
const numbered = (template: string) => `replace(${template}, '%', number::VARCHAR)`;
const literalOrNull = (value: string | null) => (value === null ? 'NULL' : literal(value));

const direct = (table: string, ...added: readonly StoredColumn[]): StoredTable => ({
	columns: [...getTable(table).columns, ...added],
});

const installationColumns: readonly StoredColumn[] = [
	product,
	installation,
	// The next day of activity; not in the view.
	day('nextDate'),
	integer('activeDays'),
	integer('lifetimeSessionCount'),
	column('number')('lifetimeRuntimeMinutes'),
	day('dateInstalled'),
	day('dateLastSeen'),
	text('clientId'),
	text('machineId'),
	text('licenseKey'),
	...historyColumns,
	...currentColumns,
	...[since, until],
];

const storedTables = {
	installation: {columns: installationColumns},
	property_span: {
		columns: [
			...[product, installation, span, integer('nth')],
			...[day('fromDate'), day('lastDate'), integer('sessions')],
			...historyColumns,
			...[since, until],
		],
	},
	activity: direct('activity', since),
	event_usage: direct('event_usage', since),
	lifetime_usage: direct('lifetime_usage', since, until),
	outreach_delivery: {
		columns: [product, installation, integer('place'), day('date'), since],
		shared: {by: 'place', rows: campaigns.map(({channel, id}) => ({channel, campaign: id}))},
	},
	exception_line: {
		columns: line,
		expressions: {occurredAt, message: numbered('message')},
		shared: {by: 'kind', rows: seedExceptions},
	},
	custom_event_line: {
		columns: line,
		expressions: {occurredAt, data: numbered('data')},
		shared: {by: 'kind', rows: seedCustomEvents.map(([category, name, data]) => ({category, name, data}))},
	},
} satisfies Readonly<Record<string, StoredTable>>;

type TableName = keyof typeof storedTables;
export type Writers = Readonly<Record<TableName, RowWriter>>;
export const storedTableNames = Object.keys(storedTables) as readonly TableName[];

const isVisible = (columns: readonly StoredColumn[]): string =>
	[
		...(columns.includes(since) ? [`since <= ${clockSql}`] : []),
		...(columns.includes(until) ? [`until > ${clockSql}`] : []),
	].join(' AND ') || 'true';

const sqlType = (column: StoredColumn) =>
	column.values ? `ENUM (${column.values.map(literal).join(', ')})` : storageType(column);

/**
 * Returns SQL for the stored table, for its shared texts, and for the view with the columns of the schema and the rows that
 * are known at the time of the clock.
 */
export function createStatements(table: TableName): readonly string[] {
	const {columns, expressions = {}, shared}: StoredTable = storedTables[table];
	const definitions = columns.map(column => `"${column.name}" ${sqlType(column)}`);
	const create = `CREATE TABLE seed.${table} (${definitions.join(', ')})`;
	const names = Object.keys(shared?.rows[0] ?? {});
	const found = new Set([...columns.map(({name}) => name), ...names]);
	const selected = getTable(table).columns.map(item => {
		const expression = expressions[item.name] ?? (found.has(item.name) ? `"${item.name}"` : 'NULL');
		return `${expression}::${storageType(item)} AS "${item.name}"`;
	});
	const view = `CREATE VIEW ${table} AS SELECT ${selected.join(', ')} FROM seed.${table}`;
	const visible = ` WHERE ${isVisible(columns)}`;
	if (!shared) return [create, view + visible];
	const texts = `seed.${table}_${shared.by}`;
	const rows = shared.rows.map((row, place) => `(${[place, ...Object.values(row).map(literalOrNull)].join(', ')})`);
	return [
		create,
		`CREATE TABLE ${texts} AS FROM (VALUES ${rows.join(', ')}) AS shared(${[shared.by, ...names].join(', ')})`,
		`${view} JOIN ${texts} USING (${shared.by})${visible}`,
	];
}
