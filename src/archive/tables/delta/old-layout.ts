import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Engine} from '../engine/engine.ts';
import {literal, pathLiteral} from '../engine/sql-literals.ts';
import {parseSources, type Source} from './part-sources.ts';

/** Archives of earlier versions have one file for each product and month, and no log: `month=YYYY-MM/PRODUCT.parquet`. */

const pattern = /^month=(\d{4}-\d\d)[/\\](\d{1,20})\.parquet$/;
export const isOldPath = (path: string): boolean => pattern.test(path);

export type OldFile = {readonly path: string; readonly product: number; readonly month: string};

/** Lists the files of the old layout in the folder of a table. */
export async function listOldFiles(root: string): Promise<readonly OldFile[]> {
	const names = await readdir(root, {recursive: true, encoding: 'utf8'}).catch(() => []);
	return names.sort().flatMap(name => {
		const [, month, product] = pattern.exec(name) ?? [];
		return month && product ? [{path: join(root, name), product: Number(product), month}] : [];
	});
}

/** Reads what such a file was made of; undefined where it does not say so, or cannot be read: its lines are then read again from their zips. */
export async function readOldSources(engine: Engine, path: string): Promise<readonly Source[] | undefined> {
	const metadata = `SELECT decode(value) FROM parquet_kv_metadata(${pathLiteral(path)}) WHERE decode(key) = ${literal('usagectl')}`;
	const rows = await engine.rows(metadata).catch(() => []);
	return rows[0] && parseSources(rows[0][0]);
}

/** The lines of such a file as a relation in SQL, as parts have them. */
export const selectOldFile = (path: string): string =>
	`(SELECT * EXCLUDE (product) REPLACE ("timestamp" AT TIME ZONE 'UTC' AS "timestamp") FROM read_parquet(${pathLiteral(path)}, hive_partitioning = false))`;
