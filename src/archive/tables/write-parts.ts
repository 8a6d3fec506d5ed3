import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {literal} from '../../text/sql-literal.ts';
import type {LogKind} from '../log-kinds.ts';
import type {Engine} from '../sql/engine.ts';
import {identifier, pathLiteral, storedTimestamp} from '../sql/sql-literals.ts';
import {createPartPath, type TablePart} from './delta-log.ts';
import type {TableColumns} from './delta-schema.ts';
import type {PartSource} from './part-sources.ts';

export type NewPart = {readonly file: string; readonly part: TablePart};

export type PartOrigin = {readonly product: number; readonly month: string; readonly sources: readonly PartSource[]};

export type WriteContext = {
	readonly engine: Engine;
	readonly kind: LogKind;
	readonly work: string;
	readonly columns: TableColumns;
	/** The approximate size above which records are split into several parts by time. */
	readonly maxPartBytes: number;
	readonly now: () => Date;
};

/**
 * Small enough that the engine can hold a row group in memory per thread, and that searches for a day or a fingerprint
 * skip most of them.
 */
const rowGroupSize = 20_000;

/**
 * Sorts records by day and then by crash, so that the bounds of row groups exclude most of them from a search, and
 * equal stacks compress well.
 */
const orderColumns = ['fingerprint', 'event_category', 'event_name'];

const getSortOrder = (columns: readonly string[]): string =>
	[
		`CAST(${storedTimestamp} AS DATE)`,
		...orderColumns.filter(name => columns.includes(name)).map(identifier),
		'"timestamp"',
	].join(', ');

/** Returns the statistics of the Delta protocol; times are in milliseconds, the last one rounded up. */
async function readPartStats(engine: Engine, file: string, columns: readonly string[]): Promise<string> {
	const time = `epoch_us("timestamp")`;
	const milliseconds = `epoch_ms("timestamp")`;
	const hasFingerprint = columns.includes('fingerprint');
	const fingerprint = hasFingerprint ? 'fingerprint' : 'NULL';
	const [row = []] = await engine.rows(
		`SELECT count(*), min(${milliseconds} - CAST(${time} % 1000 < 0 AS INTEGER)), max(${milliseconds} + CAST(${time} % 1000 > 0 AS INTEGER)), min(${fingerprint}), max(${fingerprint}) FROM read_parquet(${pathLiteral(file)})`,
	);
	const [count, first, last, low, high] = row;
	const bounds = (time: unknown, text: unknown) => ({
		timestamp: new Date(Number(time)).toISOString(),
		...(hasFingerprint ? {fingerprint: text} : {}),
	});
	const nullCount = {timestamp: 0, ...(hasFingerprint ? {fingerprint: 0} : {})};
	return JSON.stringify({
		numRecords: count,
		...(count === 0 ? {} : {minValues: bounds(first, low), maxValues: bounds(last, high), nullCount}),
	});
}

/** SQL with the columns of the table; `timestamp` has a time zone. */
export type Relation = {readonly relation: string; readonly columns: readonly string[]};

async function writePart({relation, columns}: Relation, origin: PartOrigin, ports: WriteContext): Promise<NewPart> {
	const {engine, work, now} = ports;
	const path = createPartPath(origin.product, origin.month);
	const file = join(work, path.replaceAll('/', '-'));
	const options = `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE ${rowGroupSize}`;
	await engine.run(
		`COPY (SELECT * FROM ${relation} ORDER BY ${getSortOrder(columns)}) TO ${literal(file)} (${options})`,
	);
	const stats = await readPartStats(engine, file, columns);
	const {size} = await stat(file);
	return {file, part: {path, ...origin, bytes: size, writtenAt: now().getTime(), stats}};
}

const isEmptyPart = ({part}: NewPart) => JSON.parse(part.stats).numRecords === 0;

/** Returns times in microseconds since 1970 that split the records into about equal shares. */
async function findSplitTimes(engine: Engine, relation: string, count: number): Promise<readonly string[]> {
	if (count < 2) return [];
	const shares = Array.from({length: count - 1}, (_, at) => (at + 1) / count);
	const rows = await engine.rows(
		`SELECT DISTINCT unnest(times) FROM (SELECT approx_quantile(epoch_us("timestamp"), [${shares.join(', ')}]) AS times FROM ${relation}) ORDER BY 1`,
	);
	return rows.map(([time]) => String(time));
}

/** Writes records as parts in order of time. `bytes` is their estimated compressed size. */
export async function writeParts(
	records: Relation & {readonly bytes: number},
	origin: PartOrigin,
	ports: WriteContext,
): Promise<readonly NewPart[]> {
	const splits = await findSplitTimes(ports.engine, records.relation, Math.ceil(records.bytes / ports.maxPartBytes));
	const time = `epoch_us("timestamp")`;
	const parts: NewPart[] = [];
	for (let at = 0; at <= splits.length; at++) {
		const from = at === 0 ? 'true' : `${time} >= ${splits[at - 1]}`;
		const to = at === splits.length ? 'true' : `${time} < ${splits[at]}`;
		const relation =
			splits.length === 0 ? records.relation : `(SELECT * FROM ${records.relation} WHERE ${from} AND ${to})`;
		parts.push(await writePart({...records, relation}, origin, ports));
	}
	const full = parts.filter(part => !isEmptyPart(part));
	// An empty zip gets an empty part, which shows that it was read.
	return full.length > 0 ? full : parts.slice(0, 1);
}

/** Renames columns to the spelling of the table. */
export async function describeRecords(relation: string, {engine, columns}: WriteContext): Promise<Relation> {
	const described = await engine.rows(`DESCRIBE SELECT * FROM ${relation}`);
	const named = described.map(([name]) => [String(name), columns.addColumn(String(name))] as const);
	const cells = named.map(([name, own]) => `${identifier(name)} AS ${identifier(own)}`);
	return {relation: `(SELECT ${cells.join(', ')} FROM ${relation})`, columns: named.map(([, own]) => own)};
}
