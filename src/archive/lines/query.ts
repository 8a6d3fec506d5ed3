import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {resolveLinks} from '../../files/platform.ts';
import {createWorkFolder} from '../../files/temporary.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import {hasManifest} from '../manifest.ts';
import type {Engine} from './engine/engine.ts';
import {openEngineProcess} from './engine/engine-process.ts';
import {explainMistake} from './engine/sql-mistake.ts';
import {syncLine} from './inputs.ts';
import {ownColumns, serviceColumns, toColumn} from './read/columns.ts';
import {findLines} from './table/find-lines.ts';
import {type LinesPorts, refresh} from './with-lines.ts';

const hint = 'SHOW TABLES lists the views, DESCRIBE VIEW the columns of one; help archive has examples';
const sqlError = (message: string) => new CliError('usage', message, {hint, code: 'sql'});

/** Turns an error of the SQL itself into CliError `usage`. */
function toQueryError(error: unknown, sql: string): unknown {
	if (!(error instanceof Error) || error instanceof CliError) return error;
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
export function validateKeyword(sql: string): void {
	if (!readKeywords.some(word => word === getFirstWord(sql))) throw createReadOnlyError();
}

/** Throws unless it is a single statement that reads data. */
async function validateStatement(engine: Engine, sql: string) {
	const {count, isRead} = await engine.inspect(sql);
	if (count !== 1) throw sqlError(`one statement is allowed, not ${count}`);
	if (!isRead) throw createReadOnlyError();
}

const numeric =
	/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/;
const kindOf = (type: string): Column['kind'] => (numeric.test(type) ? 'number' : type === 'DATE' ? 'date' : 'text');

async function* readBlocks(engine: Engine, close: () => Promise<void>): AsyncGenerator<readonly Row[]> {
	try {
		for (let rows = await engine.next(); rows; rows = await engine.next()) yield rows;
	} finally {
		await close();
	}
}

/** Returns a statement that can follow CREATE TABLE AS. */
const toSelect = (sql: string) =>
	/^(?:describe|summarize|show)$/.test(getFirstWord(sql)) ? `FROM (${sql.replace(/;\s*$/, '')}\n)` : sql;

/**
 * Runs the query into a table, which goes to the disk where it is large, and starts reading it. Returns its columns. The
 * engine's library does not report errors while it streams, so a query that failed halfway would look complete.
 */
async function runQuery(engine: Engine, sql: string): Promise<readonly Column[]> {
	try {
		await validateStatement(engine, sql);
		await engine.run(`CREATE TEMP TABLE answer AS ${toSelect(sql)}`);
	} catch (error) {
		throw toQueryError(error, sql);
	}
	const columns = await engine.start('FROM answer');
	return columns.map(({name, type}) => ({key: name, title: name, kind: kindOf(type)}));
}

const types: Readonly<Record<string, string>> = {timestamp: 'TIMESTAMP', product: 'BIGINT'};

/** A table without rows but with all columns, so that a query works before the first line has arrived. */
function selectNothing(): string {
	const columns = [...serviceColumns.map(toColumn), ...ownColumns];
	return `SELECT ${columns.map(column => `NULL::${types[column] ?? 'VARCHAR'} AS "${column}"`).join(', ')} WHERE false`;
}

/** Creates the view `lines` over the lines of the folder. */
async function addView(engine: Engine, folder: string, kind: LinesPorts['kind']): Promise<void> {
	const lines = await findLines(engine, folder, kind);
	await engine.run(`CREATE OR REPLACE VIEW lines AS ${lines ? `SELECT * FROM ${lines}` : selectNothing()}`);
}

/** Runs SQL of the user over the lines of a folder, on an engine that can access that folder alone. Returns its columns; the engine's `next` has the rows. */
export async function askLines(
	engine: Engine,
	sql: string,
	{folder, kind}: {readonly folder: string; readonly kind: LinesPorts['kind']},
): Promise<readonly Column[]> {
	await addView(engine, folder, kind);
	return runQuery(engine, sql);
}

type QueryPorts = Pick<LinesPorts, 'stateDir' | 'signal' | 'detail'>;

/**
 * Runs a query in SQL over what `addViews` makes of a folder. SQL can only read, and only in that folder. Throws CliError `usage`
 * for SQL that is wrong or does more than read.
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
		engine = await openEngineProcess({temp: work.path, folders: [folder], signal, detail, ordered: true});
		await addViews(engine);
		return {columns: await runQuery(engine, sql), blocks: readBlocks(engine, close)};
	} catch (error) {
		await close();
		throw error;
	}
}

/** The same over the lines of a folder of `sync`. Throws CliError `usage` for any other folder. */
export async function queryLines(path: string, sql: string, ports: LinesPorts): Promise<Dataset> {
	validateKeyword(sql);
	if (!(await hasManifest(path)))
		throw new CliError('usage', `${path} is not a folder of sync`, {
			hint: `make it one: ${syncLine(ports, path)}`,
		});
	const folder = await resolveLinks(path);
	await refresh(folder, ports);
	return queryFolder(folder, {sql, addViews: engine => addView(engine, folder, ports.kind)}, ports);
}
