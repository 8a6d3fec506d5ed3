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
const sqlError = (message: string) => new CliError('usage', message, {hint, code: 'sql'});

type Query = {readonly sql: string; readonly signal: AbortSignal};

/** Turns an error of the engine into the reason of the abort, CliError `disk`, or CliError `usage` about the SQL. */
function toQueryError(error: unknown, {sql, signal}: Query): unknown {
	const failure = toFailure(error, signal);
	if (failure !== error) return failure;
	const {message, hint: near} = explainMistake(error, sql);
	return new CliError('usage', message, {hint: near ?? hint, code: 'sql', cause: error});
}

const readKeywords = ['select', 'from', 'with', 'describe', 'summarize', 'show', 'values'] as const;
const createReadOnlyError = () =>
	sqlError(`only statements that read data are allowed (${readKeywords.join(', ').toUpperCase()})`);

/** Returns the first word after blanks, comments and parentheses. */
const getFirstWord = (sql: string) =>
	/^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*([a-z]*)/i.exec(sql)?.[1]?.toLowerCase() ?? '';

/** Throws unless the statement begins like one that reads data. An EXPORT already creates folders when it is prepared. */
function validateKeyword(sql: string): void {
	if (!readKeywords.some(word => word === getFirstWord(sql))) throw createReadOnlyError();
}

/** Throws unless it is a single statement that reads data. */
async function validateStatement(connection: DuckDBConnection, query: Query) {
	const {sql} = query;
	validateKeyword(sql);
	const {StatementType} = await loadDuckDb();
	const statements = await connection.extractStatements(sql).catch(error => {
		throw toQueryError(error, query);
	});
	if (statements.count !== 1) throw sqlError(`one statement is allowed, not ${statements.count}`);
	const statement = await statements.prepare(0).catch(error => {
		throw toQueryError(error, query);
	});
	if (statement.statementType !== StatementType.SELECT) throw createReadOnlyError();
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
	query: Query,
	close: () => Promise<void>,
): AsyncGenerator<readonly Row[]> {
	try {
		for await (const rows of result.yieldRows()) yield rows.map(row => row.map(toCell));
		// an interrupted result ends as if it were complete
		query.signal.throwIfAborted();
	} catch (error) {
		throw toQueryError(error, query);
	} finally {
		await close();
	}
}

/** Returns a statement that can follow CREATE TABLE AS. */
const toSelect = (sql: string) =>
	/^(?:describe|summarize|show)$/.test(getFirstWord(sql)) ? `FROM (${sql.replace(/;\s*$/, '')}\n)` : sql;

/**
 * Runs the query into a table, which goes to the disk where it is large, and returns a stream of it. The engine's library
 * does not report errors while it streams, so a query that failed halfway would look complete.
 */
async function runQuery(connection: DuckDBConnection, query: Query): Promise<DuckDBResult> {
	try {
		await connection.run(`CREATE TEMP TABLE answer AS ${toSelect(query.sql)}`);
		return await connection.stream('FROM answer');
	} catch (error) {
		throw toQueryError(error, query);
	}
}

const types: Readonly<Record<string, string>> = {timestamp: 'TIMESTAMP', product: 'BIGINT'};

/** A table without rows but with all columns, so that a query works before the first line has arrived. */
function selectNothing(): string {
	const columns = [...serviceColumns.map(toColumn), ...ownColumns];
	return `SELECT ${columns.map(column => `NULL::${types[column] ?? 'VARCHAR'} AS "${column}"`).join(', ')} WHERE false`;
}

/** Creates the view `lines` over the lines of the folder. */
async function addView(engine: Engine, folder: string, kind: LinesPorts['kind']): Promise<void> {
	const paths = await listMonthFiles(folder, kind);
	const relation =
		paths.length > 0
			? `SELECT * FROM read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = true)`
			: selectNothing();
	await engine.run(`CREATE VIEW lines AS ${relation}`);
}

/**
 * Runs a query in SQL over a folder of `sync`. SQL can only read, and only in that folder. Throws CliError `usage` for any
 * other folder, and for SQL that is wrong or does more than read.
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
		const query = {sql, signal: ports.signal};
		await validateStatement(engine.connection, query);
		const result = await runQuery(engine.connection, query);
		return {
			columns: getColumns(result),
			blocks: readBlocks(result, query, close),
		};
	} catch (error) {
		await close();
		throw error;
	}
}
