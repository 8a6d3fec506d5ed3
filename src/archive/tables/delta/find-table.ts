import {readdir} from 'node:fs/promises';
import {basename, join} from 'node:path';
import type {LogKind} from '../../files/log-kinds.ts';
import type {Engine} from '../engine/engine.ts';
import {pathList} from '../engine/sql-literals.ts';
import type {Part, RecordTable} from '../records.ts';
import {readSnapshot} from './delta-log-files.ts';
import {listOldFiles} from './old-layout.ts';
import {getSummaryPath, summaryFolder} from './part-summary.ts';

/** The table of a kind in a folder of `sync`. */
export const getTableFolder = (folder: string, kind: LogKind): string => join(folder, 'lines', `kind=${kind}`);

const selectFiles = (parts: readonly Part[]) =>
	`read_parquet(${pathList(parts.map(({path}) => path))}, union_by_name = true, hive_partitioning = true)`;
const selectParts = (parts: readonly Part[]) =>
	`(SELECT * REPLACE ("timestamp" AT TIME ZONE 'UTC' AS "timestamp") FROM ${selectFiles(parts)})`;

const getLastDay = (stats: string): string | undefined => JSON.parse(stats).maxValues?.timestamp?.slice(0, 10);

/** Finds the table in a folder of `sync`; undefined where there are no lines. Throws CliError `damaged`. */
export async function findTable(engine: Engine, folder: string, kind: LogKind): Promise<RecordTable | undefined> {
	const root = getTableFolder(folder, kind);
	const snapshot = await readSnapshot(engine, root);
	if (!snapshot) {
		const files = (await listOldFiles(root)).map(({path}) => ({path, lastDay: undefined, summary: undefined}));
		return files.length === 0 ? undefined : {parts: files, select: selectFiles};
	}
	const summaries = new Set(await readdir(join(root, summaryFolder)).catch(() => []));
	const parts = snapshot.parts.map(({path, stats}) => {
		const summary = getSummaryPath(path);
		const isThere = summaries.has(basename(summary));
		return {path: join(root, path), lastDay: getLastDay(stats), summary: isThere ? join(root, summary) : undefined};
	});
	return parts.length === 0 ? undefined : {parts, select: selectParts};
}

/** Returns all lines of a folder of `sync` as a relation in SQL; undefined where there are none. Throws CliError `damaged`. */
export async function selectTable(engine: Engine, folder: string, kind: LogKind): Promise<string | undefined> {
	const table = await findTable(engine, folder, kind);
	return table?.select(table.parts);
}
