import type {DuckDBConnection} from '@duckdb/node-api';
import {CliError} from '../../../errors.ts';
import type {Cell} from '../../../output/dataset.ts';
import {toCell} from './cells.ts';
import {list} from './sql.ts';

/** Adds rows to a table; the engine converts the text to the types of the columns. */
export type Appender = {
	readonly add: (cells: readonly string[]) => void;
	/** Must be called before the rows are used. */
	readonly close: () => void;
};

/** DuckDB in this process. SQL can access the folders that the engine was opened with, and nothing else. */
export type Engine = {
	readonly connection: DuckDBConnection;
	readonly run: (sql: string) => Promise<void>;
	/** Returns the rows of a query; each value is as `toCell` makes it. */
	readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
	readonly createAppender: (table: string) => Promise<Appender>;
	/** Adds a few rows to a table. */
	readonly insert: (table: string, rows: Iterable<readonly string[]>) => Promise<void>;
	readonly close: () => void;
};

export type EngineOptions = {
	/** Folder for what does not fit into memory. */
	readonly temp: string;
	/** Folders that SQL may read and write. */
	readonly folders: readonly string[];
	readonly signal: AbortSignal;
	/** Keeps rows in the order in which they were added. */
	readonly ordered?: boolean;
};

/** Buffers that the engine does not count come on top; with them and with Node, the process stays below 1 GB. */
const memoryLimit = '512MB';

const missing = (cause: unknown) =>
	new CliError('usage', 'this needs DuckDB, which is not installed here', {
		hint: 'install usagectl again without --omit=optional',
		code: 'no-duckdb',
		cause,
	});

/** Loads DuckDB. Throws CliError `usage` where it is not installed. */
export async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
	try {
		return await import('@duckdb/node-api');
	} catch (error) {
		throw missing(error);
	}
}

/** Turns an error of the engine into the reason of the abort, or into CliError `disk`; returns other errors as they are. */
export function toFailure(error: unknown, signal: AbortSignal): unknown {
	if (signal.aborted) return signal.reason;
	if (!(error instanceof Error)) return error;
	const isDisk = /No space left|Out of Memory|IO Error|could not allocate/i.test(error.message);
	if (!isDisk) return error;
	return new CliError('disk', error.message.split('\n')[0] as string, {
		hint: 'free some space on the disk, then run the same command again',
		cause: error,
	});
}

/** Opens a separate engine. Throws CliError `usage` where DuckDB is not installed. */
export async function openEngine({temp, folders, signal, ordered = false}: EngineOptions): Promise<Engine> {
	const {DuckDBInstance} = await loadDuckDb();
	const instance = await DuckDBInstance.create(':memory:', {
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
		// On a busy machine it made files unreadable that had just been written under the name of removed ones.
		enable_external_file_cache: 'false',
		memory_limit: memoryLimit,
		temp_directory: temp,
		preserve_insertion_order: String(ordered),
	});
	const connection = await instance.connect();
	const interrupt = () => connection.interrupt();
	signal.addEventListener('abort', interrupt);
	const close = () => {
		signal.removeEventListener('abort', interrupt);
		connection.closeSync();
		instance.closeSync();
	};
	const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		try {
			signal.throwIfAborted();
			return await work();
		} catch (error) {
			throw toFailure(error, signal);
		}
	};
	const createAppender = async (table: string): Promise<Appender> => {
		const appender = await connection.createAppender(table);
		const attempt = (work: () => void) => {
			try {
				work();
			} catch (error) {
				throw toFailure(error, signal);
			}
		};
		const add = (cells: readonly string[]) => {
			for (const cell of cells) appender.appendVarchar(cell);
			appender.endRow();
		};
		return {add: cells => attempt(() => add(cells)), close: () => attempt(() => appender.closeSync())};
	};
	try {
		await connection.run(`SET allowed_directories = ${list([temp, ...folders])}`);
		await connection.run('SET enable_external_access = false');
		await connection.run('SET lock_configuration = true');
	} catch (error) {
		close();
		throw error;
	}
	return {
		connection,
		run: sql => guard(async () => void (await connection.run(sql))),
		rows: sql => guard(async () => (await connection.runAndReadAll(sql)).getRows().map(row => row.map(toCell))),
		createAppender,
		insert: async (table, rows) => {
			const appender = await createAppender(table);
			for (const row of rows) appender.add(row);
			appender.close();
		},
		close,
	};
}
