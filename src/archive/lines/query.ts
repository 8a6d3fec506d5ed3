import {tmpdir} from 'node:os';
import type {DuckDBConnection, DuckDBResult, DuckDBType} from '@duckdb/node-api';
import {CliError} from '../../errors.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import {openTargetFolder} from '../target-folder.ts';
import {toCell} from './cells.ts';
import {type Engine, loadDuckDb, openEngine} from './engine.ts';
import {listMonthFiles, readInputs} from './inputs.ts';
import {type LinesWorld, refresh} from './open-lines.ts';
import {pathList} from './sql.ts';

const wrong = (message: string, cause?: unknown) =>
	new CliError('usage', message, {
		hint: 'the lines are the view `lines`; DESCRIBE lines shows its columns, help archive examples',
		code: 'sql',
		...(cause === undefined ? {} : {cause}),
	});

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;

const readingWords = ['select', 'from', 'with', 'describe', 'summarize', 'show', 'values'] as const;
const notReading = () => wrong(`only statements that read are run here (${readingWords.join(', ').toUpperCase()})`);

/** The first word behind blanks, comments and parentheses. */
const getFirstWord = (sql: string) =>
	/^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*([a-z]*)/i.exec(sql)?.[1]?.toLowerCase() ?? '';

/** Throws unless it can only be a statement that reads: the engine makes folders while it prepares an EXPORT. */
const validateWords = (sql: string): void => {
	if (!readingWords.some(word => word === getFirstWord(sql))) throw notReading();
};

/** One statement that reads; no other is run. */
const prepare = async (connection: DuckDBConnection, sql: string) => {
	validateWords(sql);
	const {StatementType} = await loadDuckDb();
	const statements = await connection.extractStatements(sql).catch(error => {
		throw wrong(firstLine(error), error);
	});
	if (statements.count !== 1) throw wrong(`one statement at a time, not ${statements.count}`);
	const statement = await statements.prepare(0).catch(error => {
		throw wrong(firstLine(error), error);
	});
	if (statement.statementType !== StatementType.SELECT) throw notReading();
	return statement;
};

const numeric =
	/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/;
const kindOf = (type: DuckDBType): Column['kind'] =>
	numeric.test(String(type)) ? 'number' : String(type) === 'DATE' ? 'date' : 'text';

const getColumns = (result: DuckDBResult): readonly Column[] => {
	const types = result.columnTypes();
	return result.deduplicatedColumnNames().map((key, at) => ({key, title: key, kind: kindOf(types[at] as DuckDBType)}));
};

async function* readBlocks(result: DuckDBResult, close: () => Promise<void>): AsyncGenerator<readonly Row[]> {
	try {
		for await (const rows of result.yieldRows()) yield rows.map(row => row.map(toCell));
	} catch (error) {
		throw wrong(firstLine(error), error);
	} finally {
		await close();
	}
}

/** Makes the lines of the folder the view `lines`; a folder without any has one without rows. */
const addView = async (engine: Engine, folder: string, kind: LinesWorld['kind']): Promise<void> => {
	const paths = await listMonthFiles(folder, kind);
	const relation =
		paths.length > 0
			? `SELECT * FROM read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = true)`
			: `SELECT NULL::TIMESTAMP AS "timestamp", NULL::BIGINT AS product, NULL::VARCHAR AS file WHERE false`;
	await engine.run(`CREATE VIEW lines AS ${relation}`);
};

/**
 * Asks a synced folder in SQL. Reads only, and only that folder: nothing else of the machine can be reached from it. Throws
 * CliError `usage` for what is no such folder, and for SQL that is wrong or does more than read.
 */
export const queryLines = async (path: string, sql: string, world: LinesWorld): Promise<Dataset> => {
	const {folders} = await readInputs([path], world.kind);
	const [folder] = folders;
	if (folder === undefined)
		throw new CliError('usage', `${path} is not a folder of sync`, {hint: 'make it one: usagectl exceptions sync DIR'});
	await refresh(folder, world);
	const work = await openTargetFolder(tmpdir(), world.clock);
	let engine: Engine | undefined;
	const close = async () => {
		engine?.close();
		await work.close();
	};
	try {
		engine = await openEngine({temp: work.work, folders: [folder], signal: world.signal});
		await addView(engine, folder, world.kind);
		const statement = await prepare(engine.connection, sql);
		const result = await statement.stream().catch(error => {
			throw wrong(firstLine(error), error);
		});
		return {
			columns: getColumns(result),
			blocks: readBlocks(result, close),
			about: {report: `${world.kind} query`, request: {sql}},
		};
	} catch (error) {
		await close();
		throw error;
	}
};
