import {createReadStream} from 'node:fs';
import {dirname, join} from 'node:path';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk} from '../../files/disk.ts';
import {createWorkFolder} from '../../files/work-folder.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import {type Engine, openEngine} from './engine/engine.ts';
import {pathList} from './engine/sql-literals.ts';
import {queryFolder} from './query-folder.ts';
import type {RecordPorts} from './with-records.ts';
import {type WithEngine, writeParquet} from './write-parquet.ts';

const resultMembers = {
	question: 'VARCHAR',
	title: 'VARCHAR',
	product: 'BIGINT',
	day: 'DATE',
	taken: 'TIMESTAMP',
	service: 'VARCHAR',
	usagectl: 'VARCHAR',
	command: 'VARCHAR[]',
	caveats: 'VARCHAR[]',
	columns: 'STRUCT("key" VARCHAR, title VARCHAR, kind VARCHAR)[]',
	rows: 'VARCHAR[][]',
};
const figureKinds = "('count', 'sum', 'number', 'percent')";

/** Creates the views `results` with a row per file, and `figures` with a row per figure. */
async function addResultViews(engine: Engine, paths: readonly string[]): Promise<void> {
	const types = Object.entries(resultMembers).map(([name, type]) => `${name}: '${type.replaceAll("'", "''")}'`);
	const nothing = Object.entries(resultMembers).map(([name, type]) => `NULL::${type} AS "${name}"`);
	const source =
		paths.length === 0
			? `SELECT ${nothing.join(', ')} WHERE false`
			: `SELECT * FROM read_json(${pathList(paths)}, format = 'unstructured', columns = {${types.join(', ')}}, maximum_object_size = ${64 * 1024 * 1024})`;
	await engine.run(`CREATE VIEW results AS ${source}`);
	// The former name.
	await engine.run('CREATE VIEW answers AS SELECT * FROM results');
	await engine.run(`CREATE VIEW figures AS
		WITH row_of AS (SELECT question, product, day, taken, "columns" AS cs, unnest("rows") AS cells FROM results),
			cell_of AS (SELECT *, unnest(range(1, len(cs) + 1)) AS place FROM row_of)
		SELECT question, product, day, taken,
			array_to_string([cells[i] FOR i IN range(1, len(cs) + 1) IF cs[i].kind NOT IN ${figureKinds} AND cells[i] IS NOT NULL], ' / ') AS label,
			cs[place]."key" AS figure, TRY_CAST(cells[place] AS DOUBLE) AS value
		FROM cell_of WHERE cs[place].kind IN ${figureKinds}`);
}

export const queryResults = (
	folder: string,
	{sql, paths}: {readonly sql: string; readonly paths: readonly string[]},
	ports: Pick<RecordPorts, 'stateDir' | 'signal' | 'detail'>,
): Promise<Dataset> => queryFolder(folder, {sql, addViews: engine => addResultViews(engine, paths)}, ports);

export type ParquetPart = {readonly path: string; readonly columns: readonly Column[]; readonly rows: readonly Row[]};

export async function exportParts(
	parts: AsyncIterable<ParquetPart>,
	{stateDir, signal}: Pick<RecordPorts, 'stateDir' | 'signal'>,
): Promise<number> {
	const work = await createWorkFolder(join(stateDir, 'work'));
	try {
		const engine = await openEngine({temp: work.path, folders: [], signal, keepsOrder: true, isSmall: true});
		const withEngine: WithEngine = step => step(engine);
		let count = 0;
		try {
			for await (const {path, columns, rows} of parts) {
				const made = join(work.path, 'part.parquet');
				await writeParquet(withEngine, {columns, blocks: [rows]}, {folder: work.path, path: made});
				await disk.reportingAs('write', path).makeFolder(dirname(path));
				// The bytes are copied, because the target may be on another disk.
				await writeFileAtomic(path, createReadStream(made), {mode: 0o666});
				count++;
			}
		} finally {
			await engine.close();
		}
		return count;
	} finally {
		await work.remove();
	}
}
