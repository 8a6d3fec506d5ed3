import {availableParallelism} from 'node:os';
import type {DuckDBValue} from '@duckdb/node-api';
import {CliError, createMissingEngineError} from '../../errors.ts';
import type {Cell} from '../../output/dataset.ts';
import {literal} from '../../text/sql-literal.ts';
import {identifier, literalList} from './sql-literals.ts';

type Rows = readonly (readonly Cell[])[];

/** DuckDB. SQL can access only the folders that the engine was opened with. Values are converted by `toCell`. */
export type Engine = {
	readonly run: (sql: string) => Promise<void>;
	readonly rows: (sql: string) => Promise<Rows>;
	/** Texts are converted to the types of the columns. */
	readonly append: (table: string, rows: readonly (readonly (string | null)[])[]) => Promise<void>;
	/** Starts a query, whose rows `next` returns block by block; only one query at a time. */
	readonly start: (sql: string) => Promise<void>;
	readonly next: () => Promise<Rows | undefined>;
	readonly close: () => Promise<void>;
};

export type EngineOptions = {
	/** Folder for data that does not fit into memory. */
	readonly temp: string;
	readonly folders: readonly string[];
	readonly keepsOrder?: boolean;
	readonly isSmall?: boolean;
	/** Limits the data in `temp`; by default the engine takes most of the free disk. */
	readonly hasTempLimit?: boolean;
	/** A DuckDB file that is attached read-only under this name. */
	readonly attached?: {readonly file: string; readonly name: string};
};

/** Does not include buffers that the engine does not count; with them and Node, the process stays below 1 GB. */
const memoryLimit = '512MB';
const maxThreads = 8;
const tempLimit = '16.0 GiB';

async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
	try {
		// The bundled interface throws only once if this is missing.
		await import('@duckdb/node-bindings');
		return await import('@duckdb/node-api');
	} catch (error) {
		throw createMissingEngineError(error);
	}
}

/** `2026-10-01 12:00:00`, which the service writes with a T. */
const timestampPattern = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/;

/** The significant digits of a decimal; JavaScript represents 15 of them. */
const getDigits = (text: string) => text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;

/** Returns numbers that JavaScript represents exactly, and text for everything else. */
function toCell(value: DuckDBValue): Cell {
	if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
		return value;
	const text = String(value);
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : text;
	if ('scale' in value && 'width' in value) return getDigits(text) > 15 ? text : Number(text);
	return text.replace(timestampPattern, '$1T$2');
}
const toCells = (rows: readonly (readonly DuckDBValue[])[]): Rows => rows.map(row => row.map(toCell));

export const createMemoryError = (message: string, cause?: unknown): CliError =>
	new CliError('disk', message, {
		hint: 'request less: fewer rows or columns, shorter texts, or totals',
		code: 'memory',
		cause,
	});

const isBrokenPart = (message: string): boolean =>
	/Parquet file|magic bytes|decompress|TProtocolException|corrupt|No files found.*\.parquet|"[^"]+\.parquet": No such file/i.test(
		message,
	);

