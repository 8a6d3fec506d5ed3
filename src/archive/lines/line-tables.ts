import type {LogKind} from '../kinds.ts';
import type {Engine} from './engine/engine.ts';
import {identifier, isOnDays, pathList} from './engine/sql.ts';
import {askedColumns, getCondition, type LineFilter} from './filter.ts';
import {serviceColumns, toColumn} from './read/columns.ts';
import type {Batch} from './read/read-csv.ts';

/**
 * Two small tables that every question about lines is answered from: `line`, with what is asked of each line, and, for
 * crashes, `sample`, with a whole one for each fingerprint. They are made in one pass over whatever holds the lines.
 */

/** What lines are grouped by. */
export const groupColumns: Readonly<Record<LogKind, readonly string[]>> = {
	exceptions: ['fingerprint'],
	events: ['event_category', 'event_name'],
};
const sampleColumns = ['exception_class', 'exception_method', 'exception_message', 'exception_stackTrace'];
/** Behind this much of a stack nothing tells crashes apart. */
const mostStack = 20_000;

export async function createTables(engine: Engine, kind: LogKind): Promise<void> {
	const groups = groupColumns[kind].map(column => `${column} VARCHAR`);
	await engine.run(
		`CREATE TABLE line (${groups.join(', ')}, client VARCHAR, version VARCHAR, os VARCHAR, country VARCHAR, day DATE, chosen BOOLEAN)`,
	);
	if (kind === 'exceptions')
		await engine.run(
			'CREATE TABLE sample (fingerprint VARCHAR, class VARCHAR, method VARCHAR, message VARCHAR, stack VARCHAR, met TIMESTAMP)',
		);
}

/** A relation, with empty columns where it lacks some that are asked for. */
function complete(relation: string, columns: readonly string[], asked: readonly string[]): string {
	const missing = asked
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

/** The earliest line of each crash. */
function insertSamples(relation: string, where = 'true'): string {
	const cells = sampleColumns.map(column => `coalesce(${identifier(column)}, '')`);
	const [kind, method, message, stack] = cells as [string, string, string, string];
	return `INSERT INTO sample
		SELECT fingerprint, unnest(arg_min({class: ${kind}, method: ${method}, message: ${message}, stack: left(${stack}, ${mostStack})}, "timestamp")), min("timestamp")
		FROM ${relation} WHERE ${where} GROUP BY fingerprint`;
}

/** Columns that a question may name, whether or not there are lines that have them. */
const getAsked = (kind: LogKind, {where}: LineFilter): readonly string[] => [
	...new Set([...askedColumns, ...groupColumns[kind], ...(where === undefined ? [] : serviceColumns.map(toColumn))]),
];

type Loading = {readonly engine: Engine; readonly kind: LogKind; readonly filter: LineFilter};

async function add(
	{engine, kind, filter}: Loading,
	{relation, columns, where}: {readonly relation: string; readonly columns: readonly string[]; readonly where?: string},
): Promise<void> {
	await engine.run(insertLines(kind, complete(relation, columns, getAsked(kind, filter)), filter, where));
	if (kind === 'exceptions')
		await engine.run(insertSamples(complete(relation, columns, [...sampleColumns, 'fingerprint']), where));
}

/** Adds a batch of a file; only lines of those days, where they are given. */
export const addBatch = (loading: Loading, {table, columns}: Batch, days?: readonly string[]): Promise<void> =>
	add(loading, {relation: table, columns, ...(days ? {where: isOnDays(days)} : {})});

/** Adds Parquet files of a folder. */
export async function addParquet(loading: Loading, paths: readonly string[]): Promise<void> {
	if (paths.length === 0) return;
	const relation = `read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = true)`;
	const described = await loading.engine.rows(`DESCRIBE SELECT * FROM ${relation}`);
	await add(loading, {relation, columns: described.map(([name]) => String(name))});
}
