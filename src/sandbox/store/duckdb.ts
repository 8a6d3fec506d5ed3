import {availableParallelism} from 'node:os';
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
import {CliError} from '../../errors.ts';
import type {Database, SqlValue} from './database.ts';

/** Nothing of the machine can be reached from SQL, and no statement can change that. */
const sealed = {
	autoinstall_known_extensions: 'false',
	autoload_known_extensions: 'false',
	enable_external_access: 'false',
	lock_configuration: 'true',
} as const;

/** More threads make no report faster, and each takes memory. */
export const engineThreads = String(Math.min(4, availableParallelism()));

/** Looks for parts of a statement that are alike, which ours name themselves: 6 of the 15 ms that planning the longest takes. */
const needlessOptimizers = 'common_subplan';

/** What a serving process may take for data; the engine's own buffers come on top. */
const servingMemory = '768MB';

const bind = (value: SqlValue): DuckDBValue =>
	Array.isArray(value) ? listValue(value.map(bind)) : (value as DuckDBValue);

/** The engine guesses types from the first item of a list, and cannot when there is none. */
const listType = (items: readonly SqlValue[]): DuckDBType => {
	const known = items.filter(item => item !== null);
	if (known.length > 0 && known.every(item => typeof item === 'number'))
		return LIST(known.every(Number.isInteger) ? INTEGER : DOUBLE);
	return LIST(VARCHAR);
};
const typeOf = (value: SqlValue): DuckDBType | undefined => (Array.isArray(value) ? listType(value) : undefined);

const convert: DuckDBValueConverter<string | number | boolean | null> = value => {
	if (typeof value === 'bigint') return Number(value);
	if (value instanceof DuckDBDecimalValue) return value.toDouble();
	return value as string | number | boolean | null;
};

/** Runs one statement and gives its rows as plain objects. */
export async function readRows<Row extends object>(
	connection: DuckDBConnection,
	sql: string,
	parameters: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
	// Not by the engine's own short cut, which leaves the parsed text to the collector of garbage, who does not see its size:
	// with 200 clients a server grew to 1.2 GB between two of its rounds.
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
			...sealed,
			access_mode: 'READ_ONLY',
			memory_limit: servingMemory,
			threads: engineThreads,
			disabled_optimizers: needlessOptimizers,
		});
	} catch (error) {
		throw new CliError('damaged', `the sandbox's data file ${file} cannot be read`, {
			hint: 'remove it, or make new data with `usagectl sandbox reset`',
			cause: error,
		});
	}
}

/** Lets so many work at once, the others in the order in which they came: statements that wait for a thread hold memory for nothing. */
function createGate(most: number) {
	const waiting: (() => void)[] = [];
	let free = most;
	return async <T>(work: () => Promise<T>): Promise<T> => {
		if (free > 0) free--;
		else await new Promise<void>(resolve => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}

/**
 * Opens a data file read-only: any number of processes may, at the same time. Every query gets a connection of its own,
 * so that queries of parallel requests do not wait for one another. Throws CliError damaged for a file that is no data.
 */
export async function openDatabase(file: string): Promise<Database> {
	const instance = await openSealed(file);
	const pass = createGate(2 * Number(engineThreads));
	return {
		rows: (sql, parameters) =>
			pass(async () => {
				const connection = await instance.connect();
				try {
					return await readRows(connection, sql, parameters);
				} finally {
					connection.closeSync();
				}
			}),
		close: () => instance.closeSync(),
	};
}