/** Says how to rebuild a table from the zip files. `text` contains its path, or that of a part, in quotes. */
export function adviseRepair(text: string): string {
	const [, folder, kind] = /["']([^"']*)[\\/]lines[\\/]kind=(\w+)/.exec(text) ?? [];
	const command =
		folder === undefined ? 'the sync of the folder with --repair' : `usagectl ${kind} sync '${folder}' --repair`;
	return `rebuild the table from the zip files: ${command}`;
}

/**
 * Returns the abort reason if `signal` was aborted, or a CliError (disk) or `damaged` if the error means one of these.
 * Returns other errors unchanged.
 */
export function toEngineFailure(error: unknown, signal: AbortSignal): unknown {
	if (signal.aborted) return signal.reason;
	if (!(error instanceof Error) || error instanceof CliError) return error;
	const message = error.message.split('\n')[0] as string;
	if (message.includes(`/${tempLimit} used`))
		return createMemoryError(`more than ${tempLimit} of temporary data`, error);
	if (isBrokenPart(message))
		return new CliError('damaged', message.replace(/^[\w ]+ Error: /, ''), {
			hint: adviseRepair(message),
			code: 'table',
			cause: error,
		});
	if (/No space left|^IO Error|failed to offload/i.test(message))
		return new CliError('disk', message, {
			hint: 'free disk space, then run the command again',
			cause: error,
		});
	const isMemory = /Out of Memory|could not allocate|bad.?alloc/i.test(message);
	return isMemory ? createMemoryError(message.replace(/^Out of Memory Error: /, 'out of memory: '), error) : error;
}

export function withFailures(engine: Engine, signal: AbortSignal): Engine {
	const guard =
		<Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
		async (...args: Args): Promise<Result> => {
			try {
				signal.throwIfAborted();
				return await call(...args);
			} catch (error) {
				throw toEngineFailure(error, signal);
			}
		};
	return {
		run: guard(engine.run),
		rows: guard(engine.rows),
		append: guard(engine.append),
		start: guard(engine.start),
		next: guard(engine.next),
		close: engine.close,
	};
}

/**
 * `interrupt` stops the running statement. Throws CliError (usage) if DuckDB is not installed, and errors of DuckDB.
 */
export async function createEngine({
	temp,
	folders,
	keepsOrder = false,
	isSmall = false,
	hasTempLimit = false,
	attached,
}: EngineOptions): Promise<Engine & {readonly interrupt: () => void}> {
	const {DuckDBInstance} = await loadDuckDb();
	const instance = await DuckDBInstance.create(':memory:', {
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
		// On a busy machine, this cache makes a file unreadable if it replaces a removed one.
		enable_external_file_cache: 'false',
		memory_limit: isSmall ? '64MB' : memoryLimit,
		// Returns freed memory to the system at once.
		...(isSmall ? {allocator_flush_threshold: '1MB'} : {}),
		threads: String(isSmall ? 1 : Math.min(availableParallelism(), maxThreads)),
		temp_directory: temp,
		preserve_insertion_order: String(keepsOrder),
	});
	const connection = await instance.connect();
	const close = async () => {
		connection.closeSync();
		instance.closeSync();
	};
	let blocks: AsyncIterator<readonly (readonly DuckDBValue[])[]> | undefined;
	try {
		if (attached) await connection.run(`ATTACH ${literal(attached.file)} AS ${identifier(attached.name)} (READ_ONLY)`);
		// Has no effect as an option of the instance.
		if (hasTempLimit) await connection.run(`SET max_temp_directory_size = ${literal(tempLimit.replace('.0', ''))}`);
		await connection.run(`SET allowed_directories = ${literalList([temp, ...folders])}`);
		await connection.run('SET enable_external_access = false');
		await connection.run('SET lock_configuration = true');
	} catch (error) {
		await close();
		throw error;
	}
	return {
		run: async sql => void (await connection.run(sql)),
		rows: async sql => toCells((await connection.runAndReadAll(sql)).getRows()),
		append: async (table, rows) => {
			const appender = await connection.createAppender(table);
			for (const row of rows) {
				for (const cell of row) {
					if (cell === null) appender.appendNull();
					else appender.appendVarchar(cell);
				}
				appender.endRow();
			}
			appender.closeSync();
		},
		start: async sql => {
			blocks = (await connection.stream(sql)).yieldRows()[Symbol.asyncIterator]();
		},
		next: async () => {
			const block = await blocks?.next();
			return block?.done === false ? toCells(block.value) : undefined;
		},
		close,
		interrupt: () => connection.interrupt(),
	};
}

/**
 * Opens DuckDB in this process. An abort interrupts it as far as that is possible. Throws what `withFailures` throws.
 */
export async function openEngine({
	signal,
	...options
}: EngineOptions & {readonly signal: AbortSignal}): Promise<Engine> {
	const engine = await createEngine(options);
	signal.addEventListener('abort', engine.interrupt);
	const close = async () => {
		signal.removeEventListener('abort', engine.interrupt);
		await engine.close();
	};
	return {...withFailures(engine, signal), close};
}
