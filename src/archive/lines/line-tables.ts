import type {LogKind} from '../kinds.ts';
import {type Dialect, dialects} from './engine/dialects.ts';
import type {Engine} from './engine/engine.ts';
import {isOnDays} from './engine/sql.ts';
import {serviceColumns, toColumn} from './read/columns.ts';
import type {Batch} from './read/read-csv.ts';

/**
 * Two relations that answer every question about lines: `lines`, with the columns that questions need of each line, and, for
 * crashes, `samples`, with the texts of one line for each fingerprint. The embedded engine keeps both as tables, as its lines may
 * come from files.
 */

/** What lines are grouped by. */
export const groupColumns: Readonly<Record<LogKind, readonly string[]>> = {
	exceptions: ['fingerprint'],
	events: ['event_category', 'event_name'],
};

/** Columns that all questions need, by their names in `lines`; a file may lack any of them. */
const lineColumns = {
	client: 'clientId',
	version: 'prodVersion',
	os: 'os_version',
	country: 'geography_country',
} as const;
const sampleColumns = {
	class: 'exception_class',
	method: 'exception_method',
	message: 'exception_message',
	stack: 'exception_stackTrace',
} as const;
/** Characters of a stack that are kept; what follows distinguishes no crashes. */
const maxStackLength = 20_000;

/** Which lines count, apart from their day. */
export type LineFilter = {
	/** Values, or patterns with `*`; a line must match one of them. */
	readonly versions: readonly string[];
	readonly systems: readonly string[];
	readonly countries: readonly string[];
	/** A condition over the columns, in the SQL of the engine. */
	readonly where: string | undefined;
};

/** A pattern such as `5.*`; only the star has a meaning. */
const toPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');

/** Returns the filter as a condition. */
function getCondition({name, like}: Dialect, {versions, systems, countries, where}: LineFilter): string {
	const matches = (column: string, values: readonly string[]): readonly string[] =>
		values.length === 0 ? [] : [`(${values.map(value => like(name(column), toPattern(value))).join(' OR ')})`];
	const conditions = [
		...matches(lineColumns.version, versions),
		...matches(lineColumns.os, systems),
		...matches(lineColumns.country, countries),
		...(where === undefined ? [] : [`(${where}\n)`]),
	];
	return conditions.length > 0 ? `coalesce(${conditions.join(' AND ')}, false)` : 'true';
}

/** A name that no column of a file has. */
const chosen = 'is chosen';

/** The relation `lines` over one of whole lines: groups, `client`, `version`, `os`, `country`, `day`, and whether the filter has `chosen` it. */
export function selectLines(
	dialect: Dialect,
	{kind, filter}: {readonly kind: LogKind; readonly filter: LineFilter},
	relation: string,
): string {
	const {name, dayOfTimestamp} = dialect;
	const cells = [...groupColumns[kind].map(column => [column, column]), ...Object.entries(lineColumns)].map(
		([own = '', column = '']) => `coalesce(${name(column)}, '') AS ${own}`,
	);
	const counted = `(SELECT *, ${getCondition(dialect, filter)} AS ${name(chosen)} FROM ${relation})`;
	return `(SELECT ${cells.join(', ')}, ${dayOfTimestamp} AS day, ${name(chosen)} AS chosen FROM ${counted} AS each)`;
}

/** The earliest of the samples of each fingerprint; of those at the same time, the first by its texts. */
function selectEarliest({record, cell}: Dialect, relation: string): string {
	const texts = Object.keys(sampleColumns);
	const cells = texts.map((name, at) => `${cell('first', at + 1)} AS ${name}`);
	const earliest = `(SELECT fingerprint, min(seen) AS seen FROM ${relation} AS each GROUP BY fingerprint)`;
	return `(SELECT fingerprint, seen, ${cells.join(', ')} FROM (
		SELECT every.fingerprint AS fingerprint, every.seen AS seen, min(${record(texts)}) AS first FROM ${relation} AS every
		JOIN ${earliest} AS earliest ON every.fingerprint = earliest.fingerprint AND every.seen = earliest.seen GROUP BY 1, 2) AS found)`;
}

