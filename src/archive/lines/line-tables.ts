import type {LogKind} from '../kinds.ts';
import {type Dialect, dialects} from './engine/dialects.ts';
import type {Engine} from './engine/engine.ts';
import {isOnDays, pathList} from './engine/sql.ts';
import {serviceColumns, toColumn} from './read/columns.ts';
import type {Batch} from './read/read-csv.ts';
import type {LineTable} from './source.ts';

/**
 * Two relations that answer every question about lines: `lines`, with the columns that questions need of each line, and, for
 * crashes, `samples`, with the number of lines and the texts of one line for each fingerprint. The embedded engine keeps the lines
 * of files in tables.
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
	const texts = [...groupColumns[kind].map(column => [column, column]), ...Object.entries(lineColumns)];
	// No line is without a fingerprint; as it is, engines compare it with the bounds of row groups.
	const cells = texts.map(([own = '', column = '']) =>
		own === 'fingerprint' ? own : `coalesce(${name(column)}, '') AS ${own}`,
	);
	const counted = `(SELECT *, ${getCondition(dialect, filter)} AS ${name(chosen)} FROM ${relation})`;
	return `(SELECT ${cells.join(', ')}, ${dayOfTimestamp} AS day, ${name(chosen)} AS chosen FROM ${counted} AS each)`;
}

/**
 * The earliest of the samples of each fingerprint; of those at the same time, the first by its texts. `withTexts`: samples that
 * have the texts, of which at least the earliest are in it.
 */
function selectEarliest({record, cell}: Dialect, relation: string, withTexts = relation): string {
	const texts = Object.keys(sampleColumns);
	const cells = texts.map((name, at) => `${cell('first', at + 1)} AS ${name}`);
	const earliest = `(SELECT fingerprint, min(seen) AS seen, min(first_day) AS first_day, CAST(sum(lines) AS BIGINT) AS lines FROM ${relation} AS each GROUP BY fingerprint)`;
	return `(SELECT fingerprint, seen, first_day, lines, ${cells.join(', ')} FROM (
		SELECT every.fingerprint AS fingerprint, every.seen AS seen, earliest.first_day AS first_day, earliest.lines AS lines, min(${record(texts)}) AS first
		FROM ${withTexts} AS every JOIN ${earliest} AS earliest ON every.fingerprint = earliest.fingerprint AND every.seen = earliest.seen
		GROUP BY 1, 2, 3, 4) AS found)`;
}

/** The relation `samples` over one of whole lines: `fingerprint`, `seen`, `first_day`, `lines`, `class`, `method`, `message` and `stack`. */
export function selectSamples(dialect: Dialect, relation: string): string {
	const {name, milliseconds, dayOfTimestamp, start} = dialect;
	const texts = Object.entries(sampleColumns).map(([own, column]) => {
		const text = `coalesce(${name(column)}, '')`;
		return `${own === 'stack' ? start(text, maxStackLength) : text} AS ${own}`;
	});
	return selectEarliest(
		dialect,
		`(SELECT fingerprint, ${milliseconds} AS seen, ${dayOfTimestamp} AS first_day, 1 AS lines, ${texts.join(', ')} FROM ${relation} AS whole)`,
	);
}

const {duckDb} = dialects;

