import {basename} from 'node:path';
import {literal} from '../../text/sql-literal.ts';
import {dialects} from '../sql/dialects.ts';
import type {Engine} from '../sql/engine.ts';
import {addMissingColumns, noFilter, selectRecords, selectSamples} from '../sql/record-relations.ts';
import {pathList, pathLiteral, storedTimestamp} from '../sql/sql-literals.ts';
import type {NewPart, WriteContext} from './write-parts.ts';

/**
 * The summary of a part is a file with a row per crash, named after the part. `top` reads it instead of old parts
 * (docs/lines.md#partial-reads); a part without a summary is read itself.
 */

/** Other engines ignore names that begin with an underscore. */
export const summaryFolder = '_crashes';
export const getSummaryPath = (part: string): string => `${summaryFolder}/${basename(part)}`;

const pattern = new RegExp(`^${summaryFolder}/part-[\\da-f-]{36}\\.parquet$`);
export const isSummaryPath = (path: string): boolean => pattern.test(path);

const {duckDb} = dialects;

/** Selects the samples, and the last day and all versions of each fingerprint. */
function selectSummary(relation: string): string {
	const [kind, filter] = ['exceptions', noFilter] as const;
	const whole = addMissingColumns(relation, kind, filter);
	const more = `SELECT fingerprint, max(day) AS last_day, list(DISTINCT version) AS versions FROM ${selectRecords(duckDb, {kind, filter}, whole)} AS line GROUP BY fingerprint`;
	return `(SELECT * FROM ${selectSamples(duckDb, whole)} AS sample JOIN (${more}) AS more USING (fingerprint))`;
}

/** Returns the path of the summary, not yet in its final place; undefined for records that have none. */
export async function writeSummary({file}: NewPart, {engine, kind}: WriteContext): Promise<string | undefined> {
	if (kind !== 'exceptions') return undefined;
	const summary = `${file}.summary`;
	const relation = `(SELECT * REPLACE (${storedTimestamp} AS "timestamp") FROM read_parquet(${pathLiteral(file)}, hive_partitioning = false))`;
	await engine.run(
		`COPY (SELECT * FROM ${selectSummary(relation)} ORDER BY fingerprint) TO ${literal(summary)} (FORMAT parquet, COMPRESSION zstd)`,
	);
	return summary;
}

/**
 * Returns records that stand for all of some parts: each fingerprint with all its versions on its first and its last
 * day.
 */
export function selectSummedRecords(summaries: readonly string[]): string {
	const from = `FROM read_parquet(${pathList(summaries)})`;
	return `(SELECT fingerprint, '' AS client, version, '' AS os, '' AS country, day, true AS chosen FROM (
		SELECT fingerprint, unnest(versions) AS version, first_day AS day ${from} UNION ALL SELECT fingerprint, '', last_day ${from}) AS summed)`;
}

export const selectSummedSamples = (summaries: readonly string[]): string =>
	`(SELECT * EXCLUDE (last_day, versions) FROM read_parquet(${pathList(summaries)}))`;

/**
 * Returns the summaries with the earliest sample of a fingerprint. The texts of the others are not needed, and texts
 * make up most of a summary.
 */
export async function findEarliestSummaries(engine: Engine, summaries: readonly string[]): Promise<readonly string[]> {
	const found = await engine.rows(
		`SELECT DISTINCT filename FROM (SELECT filename FROM read_parquet(${pathList(summaries)}, filename = true) QUALIFY seen = min(seen) OVER (PARTITION BY fingerprint))`,
	);
	return found.map(([file]) => String(file));
}
