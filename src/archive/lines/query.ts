import {join} from 'node:path';
import type {DuckDBConnection, DuckDBResult, DuckDBType} from '@duckdb/node-api';
import {CliError} from '../../errors.ts';
import {createWorkFolder} from '../../files/temporary.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import {toCell} from './engine/cells.ts';
import {type Engine, loadDuckDb, openEngine, toFailure} from './engine/engine.ts';
import {pathList} from './engine/sql.ts';
import {explainMistake} from './engine/sql-mistake.ts';
import {listMonthFiles, readInputs} from './inputs.ts';
import {ownColumns, serviceColumns, toColumn} from './read/columns.ts';
import {type LinesPorts, refresh} from './with-lines.ts';

const hint = 'the lines are the view `lines`; DESCRIBE lines shows its columns, help archive examples';
const wrong = (message: string) => new CliError('usage', message, {hint, code: 'sql'});

type Asked = {readonly sql: string; readonly signal: AbortSignal};

/** Why a statement failed: it was stopped, the disk is full, or it is wrong. */
function explain(error: unknown, {sql, signal}: Asked): unknown {
	const failure = toFailure(error, signal);
	if (failure !== error) return failure;
	const {message, hint: near} = explainMistake(error, sql);
	return new CliError('usage', message, {hint: near ?? hint, code: 'sql', cause: error});
}

const readingWords = ['select', 'from', 'with', 'describe', 'summarize', 'show', 'values'] as const;
const notReading = () => wrong(`only statements that read are run here (${readingWords.join(', ').toUpperCase()})`);

/** The first word behind blanks, comments and parentheses. */
const getFirstWord = (sql: string) =>
	/^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*([a-z]*)/i.exec(sql)?.[1]?.toLowerCase() ?? '';

/** Throws unless it can only be a statement that reads: the engine makes folders while it prepares an EXPORT. */
function validateWords(sql: string): void {
	if (!readingWords.some(word => word === getFirstWord(sql))) throw notReading();
}

/** Throws unless it is one statement that reads. */
async function validateStatement(connection: DuckDBConnection, asked: Asked) {
	const {sql} = asked;
	validateWords(sql);
	const {StatementType} = await loadDuckDb();
	const statements = await connection.extractStatements(sql).catch(error => {
		throw explain(error, asked);
	});
	if (statements.count !== 1) throw wrong(`one statement at a time, not ${statements.count}`);
	const statement = await statements.prepare(0).catch(error => {
		throw explain(error, asked);
	});
	if (statement.statementType !== StatementType.SELECT) throw notReading();
}

const numeric =
	/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/;
const kindOf = (type: DuckDBType): Column['kind'] =>
	numeric.test(String(type)) ? 'number' : String(type) === 'DATE' ? 'date' : 'text';

function getColumns(result: DuckDBResult): readonly Column[] {
	const types = result.columnTypes();
	return result.deduplicatedColumnNames().map((key, at) => ({key, title: key, kind: kindOf(types[at] as DuckDBType)}));
}

async function* readBlocks(
	result: DuckDBResult,
	asked: Asked,
	close: () => Promise<void>,
): AsyncGenerator<readonly Row[]> {
	try {
		for await (const rows of result.yieldRows()) yield rows.map(row => row.map(toCell));
		// an interrupted result ends as if it were whole
		asked.signal.throwIfAborted();
	} catch (error) {
		throw explain(error, asked);
	} finally {
		await close();
	}
}

/** A statement that describes can be asked for like a table, and one that selects is asked as it stands. */
const toSource = (sql: string) =>
	/^(?:describe|summarize|show)$/.test(getFirstWord(sql)) ? `FROM (${sql.replace(/;\s*$/, '')}\n)` : sql;

/**
 * The whole answer, in a table that goes to the disk where it is large: a result that fails while it is being fetched would end
 * as if it were whole, since the engine's library does not tell.
 */
async function answer(connection: DuckDBConnection, asked: Asked): Promise<DuckDBResult> {
	try {
		await connection.run(`CREATE TEMP TABLE answer AS ${toSource(asked.sql)}`);
		return await connection.stream('FROM answer');
	} catch (error) {
		throw explain(error, asked);
	}
}

const types: Readonly<Record<string, string>> = {timestamp: 'TIMESTAMP', product: 'BIGINT'};

/** All that a line may have, and no row: what is asked every morning can be asked before the first line came. */
function withoutRows(): string {
	const columns = [...serviceColumns.map(toColumn), ...ownColumns];
	return `SELECT ${columns.map(column => `NULL::${types[column] ?? 'VARCHAR'} AS "${column}"`).join(', ')} WHERE false`;
}

/** Makes the lines of the folder the view `lines`. */
async function addView(engine: Engine, folder: string, kind: LinesPorts['kind']): Promise<void> {
	const paths = await listMonthFiles(folder, kind);
	const relation =
		paths.length > 0
			? `SELECT * FROM read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = true)`
			: withoutRows();
	await engine.run(`CREATE VIEW lines AS ${relation}`);
}

/**
 * Asks a synced folder in SQL. Reads only, and only that folder: nothing else of the machine can be reached from it. Throws
 * CliError `usage` for what is no such folder, and for SQL that is wrong or does more than read.
 */
export async function queryLines(path: string, sql: string, ports: LinesPorts): Promise<Dataset> {
	const {folders} = await readInputs([path], ports.kind);
	const [folder] = folders;
	if (folder === undefined)
		throw new CliError('usage', `${path} is not a folder of sync`, {hint: 'make it one: usagectl exceptions sync DIR'});
	await refresh(folder, ports);
	const work = await createWorkFolder(join(ports.stateDir, 'work'));
	let engine: Engine | undefined;
	const close = async () => {
		engine?.close();
		await work.remove();
	};
	try {
		engine = await openEngine({temp: work.path, folders: [folder], signal: ports.signal, ordered: true});
		await addView(engine, folder, ports.kind);
		const asked = {sql, signal: ports.signal};
		await validateStatement(engine.connection, asked);
		const result = await answer(engine.connection, asked);
		return {
			columns: getColumns(result),
			blocks: readBlocks(result, asked, close),
		};
	} catch (error) {
		await close();
		throw error;
	}
}
