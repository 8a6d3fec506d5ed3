import {join} from 'node:path';
import type {LogKind} from '../../kinds.ts';
import type {Engine} from '../engine/engine.ts';
import {pathList} from '../engine/sql.ts';
import {readSnapshot} from './log-files.ts';
import {listOldFiles} from './old-layout.ts';

/** The table of a kind in a folder of `sync`. */
export const getTableFolder = (folder: string, kind: LogKind): string => join(folder, 'lines', `kind=${kind}`);

/**
 * Returns the lines of a folder of `sync` as a relation in SQL, as they are at this moment: changes that come later do not show in
 * it. `timestamp` is in UTC, without time zone. Undefined where there are none. Throws CliError `damaged`.
 */
export async function findLines(engine: Engine, folder: string, kind: LogKind): Promise<string | undefined> {
	const root = getTableFolder(folder, kind);
	const snapshot = await readSnapshot(engine, root);
	const paths = snapshot?.parts.map(({path}) => join(root, path)) ?? (await listOldFiles(root)).map(({path}) => path);
	if (paths.length === 0) return undefined;
	const relation = `read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = true)`;
	if (!snapshot) return relation;
	return `(SELECT * REPLACE ("timestamp" AT TIME ZONE 'UTC' AS "timestamp") FROM ${relation})`;
}