/** The relation `samples` over one of whole lines: `fingerprint`, `seen`, `class`, `method`, `message` and `stack`. */
export function selectSamples(dialect: Dialect, relation: string): string {
	const {name, milliseconds, start} = dialect;
	const texts = Object.entries(sampleColumns).map(([own, column]) => {
		const text = `coalesce(${name(column)}, '')`;
		return `${own === 'stack' ? start(text, maxStackLength) : text} AS ${own}`;
	});
	return selectEarliest(
		dialect,
		`(SELECT coalesce(fingerprint, '') AS fingerprint, ${milliseconds} AS seen, ${texts.join(', ')} FROM ${relation} AS whole)`,
	);
}

const {duckDb} = dialects;

/** Creates the tables of the embedded engine, empty. */
export async function createTables(engine: Engine, kind: LogKind): Promise<void> {
	const texts = [...groupColumns[kind], ...Object.keys(lineColumns)].map(column => `${column} VARCHAR`);
	await engine.run(`CREATE TABLE line (${texts.join(', ')}, day DATE, chosen BOOLEAN)`);
	if (kind !== 'exceptions') return;
	const cells = Object.keys(sampleColumns).map(column => `${column} VARCHAR`);
	await engine.run(`CREATE TABLE sample (fingerprint VARCHAR, seen BIGINT, ${cells.join(', ')})`);
}

/** Keeps one sample for each fingerprint. Returns both relations. */
export async function finishTables(
	engine: Engine,
	kind: LogKind,
): Promise<{readonly lines: string; readonly samples: string}> {
	if (kind === 'exceptions')
		await engine.run(`CREATE TABLE one_sample AS SELECT * FROM ${selectEarliest(duckDb, 'sample')}`);
	return {lines: 'line', samples: 'one_sample'};
}

/** Returns a relation with the needed columns, null where it lacks them. */
function complete(relation: string, columns: readonly string[], needed: readonly string[]): string {
	const missing = needed
		.filter(column => !columns.includes(column))
		.map(column => `${duckDb.noText} AS ${duckDb.name(column)}`);
	return `(SELECT ${['*', ...missing].join(', ')} FROM ${relation})`;
}

/** Columns that a question may use, whether or not any line has them. */
const getNeededColumns = (kind: LogKind, {where}: LineFilter): readonly string[] => [
	...new Set([
		'timestamp',
		...Object.values(lineColumns),
		...groupColumns[kind],
		...(kind === 'exceptions' ? Object.values(sampleColumns) : []),
		...(where === undefined ? [] : serviceColumns.map(toColumn)),
	]),
];

/** Columns of a file that are used at all; undefined where a condition may use any. */
export const getUsedColumns = (kind: LogKind, filter: LineFilter): readonly string[] | undefined =>
	filter.where === undefined ? getNeededColumns(kind, filter) : undefined;

type Target = {readonly engine: Engine; readonly kind: LogKind; readonly filter: LineFilter};

async function add(
	{engine, kind, filter}: Target,
	{relation, columns, where}: {readonly relation: string; readonly columns: readonly string[]; readonly where?: string},
): Promise<void> {
	const wanted = where === undefined ? relation : `(SELECT * FROM ${relation} WHERE ${where})`;
	const whole = complete(wanted, columns, getNeededColumns(kind, filter));
	await engine.run(`INSERT INTO line SELECT * FROM ${selectLines(duckDb, {kind, filter}, whole)}`);
	if (kind === 'exceptions') await engine.run(`INSERT INTO sample SELECT * FROM ${selectSamples(duckDb, whole)}`);
}

/** Adds a batch of a file: all its lines, or those of the days. */
export const addBatch = (target: Target, {table, columns}: Batch, days?: readonly string[]): Promise<void> =>
	add(target, {relation: table, columns, ...(days ? {where: isOnDays(days)} : {})});

/** Adds the lines of a relation in SQL. */
export async function addRelation(target: Target, relation: string): Promise<void> {
	const described = await target.engine.rows(`DESCRIBE SELECT * FROM ${relation}`);
	await add(target, {relation, columns: described.map(([name]) => String(name))});
}