/** Creates the tables of the embedded engine, empty. */
export async function createTables(engine: Engine, kind: LogKind): Promise<void> {
	const texts = [...groupColumns[kind], ...Object.keys(lineColumns)].map(column => `${column} VARCHAR`);
	await engine.run(`CREATE TABLE line (${texts.join(', ')}, day DATE, chosen BOOLEAN)`);
	if (kind !== 'exceptions') return;
	const cells = Object.keys(sampleColumns).map(column => `${column} VARCHAR`);
	await engine.run(
		`CREATE TABLE sample (fingerprint VARCHAR, seen BIGINT, first_day DATE, lines BIGINT, ${cells.join(', ')})`,
	);
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

/** Returns a relation with the needed columns, null where it lacks them. */
function complete(relation: string, kind: LogKind, filter: LineFilter): string {
	const cells = getNeededColumns(kind, filter).map(
		column => `CAST(NULL AS ${column === 'timestamp' ? 'TIMESTAMP' : 'VARCHAR'}) AS ${duckDb.name(column)}`,
	);
	return `(SELECT ${cells.join(', ')} WHERE false UNION ALL BY NAME SELECT * FROM ${relation})`;
}

type Target = {readonly engine: Engine; readonly kind: LogKind; readonly filter: LineFilter};

/** Adds a batch of a file: all its lines, or those of the days. */
export async function addBatch(
	{engine, kind, filter}: Target,
	{table}: Batch,
	days?: readonly string[],
): Promise<void> {
	const whole = complete(days ? `(SELECT * FROM ${table} WHERE ${isOnDays(days)})` : table, kind, filter);
	await engine.run(`INSERT INTO line SELECT * FROM ${selectLines(duckDb, {kind, filter}, whole)}`);
	if (kind === 'exceptions') await engine.run(`INSERT INTO sample SELECT * FROM ${selectSamples(duckDb, whole)}`);
}

export const noFilter: LineFilter = {versions: [], systems: [], countries: [], where: undefined};
const isFilter = ({versions, systems, countries, where}: LineFilter) =>
	versions.length + systems.length + countries.length > 0 || where !== undefined;

/** The summary of a part: its samples, and of each fingerprint the last day and all versions (docs/lines.md#reading-little). */
export function selectSummary(relation: string): string {
	const [kind, filter] = ['exceptions', noFilter] as const;
	const whole = complete(relation, kind, filter);
	const more = `SELECT fingerprint, max(day) AS last_day, list(DISTINCT version) AS versions FROM ${selectLines(duckDb, {kind, filter}, whole)} AS line GROUP BY fingerprint`;
	return `(SELECT * FROM ${selectSamples(duckDb, whole)} AS sample JOIN (${more}) AS more USING (fingerprint))`;
}

/** Lines that stand for all of some parts: each fingerprint with all its versions, on its first and its last day. */
function selectSummed(summaries: readonly string[]): string {
	const from = `FROM read_parquet(${pathList(summaries)})`;
	return `(SELECT fingerprint, '' AS client, version, '' AS os, '' AS country, day, true AS chosen FROM (
		SELECT fingerprint, unnest(versions) AS version, first_day AS day ${from} UNION ALL SELECT fingerprint, '', last_day ${from}) AS summed)`;
}

/** The relation `lines` of tables and of what was added; with `from`, fewer lines stand for parts that end before that day. */
const selectStored =
	({kind, filter}: Target, tables: readonly LineTable[]) =>
	(from?: string): string => {
		const isSummed = ({lastDay, summary}: LineTable['parts'][number]) =>
			from !== undefined && !isFilter(filter) && summary !== undefined && lastDay !== undefined && lastDay < from;
		const summaries = tables.flatMap(({parts}) => parts.filter(isSummed).map(({summary}) => summary as string));
		const relations = tables.flatMap(({parts, select}) => {
			const read = parts.filter(part => !isSummed(part));
			return read.length === 0 ? [] : [selectLines(duckDb, {kind, filter}, complete(select(read), kind, filter))];
		});
		const all = ['line', ...relations, ...(summaries.length > 0 ? [selectSummed(summaries)] : [])];
		return `(${all.map(each => `SELECT * FROM ${each} AS own`).join(' UNION ALL ')})`;
	};

/** Returns the summaries that have the earliest sample of a fingerprint: texts are most of what a summary holds, and those of the others are not read. */
async function findEarliest(engine: Engine, summaries: readonly string[]): Promise<readonly string[]> {
	const found = await engine.rows(
		`SELECT DISTINCT filename FROM (SELECT filename FROM read_parquet(${pathList(summaries)}, filename = true) QUALIFY seen = min(seen) OVER (PARTITION BY fingerprint))`,
	);
	return found.map(([file]) => String(file));
}

const readSamples = (summaries: readonly string[]) =>
	`(SELECT * EXCLUDE (last_day, versions) FROM read_parquet(${pathList(summaries)}))`;

/** Keeps one sample for each fingerprint. Returns both relations, of tables and of what was added. */
export async function finishTables(
	target: Target,
	tables: readonly LineTable[],
): Promise<{readonly lines: (from?: string) => string; readonly samples: string}> {
	const {engine, kind, filter} = target;
	if (kind === 'exceptions') {
		for (const {parts, select} of tables) {
			const read = parts.filter(({summary}) => summary === undefined);
			if (read.length > 0)
				await engine.run(
					`INSERT INTO sample SELECT * FROM ${selectSamples(duckDb, complete(select(read), kind, filter))}`,
				);
		}
		const summaries = tables.flatMap(({parts}) => parts.flatMap(({summary}) => summary ?? []));
		const withSummaries = (some: readonly string[]) =>
			some.length === 0 ? 'sample' : `(FROM sample UNION ALL BY NAME FROM ${readSamples(some)})`;
		const earliest = summaries.length === 0 ? [] : await findEarliest(engine, summaries);
		const samples = selectEarliest(duckDb, withSummaries(summaries), withSummaries(earliest));
		await engine.run(`CREATE TABLE one_sample AS SELECT * FROM ${samples}`);
	}
	return {lines: selectStored(target, tables), samples: 'one_sample'};
}
