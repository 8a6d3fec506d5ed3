import {availableParallelism} from 'node:os';
import {resolve, sep} from 'node:path';
// Throws at each attempt if DuckDB is not installed; the bundled interface throws only once.
import '@duckdb/node-bindings';
import {
	DOUBLE,
	type DuckDBConnection,
	DuckDBDecimalValue,
	DuckDBInstance,
	type DuckDBType,
	type DuckDBValue,
	type DuckDBValueConverter,
	INTEGER,
	LIST,
	listValue,
	VARCHAR,
} from '@duckdb/node-api';
import pLimit from 'p-limit';
import {CliError} from '../../errors.ts';
import {literal} from '../../text/sql-literal.ts';
import type {Database, SqlValue} from './database.ts';
import {registerEcmaExpressions} from './ecma-expressions.ts';
import {setClockSql} from './table-definition.ts';

const withoutExtensions = {autoinstall_known_extensions: 'false', autoload_known_extensions: 'false'} as const;

/** SQL cannot access files or extensions, and no statement can change that. */
const lockedSettings = {
	...withoutExtensions,
	enable_external_access: 'false',
	lock_configuration: 'true',
} as const;

/** More threads need memory and make no report faster. */
export const engineThreads = String(Math.min(4, availableParallelism()));

/**
 * This optimizer finds common parts of a statement, which our statements already name as CTEs, and takes a large part
 * of the planning time.
 */
const disabledOptimizers = 'common_subplan';

/** The engine's own buffers come on top. */
const servingMemory = '768MB';

const bind = (value: SqlValue): DuckDBValue =>
	Array.isArray(value) ? listValue(value.map(bind)) : (value as DuckDBValue);

/** The engine infers the type from the first item of a list, and fails for an empty list. */
function listType(items: readonly SqlValue[]): DuckDBType {
	const nonNull = items.filter(item => item !== null);
	if (nonNull.length > 0 && nonNull.every(item => typeof item === 'number'))
		return LIST(nonNull.every(Number.isInteger) ? INTEGER : DOUBLE);
	return LIST(VARCHAR);
}
const typeOf = (value: SqlValue): DuckDBType | undefined => (Array.isArray(value) ? listType(value) : undefined);

const convert: DuckDBValueConverter<string | number | boolean | null> = value => {
	if (typeof value === 'bigint') return Number(value);
	if (value instanceof DuckDBDecimalValue) return value.toDouble();
	return value as string | number | boolean | null;
};

export async function readRows<Row extends object>(
	connection: DuckDBConnection,
	sql: string,
	parameters: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
	// Destroy the statement at once: `connection.runAndReadAll` leaves it to the garbage collector, which
	// does not know its size, so that the memory of a busy server grows.
	const statement = await connection.prepare(sql);
	try {
		statement.bind(parameters.map(bind), parameters.map(typeOf) as DuckDBType[]);
		const reader = await statement.runAndReadAll();
		return reader.convertRowObjects(convert) as Row[];
	} finally {
		statement.destroySync();
	}
}

async function openSealed(file: string): Promise<DuckDBInstance> {
	try {
		return await DuckDBInstance.create(file, {
			...lockedSettings,
			access_mode: 'READ_ONLY',
			memory_limit: servingMemory,
			threads: engineThreads,
			disabled_optimizers: disabledOptimizers,
		});
	} catch (error) {
		throw new CliError('damaged', `cannot read the sandbox data in ${file}`, {
			hint: 'remove the file, or run usagectl sandbox reset',
			cause: error,
		});
	}
}

/**
 * Opens a data file read-only, which several processes can do at once. Every query has its own connection, so that
 * parallel queries do not wait for each other. `clock` returns the time up to which rows are known, in seconds since
 * 1970-01-01; without it, all are. Throws a CliError of kind damaged for an invalid file.
 */
export async function openDatabase(file: string, clock?: () => number): Promise<Database> {
	const instance = await openSealed(file);
	const first = await instance.connect();
	registerEcmaExpressions(first);
	first.closeSync();
	// Statements that wait for a thread hold memory.
	const pass = pLimit(2 * Number(engineThreads));
	return {
		rows: (sql, parameters) =>
			pass(async () => {
				const connection = await instance.connect();
				try {
					if (clock) await connection.run(setClockSql(clock()));
					return await readRows(connection, sql, parameters);
				} finally {
					connection.closeSync();
				}
			}),
		close: () => instance.closeSync(),
	};
}

/** Opens a database for one piece of work. */
export async function withDatabase<T>(
	{file, options = {}}: {readonly file: string; readonly options?: Readonly<Record<string, string>>},
	work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
	const instance = await DuckDBInstance.create(file, {...withoutExtensions, ...options});
	try {
		const connection = await instance.connect();
		const result = await work(connection);
		connection.closeSync();
		return result;
	} finally {
		instance.closeSync();
	}
}

/** Opens a database whose SQL can access no other files than those of one folder. */
export const withFolder = <T>(
	{folder, ...opened}: {file: string; folder: string; options?: Readonly<Record<string, string>>},
	work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> =>
	withDatabase(opened, async connection => {
		await connection.run(`SET allowed_directories = [${literal(resolve(folder) + sep)}]`);
		await connection.run('SET enable_external_access = false');
		await connection.run('SET lock_configuration = true');
		return work(connection);
	});
