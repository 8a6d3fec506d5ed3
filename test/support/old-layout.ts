import {existsSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {readSnapshot} from '../../src/archive/tables/delta/delta-log-files.ts';
import {getTableFolder} from '../../src/archive/tables/delta/find-table.ts';
import {openEngine} from '../../src/archive/tables/engine/engine.ts';
import {temporaryFolder} from './folders.ts';

/** Makes of a table what version 1 of the layout had: a file for each product and month with its sources in its metadata, and no log. */
export async function makeOldLayout(folder: string): Promise<void> {
	const root = getTableFolder(folder, 'exceptions');
	if (!existsSync(root)) return;
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal: new AbortController().signal});
	const snapshot = await readSnapshot(engine, root);
	const parts = snapshot?.parts ?? [];
	for (const place of new Set(parts.map(({month, product}) => `month=${month}/${product}`))) {
		const own = parts.filter(({month, product}) => `month=${month}/${product}` === place);
		const sources = own.flatMap(part => part.sources.map(({name, sha256, days}) => ({name, sha256, days})));
		const paths = own.map(({path}) => `'${join(root, path)}'`);
		const rows = `SELECT * REPLACE ("timestamp" AT TIME ZONE 'UTC' AS "timestamp"), ${own[0]?.product}::BIGINT AS product FROM read_parquet([${paths}], union_by_name = true, hive_partitioning = false)`;
		mkdirSync(join(root, place, '..'), {recursive: true});
		await engine.run(
			`COPY (${rows}) TO '${join(root, place)}.parquet' (FORMAT parquet, KV_METADATA {usagectl: '${JSON.stringify({version: 2, sources})}'})`,
		);
	}
	await engine.close();
	for (const name of ['_delta_log', ...new Set(parts.map(({product}) => `product=${product}`))])
		if (parts.length > 0) rmSync(join(root, name), {recursive: true, force: true});
}
