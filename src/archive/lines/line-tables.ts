import type {LogKind} from '../kinds.ts';
import type {Engine} from './engine/engine.ts';
import {identifier, isOnDays, literal} from './engine/sql.ts';
import {serviceColumns, toColumn} from './read/columns.ts';
import type {Batch} from './read/read-csv.ts';

/**
 * Two tables that answer every question about lines: `line`, with the columns that questions need of each line, and, for
 * crashes, `sample`, with the texts of one line for each fingerprint.
 */

/** What lines are grouped by. */
export const groupColumns: Readonly<Record<LogKind, readonly string[]>> = {
	exceptions: ['fingerprint'],
	events: ['event_category', 'event_name'],
};
const sampleColumns = ['exception_class', 'exception_method', 'exception_message', 'exception_stackTrace'];
/** Characters of a stack that are kept; what follows distinguishes no crashes. */
const maxStackLength = 20_000;

/** Which lines count, apart from their day. */
export type LineFilter = {
	/** Values, or patterns with `*`; a line must match one of them. */
	readonly versions: readonly string[];
	readonly systems: readonly string[];
	readonly countries: readonly string[];
	/** A condition in SQL over the columns. */
	readonly where: string | undefined;
};

/** Columns that all questions need; a file may lack any of them. */
const neededColumns = ['timestamp', 'clientId', 'prodVersion', 'os_version', 'geography_country'] as const;

/** A pattern such as `5.*` in SQL; only the star has a meaning. */
const toPattern = (text: string) => literal(text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%'));
const matches = (column: string, values: readonly string[]): readonly string[] =>
	values.length === 0
		? []
		: [`(${values.map(value => `${identifier(column)} ILIKE ${toPattern(value)} ESCAPE '\\'`).join(' OR ')})`];

/** Returns the filter as a condition in SQL. */
function getCondition({versions, systems, countries, where}: LineFilter): string {
	const conditions = [
		...matches('prodVersion', versions),
		...matches('os_version', systems),
		...matches('geography_country', countries),
		...(where === undefined ? [] : [`(${where}\n)`]),
	];
	return conditions.length > 0 ? `coalesce(${conditions.join(' AND ')}, false)` : 'true';
}

/** Creates the tables, empty. */
export async function createTables(engine: Engine, kind: LogKind): Promise<void> {
	const groups = groupColumns[kind].map(column => `${column} VARCHAR`);
	await engine.run(
		`CREATE TABLE line (${groups.join(', ')}, client VARCHAR, version VARCHAR, os VARCHAR, country VARCHAR, day DATE, chosen BOOLEAN)`,
	);
	if (kind === 'exceptions')
		await engine.run(
			'CREATE TABLE sample (fingerprint VARCHAR, class VARCHAR, method VARCHAR, message VARCHAR, stack VARCHAR, first_seen TIMESTAMP)',
		);
}

/** Returns a relation in SQL with the needed columns, null where it lacks them. */
function complete(relation: string, columns: readonly string[], needed: readonly string[]): string {
	const missing = needed
		.filter(column => !columns.includes(column))
		.map(column => `NULL::VARCHAR AS ${identifier(column)}`);
	return `(SELECT ${['*', ...missing].join(', ')} FROM ${relation})`;
}

function insertLines(kind: LogKind, relation: string, filter: LineFilter, where = 'true'): string {
	const groups = groupColumns[kind].map(column => `coalesce(${identifier(column)}, '')`);
	const values = ['clientId', 'prodVersion', 'os_version', 'geography_country'].map(
		column => `coalesce(${identifier(column)}, '')`,
	);
	return `INSERT INTO line SELECT ${[...groups, ...values].join(', ')}, CAST("timestamp" AS DATE), ${getCondition(filter)} FROM ${relation} WHERE ${where}`;
}

/** Adds the earliest line of each crash. */
function insertSamples(relation: string, where = 'true'): string {
	const cells = sampleColumns.map(column => `coalesce(${identifier(column)}, '')`);
	const [kind, method, message, stack] = cells as [string, string, string, string];
	return `INSERT INTO sample
		SELECT fingerprint, unnest(arg_min({class: ${kind}, method: ${method}, message: ${message}, stack: left(${stack}, ${maxStackLength})}, "timestamp")), min("timestamp")
		FROM ${relation} WHERE ${where} GROUP BY fingerprint`;
}

/** Columns that a question may use, whether or not any line has them. */
const getNeededColumns = (kind: LogKind, {where}: LineFilter): readonly string[] => [
	...new Set([...neededColumns, ...groupColumns[kind], ...(where === undefined ? [] : serviceColumns.map(toColumn))]),
];

/** Columns of a file that are used at all; undefined where a condition may use any. */
export const getUsedColumns = (kind: LogKind, filter: LineFilter): readonly string[] | undefined =>
	filter.where === undefined ? [...getNeededColumns(kind, filter), ...sampleColumns] : undefined;

type Target = {readonly engine: Engine; readonly kind: LogKind; readonly filter: LineFilter};

async function add(
	{engine, kind, filter}: Target,
	{relation, columns, where}: {readonly relation: string; readonly columns: readonly string[]; readonly where?: string},
): Promise<void> {
	await engine.run(insertLines(kind, complete(relation, columns, getNeededColumns(kind, filter)), filter, where));
	if (kind === 'exceptions')
		await engine.run(insertSamples(complete(relation, columns, [...sampleColumns, 'fingerprint']), where));
}

/** Adds a batch of a file: all its lines, or those of the days. */
export const addBatch = (target: Target, {table, columns}: Batch, days?: readonly string[]): Promise<void> =>
	add(target, {relation: table, columns, ...(days ? {where: isOnDays(days)} : {})});

/** Adds the lines of a relation in SQL. */
export async function addRelation(target: Target, relation: string): Promise<void> {
	const described = await target.engine.rows(`DESCRIBE SELECT * FROM ${relation}`);
	await add(target, {relation, columns: described.map(([name]) => String(name))});
}
