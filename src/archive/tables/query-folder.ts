import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {resolveLinks} from '../../files/platform.ts';
import {createWorkFolder} from '../../files/work-folder.ts';
import type {Dataset, Row} from '../../output/dataset.ts';
import {hasManifest} from '../files/manifest.ts';
import {selectTableRecords} from './delta/find-table.ts';
import type {Engine} from './engine/engine.ts';
import {openEngineProcess} from './engine/engine-process.ts';
import {formatSyncCommand} from './input-paths.ts';
import {addedColumns, serviceColumns, toColumn} from './read/record-columns.ts';
import {runUserQuery, validateKeyword} from './user-sql.ts';
import {type RecordPorts, refreshTable} from './with-records.ts';

async function* readBlocks(engine: Engine, close: () => Promise<void>): AsyncGenerator<readonly Row[]> {
	try {
		for (let rows = await engine.next(); rows; rows = await engine.next()) yield rows;
	} finally {
		await close();
	}
}

const columnTypes: Readonly<Record<string, string>> = {timestamp: 'TIMESTAMP', product: 'BIGINT'};

/** Selects no rows but all columns, so that queries work before the first record arrives. */
function selectNoRecords(): string {
	const columns = [...serviceColumns.map(toColumn), ...addedColumns];
	return `SELECT ${columns.map(column => `NULL::${columnTypes[column] ?? 'VARCHAR'} AS "${column}"`).join(', ')} WHERE false`;
}

/** Creates the view `lines`, and a second one with the name of the table in a cluster. */
async function addRecordViews(engine: Engine, folder: string, kind: RecordPorts['kind']): Promise<void> {
	const records = await selectTableRecords(engine, folder, kind);
	await engine.run(`CREATE OR REPLACE VIEW lines AS ${records ? `SELECT * FROM ${records}` : selectNoRecords()}`);
	await engine.run(`CREATE OR REPLACE VIEW ${kind} AS FROM lines`);
}

type QueryPorts = Pick<RecordPorts, 'stateDir' | 'signal' | 'detail'>;

/**
 * Runs SQL over the views of `addViews`. It may only read, and only in `folder`. Throws CliError `usage` for invalid
 * SQL or other statements.
 */
export async function queryFolder(
	folder: string,
	{sql, addViews}: {readonly sql: string; readonly addViews: (engine: Engine) => Promise<void>},
	{stateDir, signal, detail}: QueryPorts,
): Promise<Dataset> {
	validateKeyword(sql);
	const work = await createWorkFolder(join(stateDir, 'work'));
	let engine: Engine | undefined;
	const close = async () => {
		await engine?.close();
		await work.remove();
	};
	try {
		engine = await openEngineProcess({temp: work.path, folders: [folder], signal, detail, keepsOrder: true});
		await addViews(engine);
		return {columns: await runUserQuery(engine, sql), blocks: readBlocks(engine, close)};
	} catch (error) {
		await close();
		throw error;
	}
}

export async function queryArchive(path: string, sql: string, ports: RecordPorts): Promise<Dataset> {
	validateKeyword(sql);
	if (!(await hasManifest(path)))
		throw new CliError('usage', `${path} is not an archive folder`, {
			hint: `create one: ${formatSyncCommand(ports, path)}`,
		});
	const folder = await resolveLinks(path);
	await refreshTable(folder, ports);
	return queryFolder(folder, {sql, addViews: engine => addRecordViews(engine, folder, ports.kind)}, ports);
}
