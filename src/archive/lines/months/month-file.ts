import {rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {publishFile} from '../../../files/atomic-file.ts';
import type {LogKind} from '../../kinds.ts';
import type {Engine} from '../engine/engine.ts';
import {isOnDays, literal, pathList, pathLiteral} from '../engine/sql.ts';
import {forEachCsv} from '../read/line-file.ts';
import {type Batch, readCsv} from '../read/read-csv.ts';
import {RejectFile} from '../read/reject-file.ts';
import type {Reject} from '../read/rows.ts';

/** A zip that lines of the month come from. */
export type MonthSource = {
	readonly name: string;
	readonly path: string;
	readonly sha256: string;
	/** Only lines of these days; null: all. */
	readonly days: readonly string[] | null;
};

/** The lines of one kind, product and month. They are one Parquet file, so that it can be replaced in one step. */
export type Month = {
	readonly kind: LogKind;
	readonly product: number;
	/** `YYYY-MM`. */
	readonly month: string;
	readonly sources: readonly MonthSource[];
};

/** What a Parquet file was made of, kept in its metadata. Files of another version are made again. */
type Provenance = {readonly version: number; readonly sources: readonly Omit<MonthSource, 'path'>[]};
const version = 2;
const provenanceKey = 'usagectl';

/** The engine holds a row group in memory for each thread. */
const rowGroupSize = 20_000;

export const linesFolder = 'lines';
const rejectsFolder = 'rejects';
const getFolders = ({kind, month}: Month) => [`kind=${kind}`, `month=${month}`] as const;
const getMonthPath = (folder: string, month: Month): string =>
	join(folder, linesFolder, ...getFolders(month), `${month.product}.parquet`);
const getRejectsPath = (folder: string, month: Month, source: string): string =>
	join(folder, rejectsFolder, ...getFolders(month), `${source.replace(/\.\w+$/, '')}.ndjson`);

function isProvenance(value: unknown): value is Provenance {
	if (typeof value !== 'object' || value === null) return false;
	return 'version' in value && value.version === version && 'sources' in value && Array.isArray(value.sources);
}

/** Reads what a Parquet file was made of. Undefined when there is no file, or none of this version. */
async function readProvenance(engine: Engine, path: string): Promise<Provenance | undefined> {
	try {
		const [row] = await engine.rows(
			`SELECT decode(value) FROM parquet_kv_metadata(${pathLiteral(path)}) WHERE decode(key) = ${literal(provenanceKey)}`,
		);
		const value: unknown = JSON.parse(String(row?.[0]));
		return isProvenance(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

const exists = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);
const describe = ({name, sha256, days}: Omit<MonthSource, 'path'>) => ({name, sha256, days});
const isSame = (one: Omit<MonthSource, 'path'>, other: Omit<MonthSource, 'path'>) =>
	JSON.stringify(describe(one)) === JSON.stringify(describe(other));

type Update = {
	readonly engine: Engine;
	readonly folder: string;
	/** Private folder. */
	readonly work: string;
	readonly month: Month;
};

/** Reads a source into Parquet files of the private folder. Returns their paths. */
async function readSource(
	source: MonthSource,
	number: number,
	{engine, folder, work, month}: Update,
): Promise<readonly string[]> {
	const parts: string[] = [];
	const rejects = new RejectFile(join(work, `rejects-${number}.ndjson`));
	const onBatch = async ({table}: Batch) => {
		const part = join(work, `part-${month.product}-${month.month}-${number}-${parts.length}.parquet`);
		const rows = `SELECT *, ${month.product}::BIGINT AS product, ${literal(source.name)} AS file FROM ${table}`;
		const where = source.days ? `WHERE ${isOnDays(source.days)}` : '';
		const options = `FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE ${rowGroupSize}`;
		await engine.run(`COPY (${rows} ${where}) TO ${literal(part)} (${options})`);
		parts.push(part);
	};
	const onRejects = (found: readonly Reject[]) => rejects.add(source.name, found);
	const read = (content: AsyncIterable<Uint8Array>) => readCsv(content, {engine, kind: month.kind, onBatch, onRejects});
	// The size of a downloaded file was checked against its listing.
	await forEachCsv(source.path, read, Number.POSITIVE_INFINITY);
	await rejects.publish(getRejectsPath(folder, month, source.name));
	return parts;
}

/** Returns the rows of a month in SQL: those of unchanged sources from its present file, and those that were read again. */
function selectRows(path: string, unchanged: readonly MonthSource[], parts: readonly string[]): string {
	const tables: string[] = [];
	if (unchanged.length > 0) {
		const names = unchanged.map(({name}) => literal(name)).join(', ');
		tables.push(`SELECT * FROM read_parquet(${pathLiteral(path)}) WHERE file IN (${names})`);
	}
	if (parts.length > 0) tables.push(`SELECT * FROM read_parquet(${pathList(parts)}, union_by_name = true)`);
	if (tables.length > 0) return tables.join(' UNION ALL BY NAME ');
	return `SELECT NULL::TIMESTAMP AS "timestamp", NULL::BIGINT AS product, NULL::VARCHAR AS file WHERE false`;
}

/**
 * Brings a month's file up to date with its sources; unchanged ones are not read again. The file is replaced in one step, so
 * every reader finds each line once at any time. Returns whether it was made again. Throws disk errors and refusals of zips.
 */
export async function updateMonth(update: Update): Promise<boolean> {
	const {engine, folder, work, month} = update;
	const path = getMonthPath(folder, month);
	const before = (await readProvenance(engine, path))?.sources ?? [];
	const isUnchanged = (source: MonthSource) => before.some(each => isSame(each, source));
	const unchanged = month.sources.filter(isUnchanged);
	if (unchanged.length === month.sources.length && unchanged.length === before.length && (await exists(path)))
		return false;
	const parts: string[] = [];
	for (const [number, source] of month.sources.entries())
		if (!isUnchanged(source)) parts.push(...(await readSource(source, number, update)));
	const file = join(work, 'month.parquet');
	const provenance = JSON.stringify({version, sources: month.sources.map(describe)});
	const options = `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE ${rowGroupSize}`;
	const metadata = `KV_METADATA {${provenanceKey}: ${literal(provenance)}}`;
	await engine.run(`COPY (${selectRows(path, unchanged, parts)}) TO ${literal(file)} (${options}, ${metadata})`);
	for (const part of parts) await rm(part);
	await publishFile(file, path);
	for (const {name} of before.filter(each => !month.sources.some(source => source.name === each.name)))
		await rm(getRejectsPath(folder, month, name), {force: true});
	return true;
}
