import {literal, storageType} from '../store/columns.ts';
import {getTable} from '../store/schema.ts';
import type {StoredColumn} from '../store/writer.ts';
import {currentColumns, historyColumns} from './codes.ts';
import type {Writers} from './simulation/simulation.ts';
import {seedCustomEvents, seedExceptions} from './values/log-lines.ts';
import {campaigns} from './values/people.ts';

/** How the generator stores a table, with SQL expressions for the columns that are not stored as such. */
export type StoredTable = {
	/** Name of the table in the schema. */
	readonly table: string;
	readonly columns: readonly StoredColumn[];
	readonly expressions?: Readonly<Record<string, string>>;
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

const literalOrNull = (value: string | null) => (value === null ? 'NULL' : literal(value));
/** SQL for a member of the item whose index, from 0, is in the column `place`. */
const textAt = <Item>(place: string, items: readonly Item[], member: keyof Item) =>
	`[${items.map(item => literalOrNull(item[member] as string | null)).join(', ')}][${place} + 1]`;

const line = [product, installation, span, day('day'), integer('second'), integer('kind'), integer('number')];
const occurredAt = 'day::BIGINT * 86400 + second';
const numbered = (template: string) => `replace(${template}, '%', number::VARCHAR)`;

const direct = (table: string): StoredTable => ({table, columns: getTable(table).columns});

const installationColumns: readonly StoredColumn[] = [
	product,
	installation,
	// The next day on which it is active; not in the view.
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
];

/** The table of each writer. */
export const storedTables: Readonly<Record<keyof Writers, StoredTable>> = {
	installations: {table: 'installation', columns: installationColumns},
	spans: {
		table: 'property_span',
		columns: [
			...[product, installation, span, integer('nth')],
			...[day('fromDate'), day('lastDate'), integer('sessions')],
			...historyColumns,
		],
	},
	activity: direct('activity'),
	usage: direct('event_usage'),
	lifetime: direct('lifetime_usage'),
	deliveries: {
		table: 'outreach_delivery',
		columns: [product, installation, integer('place'), day('date')],
		expressions: {
			channel: textAt('place', campaigns, 'channel'),
			campaign: textAt('place', campaigns, 'id'),
		},
	},
	exceptions: {
		table: 'exception_line',
		columns: line,
		expressions: {
			occurredAt,
			class: textAt('kind', seedExceptions, 'class'),
			method: textAt('kind', seedExceptions, 'method'),
			message: numbered(textAt('kind', seedExceptions, 'message')),
			stackTrace: textAt('kind', seedExceptions, 'stackTrace'),
		},
	},
	customEvents: {
		table: 'custom_event_line',
		columns: line,
		expressions: {
			occurredAt,
			category: textAt('kind', seedCustomEvents, 0),
			name: textAt('kind', seedCustomEvents, 1),
			data: numbered(textAt('kind', seedCustomEvents, 2)),
		},
	},
};

/** The view of a stored table: the columns of the schema, with texts as texts. */
export function viewSql({table, columns, expressions = {}}: StoredTable): string {
	const stored = new Set(columns.map(({name}) => name));
	const selected = getTable(table).columns.map(item => {
		const expression = expressions[item.name] ?? (stored.has(item.name) ? `"${item.name}"` : 'NULL');
		return `${expression}::${storageType(item)} AS "${item.name}"`;
	});
	return `CREATE VIEW ${table} AS SELECT ${selected.join(', ')} FROM seed.${table}`;
}
