import type {Engine} from '../archive/sql/engine.ts';
import {toQueryColumn} from '../archive/sql/query-columns.ts';
import {explainSqlError, findUnknownColumn} from '../archive/sql/sql-error.ts';
import {identifier} from '../archive/sql/sql-literals.ts';
import {createReadOnlyError, createSqlError, getFirstWord, sqlHint} from '../archive/sql/user-sql.ts';
import {isObject} from '../contract/json-values.ts';
import {CliError} from '../errors.ts';
import type {Column} from '../output/dataset.ts';
import {literal} from '../text/sql-literal.ts';
import {enumeration} from '../text/wording.ts';
import {reportFunction, views} from './view-table.ts';

/** The parts that the engine's parser finds in a statement. */
export type Statement = {
	/** The statement as something that `CREATE TABLE … AS` accepts. */
	readonly source: string;
	/** The rows of its views do not matter, only their columns. */
	readonly isDescription: boolean;
	/** Names in lower case, such as `keys` and `sandbox.activity`, without those that the statement defines. */
	readonly tables: readonly string[];
	/** Names in lower case that may be those of columns. */
	readonly columns: ReadonlySet<string>;
	/** The arguments of `report('…')`. */
	readonly reports: readonly string[];
};

/** Names the views that have the column, since the statement asks another one for it. */
function hintOfOwners(column = ''): string | undefined {
	const low = column.toLowerCase();
	const owners = views.filter(view =>
		[...view.columns, ...(view.properties ?? [])].some(({name}) => name.toLowerCase() === low),
	);
	return owners.length === 0 ? undefined : `${column} is a column of ${enumeration(owners.map(({name}) => name))}`;
}

export function toQueryError(error: unknown, sql: string): unknown {
	if (!(error instanceof Error) || error instanceof CliError) return error;
	const {message, hint: near} = explainSqlError(error, sql);
	return new CliError('usage', message, {
		hint: hintOfOwners(findUnknownColumn(error.message, sql)) ?? near ?? sqlHint,
		code: 'sql',
		cause: error,
	});
}

/** A node of the engine's syntax tree. */
type Node = Readonly<Record<string, unknown>>;
type Names = ReadonlySet<string>;

type DefinedTable = {readonly key: string; readonly value: {readonly query?: {readonly node?: Node}}};
const getDefined = ({cte_map: found}: Node): readonly DefinedTable[] =>
	(found as {readonly map?: readonly DefinedTable[]} | undefined)?.map ?? [];

/** Yields every node, with the names of the tables that its WITH clauses define. */
function* walk(value: unknown, defined: Names): Generator<readonly [node: Node, defined: Names]> {
	if (Array.isArray(value)) for (const each of value) yield* walk(each, defined);
	if (!isObject(value)) return;
	const node = value as Node;
	yield [node, defined];
	let own = defined;
	for (const {key, value: table} of getDefined(node)) {
		const withOwn = new Set([...own, key.toLowerCase()]);
		yield* walk(table, table.query?.node?.type === 'RECURSIVE_CTE_NODE' ? withOwn : own);
		own = withOwn;
	}
	for (const [key, each] of Object.entries(node)) if (key !== 'cte_map') yield* walk(each, own);
}

function getTable({type, catalog_name: catalog, schema_name: schema, table_name: name}: Node, defined: Names) {
	const parts = [catalog, schema, name].filter(part => part !== '').map(part => String(part).toLowerCase());
	const isTable = type === 'BASE_TABLE' && !(parts.length === 1 && defined.has(parts[0] as string));
	return isTable ? [parts.join('.')] : [];
}

function getColumns({column_names: names, using_columns: shared}: Node): readonly string[] {
	return [names, shared].flatMap(each => (Array.isArray(each) ? each : [])).map(name => String(name).toLowerCase());
}

