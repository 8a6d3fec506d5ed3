import type {DuckDBConnection} from '@duckdb/node-api';
import {CliError} from '../../../errors.ts';
import type {Cell} from '../../../output/dataset.ts';
import {toCell} from './cells.ts';
import {list} from './sql.ts';

/** Adds rows of text to a table. */
export type Appender = {
	readonly add: (cells: readonly string[]) => void;
	/** Must be called before the rows are used. */
	readonly close: () => void;
};

/** DuckDB in this process, which reaches the folders it was given and nothing else. */
export type Engine = {
	readonly connection: DuckDBConnection;
	readonly run: (sql: string) => Promise<void>;
	/** Rows with their values in the order of the columns; numbers of 64 bits as numbers. */
	readonly rows: (sql: string) => Promise<readonly (readonly Cell[])[]>;
	readonly createAppender: (table: string) => Promise<Appender>;
	readonly close: () => void;
};

export type EngineOptions = {
	/** Where it may put what does not fit into memory. */
	readonly temp: string;
	/** What SQL may read and write. */
	readonly folders: readonly string[];
	readonly signal: AbortSignal;
	/** Rows keep the order that they were put in. */
	readonly ordered?: boolean;
};

/** With the buffers that it does not count, and with Node, the process stays under 1 GB. */
const memoryLimit = '512MB';

const missing = (cause: unknown) =>
	new CliError('usage', 'this needs DuckDB, which is not installed here', {
		hint: 'install usagectl again without --omit=optional',
		code: 'no-duckdb',
		cause,
	});

/** Loads DuckDB; throws CliError `usage` that says how to get it where it is not installed. */
export async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
	try {
		return await import('@duckdb/node-api');
	} catch (error) {
		throw missing(error);
	}
}

/** What a failure of the engine is: the reason why it was stopped, an error of the disk, or what it was. */
export function toFailure(error: unknown, signal: AbortSignal): unknown {
	if (signal.aborted) return signal.reason;
	if (!(error instanceof Error)) return error;
	const isDisk = /No space left|Out of Memory|IO Error|could not allocate/i.test(error.message);
	if (!isDisk) return error;
	return new CliError('disk', error.message.split('\n')[0] as string, {
		hint: 'make room on the disk, then run the same command again',
		cause: error,
	});
}

/** Opens an engine of its own. Throws CliError `usage` where DuckDB is not installed. */
export async function openEngine({temp, folders, signal, ordered = false}: EngineOptions): Promise<Engine> {
	const {DuckDBInstance} = await loadDuckDb();
	const instance = await DuckDBInstance.create(':memory:', {
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
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
		close,
	};
}
