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

/** A file that lines of the month come from. */
export type MonthSource = {
	readonly name: string;
	readonly path: string;
	readonly sha256: string;
	/** Only lines of these days; null: all. */
	readonly days: readonly string[] | null;
};

/** The lines of one kind, product and month: one Parquet file, so that it is replaced in one step. */
export type Month = {
	readonly kind: LogKind;
	readonly product: number;
	/** `YYYY-MM`. */
	readonly month: string;
	readonly sources: readonly MonthSource[];
};

/** What a month's file says of itself: what it was made of. Files made by other rules are made anew. */
type Provenance = {readonly version: number; readonly sources: readonly Omit<MonthSource, 'path'>[]};
const version = 2;
const provenanceKey = 'usagectl';

/** Rows of a group: at 1.2 KB each the engine needs 25 MB for one and thread. */
const rowGroup = 20_000;

export const linesFolder = 'lines';
const rejectsFolder = 'rejects';
const placeOf = ({kind, month}: Month) => [`kind=${kind}`, `month=${month}`] as const;
export const getMonthPath = (folder: string, month: Month): string =>
	join(folder, linesFolder, ...placeOf(month), `${month.product}.parquet`);
const getRejectsPath = (folder: string, month: Month, source: string) =>
	join(folder, rejectsFolder, ...placeOf(month), `${source.replace(/\.\w+$/, '')}.ndjson`);

const isProvenance = (value: unknown): value is Provenance =>
	typeof value === 'object' &&
	value !== null &&
	'version' in value &&
	value.version === version &&
	'sources' in value &&
	Array.isArray(value.sources);

/** What the month's file was made of; undefined when there is none, or none of ours. */
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

type Build = {readonly engine: Engine; readonly folder: string; readonly work: string; readonly month: Month};

/** Reads one source into Parquet files of the private folder. */
async function readSource(
	source: MonthSource,
	number: number,
	{engine, folder, work, month}: Build,
): Promise<readonly string[]> {
	const parts: string[] = [];
	const rejects = new RejectFile(join(work, `rejects-${number}.ndjson`));
	const onDays = source.days ? `WHERE ${isOnDays(source.days)}` : '';
	const onBatch = async ({table}: Batch) => {
		const part = join(work, `part-${number}-${parts.length}.parquet`);
		const select = `SELECT *, ${month.product}::BIGINT AS product, ${literal(source.name)} AS file FROM ${table} ${onDays}`;
		await engine.run(
			`COPY (${select}) TO ${literal(part)} (FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE ${rowGroup})`,
		);
		parts.push(part);
	};
	const onRejects = (found: readonly Reject[]) => rejects.add(source.name, found);
	let rows = 0;
	await forEachCsv(source.path, async content => {
		rows += await readCsv(content, {engine, kind: month.kind, onBatch, onRejects});
	});
	await rejects.place(getRejectsPath(folder, month, source.name));
	const [loaded] =
		parts.length > 0
			? await engine.rows(`SELECT count(*) FROM read_parquet(${pathList(parts)}, union_by_name = true)`)
			: [[0]];
	if (!source.days && loaded?.[0] !== rows)
		throw new Error(`${rows} rows were read from ${source.name}, and ${String(loaded?.[0])} came into the table`);
	return parts;
}

/** The month's table: what its file has of sources that are unchanged, and what was read anew; without any, an empty one. */
function getTable(path: string, kept: readonly string[], parts: readonly string[]): string {
	const tables = [
		...(kept.length > 0
			? [`SELECT * FROM read_parquet(${pathLiteral(path)}) WHERE file IN (${kept.map(literal).join(', ')})`]
			: []),
		...(parts.length > 0 ? [`SELECT * FROM read_parquet(${pathList(parts)}, union_by_name = true)`] : []),
	];
	const empty = `SELECT NULL::TIMESTAMP AS "timestamp", NULL::BIGINT AS product, NULL::VARCHAR AS file WHERE false`;
	return tables.length > 0 ? tables.join(' UNION ALL BY NAME ') : empty;
}

/**
 * Brings a month's file up to date with its sources; what is unchanged is not read again. The file is replaced in one step,
 * so whoever reads the folder at whatever moment finds each line once. True when it had to be made anew.
 */
export async function updateMonth(build: Build): Promise<boolean> {
	const {engine, folder, work, month} = build;
	const path = getMonthPath(folder, month);
	const before = (await readProvenance(engine, path))?.sources ?? [];
	const [kept, fresh] = [true, false].map(known =>
		month.sources.filter(source => before.some(each => isSame(each, source)) === known),
	) as [MonthSource[], MonthSource[]];
	if (fresh.length === 0 && kept.length === before.length && (await exists(path))) return false;
	const parts: string[] = [];
	for (const [at, source] of fresh.entries()) parts.push(...(await readSource(source, at, build)));
	const made = join(work, 'month.parquet');
	const provenance = JSON.stringify({version, sources: month.sources.map(describe)});
	const options = `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE ${rowGroup}, KV_METADATA {${provenanceKey}: ${literal(provenance)}}`;
	await engine.run(
		`COPY (${getTable(
			path,
			kept.map(({name}) => name),
			parts,
		)}) TO ${literal(made)} (${options})`,
	);
	for (const part of parts) await rm(part);
	await publishFile(made, path);
	for (const {name} of before.filter(each => !month.sources.some(source => source.name === each.name)))
		await rm(getRejectsPath(folder, month, name), {force: true});
	return true;
}
