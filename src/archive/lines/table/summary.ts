import {basename} from 'node:path';
import {literal, pathLiteral} from '../engine/sql.ts';
import {selectSummary} from '../line-tables.ts';
import type {NewPart, WritePorts} from './write-parts.ts';

/**
 * What the lines of a part come to for each crash, in a file of its own under the name of the part: `top` reads it in place of
 * old parts (docs/lines.md#reading-little). A part without one is read itself.
 */

/** Other engines leave out names that begin like this. */
export const summaryFolder = '_crashes';
export const getSummaryPath = (part: string): string => `${summaryFolder}/${basename(part)}`;

const pattern = new RegExp(`^${summaryFolder}/part-[\\da-f-]{36}\\.parquet$`);
export const isSummaryPath = (path: string): boolean => pattern.test(path);

/** Writes the summary of a part; returns the file, which is not in its place yet. Undefined where the kind of lines has none. */
export async function writeSummary({file}: NewPart, {engine, kind}: WritePorts): Promise<string | undefined> {
	if (kind !== 'exceptions') return undefined;
	const summary = `${file}.summary`;
	const relation = `(SELECT * REPLACE ("timestamp" AT TIME ZONE 'UTC' AS "timestamp") FROM read_parquet(${pathLiteral(file)}, hive_partitioning = false))`;
	await engine.run(
		`COPY (SELECT * FROM ${selectSummary(relation)} ORDER BY fingerprint) TO ${literal(summary)} (FORMAT parquet, COMPRESSION zstd)`,
	);
	return summary;
}
