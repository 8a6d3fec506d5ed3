import {type LogKind, logKinds} from '../archive/log-kinds.ts';
import {serviceColumns, toColumn} from '../archive/record-columns.ts';
import {type Property, type PropertyKind, properties} from '../contract/properties.ts';
import {figureColumns, resultColumns} from './result-views.ts';

/** The views of `usagectl query`. Help, completion, documentation and the queries themselves are made from this table. */

/** `type` is a type of DuckDB. */
export type ViewColumn = {readonly name: string; readonly type: string};

type ViewSource =
	| {readonly kind: 'records'; readonly log: LogKind}
	| {readonly kind: 'crash groups'}
	| {readonly kind: 'results'}
	/** The rows that a command line prints. */
	| {readonly kind: 'line'; readonly words: readonly string[]};

export type View = {
	readonly name: string;
	readonly summary: string;
	/** The source of the rows, as `--tables` prints it. */
	readonly origin: string;
	readonly source: ViewSource;
	readonly columns: readonly ViewColumn[];
	/** The properties that a statement can name as columns; `columns` has the usual ones. */
	readonly properties?: readonly (ViewColumn & {readonly property: string})[];
};

/** Parses `name TYPE, name TYPE`. */
const parseColumns = (text: string): readonly ViewColumn[] =>
	text.split(/,\s+(?=\w+ [A-Z])/).map(each => {
		const [name = '', ...type] = each.trim().split(' ');
		return {name, type: type.join(' ')};
	});

const recordColumns = (log: LogKind, added: string): readonly ViewColumn[] => [
	...serviceColumns
		.map(toColumn)
		.filter(name => !logKinds[log].columnsOfOther.test(name))
		.map(name => ({name, type: name === 'timestamp' ? 'TIMESTAMP' : 'VARCHAR'})),
	...parseColumns(`kind VARCHAR, month VARCHAR, product BIGINT, file VARCHAR, ${added}`),
];

const propertyTypes: Partial<Record<PropertyKind, string>> = {
	text: 'VARCHAR',
	levels: 'VARCHAR',
	number: 'DOUBLE',
	date: 'DATE',
	boolean: 'BOOLEAN',
	flags: 'BOOLEAN',
};

function toPropertyColumns({name, kind, parts}: Property) {
	const type = propertyTypes[kind];
	if (type === undefined) return [];
	const names = parts?.map(part => `${name}.${part}`) ?? [name];
	return names.map(property => ({name: toColumn(property), type, property}));
}

export const views: readonly View[] = [
	{
		name: 'crashes',
		summary: 'One row per crash report; crash_group is the fingerprint of its group',
		origin: 'archive folder of `exceptions sync`',
		source: {kind: 'records', log: 'exceptions'},
		columns: recordColumns('exceptions', 'fingerprint VARCHAR, crash_group VARCHAR'),
	},
	{
		name: 'crash_groups',
		summary: 'One row per crash group, as in `exceptions top`',
		origin: 'archive folder of `exceptions sync`',
		source: {kind: 'crash groups'},
		columns: parseColumns(
			'crash_group VARCHAR, mark VARCHAR, count BIGINT, installations BIGINT, class VARCHAR, method VARCHAR, message VARCHAR, first_day DATE, last_day DATE, first_version VARCHAR, last_version VARCHAR, trend DOUBLE',
		),
	},
	{
		name: 'events',
		summary:
			'One row per event record; event_map holds the keys and values of event_data if it has the form (Key,Value)&&(Key,Value)',
		origin: 'archive folder of `events sync`',
		source: {kind: 'records', log: 'events'},
		columns: recordColumns('events', 'event_map MAP(VARCHAR, VARCHAR)'),
	},
	{
		name: 'keys',
		summary: 'One row per license key',
		origin: 'service, page by page',
		source: {kind: 'line', words: ['keys', 'list']},
		columns: parseColumns(
			'product BIGINT, licenseKey VARCHAR, licenseType VARCHAR, activated BOOLEAN, blacklisted BOOLEAN, expired BOOLEAN, whitelisted BOOLEAN, expiryDate DATE, installQuota BIGINT, installCount BIGINT, overQuotaCount BIGINT, addedDate TIMESTAMP, autoCollected BOOLEAN, lastEditedDate TIMESTAMP, lastEditedBy_name VARCHAR, lastEditedBy_surname VARCHAR, lastEditedBy_email VARCHAR, notes VARCHAR',
		),
	},
	{
		name: 'clients',
		summary: 'One row per installation (newer servers), with every property that the statement names',
		origin: 'service, page by page',
		source: {kind: 'line', words: ['clients', 'list']},
		columns: parseColumns(
			'product BIGINT, clientId VARCHAR, prodVersion VARCHAR, prodEdition VARCHAR, os_version VARCHAR, geography_country VARCHAR, dateInstalled DATE, dateLastSeen DATE',
		),
		properties: properties.flatMap(toPropertyColumns),
	},
	{
		name: 'properties',
		summary: 'One row per property of the product, as in `props list`',
		origin: 'service',
		source: {kind: 'line', words: ['props', 'list']},
		columns: parseColumns(
			'product BIGINT, category VARCHAR, name VARCHAR, friendlyName VARCHAR, filterType VARCHAR, dataType VARCHAR, units VARCHAR',
		),
	},
	{
		name: 'events_catalog',
		summary: 'One row per event that the product sends (newer servers), as in `props events`',
		origin: 'service',
		source: {kind: 'line', words: ['props', 'events']},
		columns: parseColumns(
			'product BIGINT, category VARCHAR, name VARCHAR, basic BOOLEAN, advanced BOOLEAN, dateFirstSeen DATE',
		),
	},
	{
		name: 'results',
		summary: 'One row per saved result of a question, with its caveats, columns and rows',
		origin: 'result history',
		source: {kind: 'results'},
		columns: resultColumns,
	},
	{
		name: 'figures',
		summary: 'One row per figure in the saved results',
		origin: 'result history',
		source: {kind: 'results'},
		columns: figureColumns,
	},
];

/** The names of tables in a cluster, so that a statement for a cluster runs on files too. */
export const viewAliases: Readonly<Record<string, string>> = {exceptions: 'crashes'};

export const reportFunction = {
	name: 'report',
	summary: "Rows of a report: FROM report('current --from -30d --level prodVersion')",
	origin: 'service',
};
export const sandboxSchema = 'sandbox';

/** The names of views and of their columns, each with a description. */
export const listSqlNames = (): readonly (readonly [name: string, summary: string])[] => [
	...views.map(({name, summary}) => [name, summary] as const),
	...new Map(
		views.flatMap(({name: view, columns, properties: other = []}) =>
			[...columns, ...other].map(({name}) => [name, view] as const),
		),
	),
];