function getReport({function: call}: Node): readonly string[] {
	const {function_name: name, children = []} = (isObject(call) ? call : {}) as {
		readonly function_name?: string;
		readonly children?: readonly {readonly value?: {readonly value?: unknown}}[];
	};
	if (name?.toLowerCase() !== reportFunction.name) return [];
	const line = children[0]?.value?.value;
	if (children.length === 1 && typeof line === 'string') return [line];
	throw new CliError('usage', 'report() takes one command line as a text literal', {
		hint: "write FROM report('current --from -30d')",
		code: 'sql',
	});
}

/** Throws CliError (usage) unless the text is one statement that only reads. Runs nothing of it. */
export async function parseStatement(engine: Engine, sql: string): Promise<Statement> {
	const word = getFirstWord(sql);
	const isShown = ['describe', 'summarize', 'show'].includes(word);
	const source = isShown ? `FROM (${sql.replace(/;\s*$/, '')}\n)` : sql;
	const [[text] = []] = await engine.rows(`SELECT json_serialize_sql(${literal(source)})`);
	const parsed = JSON.parse(String(text));
	if (parsed.error_type === 'parser') throw createSqlError(String(parsed.error_message).split('\n')[0] as string);
	if (parsed.error) throw createReadOnlyError();
	if (parsed.statements.length !== 1)
		throw createSqlError(`only one statement is allowed, not ${parsed.statements.length}`);
	const nodes = [...walk(parsed.statements, new Set())];
	return {
		source,
		isDescription: word === 'describe' || word === 'show',
		tables: [...new Set(nodes.flatMap(([node, defined]) => getTable(node, defined)))],
		columns: new Set(nodes.flatMap(([node]) => getColumns(node))),
		reports: [...new Set(nodes.flatMap(([node]) => (node.type === 'TABLE_FUNCTION' ? getReport(node) : [])))],
	};
}

const nestedTypes = /^(STRUCT|MAP|UNION)\b|\]$/;
const columnKinds: readonly (readonly [types: RegExp, kind: Column['kind']])[] = [
	[nestedTypes, 'text'],
	[
		/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|FLOAT|DOUBLE|DECIMAL)/,
		'number',
	],
	[/^(DATE$|TIMESTAMP)/, 'date'],
	[/^BOOLEAN$/, 'boolean'],
];
const getColumnKind = (type: string) => columnKinds.find(([types]) => types.test(type))?.[1] ?? 'text';

/** Types that a Parquet file would not keep, or whose values are read as text. Others keep their name. */
function toParquetType(type: string): string {
	if (getColumnKind(type) === 'text' || type === 'UHUGEINT') return 'VARCHAR';
	if (type === 'HUGEINT') return 'DECIMAL(38,0)';
	return type.replace(' WITH TIME ZONE', '');
}

/** Selects a column as every format can write it: times in UTC without zone, lists, structs and maps as JSON. */
function selectCell(name: string, type: string): string {
	const cell = identifier(name);
	if (nestedTypes.test(type)) return `CAST(to_json(${cell}) AS VARCHAR) AS ${cell}`;
	return type === 'TIMESTAMP WITH TIME ZONE' ? `timezone('UTC', ${cell}) AS ${cell}` : cell;
}

/**
 * Runs SQL of the user into a table, which may spill to the disk; the engine's `next` returns the rows. The engine's
 * library reports no errors while it streams, so a query that failed halfway would look complete.
 */
export async function runStatement(engine: Engine, {source}: Statement): Promise<readonly Column[]> {
	// In a schema of its own, SHOW TABLES does not list it.
	await engine.run('CREATE SCHEMA answer');
	await engine.run(`CREATE TABLE answer.answer AS ${source}`);
	const described = await engine.rows('DESCRIBE answer.answer');
	const columns = described.map(([name, type]) => ({name: String(name), type: String(type)}));
	await engine.start(`SELECT ${columns.map(({name, type}) => selectCell(name, type)).join(', ')} FROM answer.answer`);
	return columns.map(({name, type}) => ({...toQueryColumn(name, getColumnKind(type)), storedAs: toParquetType(type)}));
}
