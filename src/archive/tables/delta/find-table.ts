import {readdir} from 'node:fs/promises';
import {basename, join} from 'node:path';
import type {LogKind} from '../../files/log-kinds.ts';
import type {Engine} from '../engine/engine.ts';
import {pathList} from '../engine/sql-literals.ts';
import {readSnapshot} from './delta-log-files.ts';
import {getSummaryPath, summaryFolder} from './part-summary.ts';

/** The table of a kind in a folder of `sync`. */
export const getTableFolder = (folder: string, kind: LogKind): string => join(folder, 'lines', `kind=${kind}`);

/** A Parquet file of a table, which never changes. */
export type StoredPart = {
	readonly path: string;
	/** No line is of a later day; undefined: not known. */
	readonly lastDay: string | undefined;
	/** The summary of its crashes, a Parquet file; undefined: none. */
	readonly summary: string | undefined;
};

/** The lines of some parts as a relation in SQL; `timestamp` is in UTC, without time zone. */
export const selectPartRecords = (parts: readonly StoredPart[]): string =>
	`(SELECT * REPLACE ("timestamp" AT TIME ZONE 'UTC' AS "timestamp") FROM read_parquet(${pathList(parts.map(({path}) => path))}, union_by_name = true, hive_partitioning = true))`;

const getLastDay = (stats: string): string | undefined => JSON.parse(stats).maxValues?.timestamp?.slice(0, 10);

/** Finds the parts of the table in a folder of `sync`: changes that come later do not show. Throws CliError `damaged`. */
export async function findParts(engine: Engine, folder: string, kind: LogKind): Promise<readonly StoredPart[]> {
	const root = getTableFolder(folder, kind);
	const {parts = []} = (await readSnapshot(engine, root)) ?? {};
	const summaries = new Set(await readdir(join(root, summaryFolder)).catch(() => []));
	return parts.map(({path, stats}) => {
		const summary = getSummaryPath(path);
		const isThere = summaries.has(basename(summary));
		return {path: join(root, path), lastDay: getLastDay(stats), summary: isThere ? join(root, summary) : undefined};
	});
}

/** Returns all lines of a folder of `sync` as a relation in SQL; undefined where there are none. Throws CliError `damaged`. */
export async function selectTableRecords(engine: Engine, folder: string, kind: LogKind): Promise<string | undefined> {
	const parts = await findParts(engine, folder, kind);
	return parts.length === 0 ? undefined : selectPartRecords(parts);
}
