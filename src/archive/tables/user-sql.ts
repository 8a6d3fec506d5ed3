import {CliError} from '../../errors.ts';
import type {Column} from '../../output/dataset.ts';
import type {Engine} from './engine/engine.ts';
import {explainSqlError} from './engine/sql-error.ts';
import {toQueryColumn} from './query-columns.ts';

const sqlHint = 'list views with SHOW TABLES, and columns with DESCRIBE VIEW; for examples see usagectl help archive';
const createSqlError = (message: string) => new CliError('usage', message, {hint: sqlHint, code: 'sql'});

function toQueryError(error: unknown, sql: string): unknown {
	if (!(error instanceof Error) || error instanceof CliError) return error;
	const {message, hint: near} = explainSqlError(error, sql);
	return new CliError('usage', message, {hint: near ?? sqlHint, code: 'sql', cause: error});
}

const readKeywords = ['select', 'from', 'with', 'describe', 'summarize', 'show', 'values'] as const;
const createReadOnlyError = () =>
	createSqlError(`only statements that read data are allowed (${readKeywords.join(', ').toUpperCase()})`);

const getFirstWord = (sql: string) =>
	/^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*([a-z]*)/i.exec(sql)?.[1]?.toLowerCase() ?? '';

/** Throws unless the statement begins like a read. Preparing an EXPORT already creates folders. */
export function validateKeyword(sql: string): void {
	if (!readKeywords.some(word => word === getFirstWord(sql))) throw createReadOnlyError();
}

async function validateStatement(engine: Engine, sql: string) {
	const {count, isRead} = await engine.inspect(sql);
	if (count !== 1) throw createSqlError(`only one statement is allowed, not ${count}`);
	if (!isRead) throw createReadOnlyError();
}

const numericTypes =
	/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/;
const getColumnKind = (type: string): Column['kind'] =>
	numericTypes.test(type) ? 'number' : type === 'DATE' ? 'date' : 'text';

const toTableSource = (sql: string) =>
	/^(?:describe|summarize|show)$/.test(getFirstWord(sql)) ? `FROM (${sql.replace(/;\s*$/, '')}\n)` : sql;

/**
 * Runs SQL of the user into a table, which may spill to the disk; the engine's `next` returns the rows. The engine's
 * library reports no errors while it streams, so a query that failed halfway would look complete. Throws CliError
 * `usage` for SQL that is invalid or does more than read.
 */
export async function runUserQuery(engine: Engine, sql: string): Promise<readonly Column[]> {
	try {
		await validateStatement(engine, sql);
		await engine.run(`CREATE TEMP TABLE answer AS ${toTableSource(sql)}`);
	} catch (error) {
		throw toQueryError(error, sql);
	}
	const columns = await engine.start('FROM answer');
	return columns.map(({name, type}) => toQueryColumn(name, getColumnKind(type)));
}
