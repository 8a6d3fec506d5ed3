import type {ClickHouseSettings} from '@clickhouse/client';
import type {ClusterAddress} from './engine-address.ts';
import {EngineError, type Fault, toConnectionError} from './engine-error.ts';
import {type AskEngine, toColumn, toRow} from './engine-rows.ts';

/** ClickHouse over its own client, by HTTP. */

/** By the numbers of its errors. */
const faults: Readonly<Record<string, Fault>> = {
	60: 'table',
	81: 'table',
	16: 'column',
	47: 'column',
	192: 'account',
	193: 'account',
	194: 'account',
	516: 'account',
	164: 'rights',
	497: 'rights',
	158: 'resources',
	159: 'resources',
	160: 'resources',
	167: 'resources',
	241: 'resources',
	307: 'resources',
	396: 'resources',
};
/** Of the engine itself, its files and its network; all others are about the SQL. */
const own = ['33', '49', '74', '76', '107', '198', '209', '210', '236', '394', '499', '742', '1000', '1001', '1002'];

const notItsAnswer = (error?: unknown) => new EngineError('protocol', 'the answer is not one of ClickHouse', error);

function toCells(row: unknown): readonly unknown[] {
	if (!Array.isArray(row)) throw notItsAnswer();
	return row;
}

/** The client ends each query with the format of its answer, which the user did not write. */
function isAtEnd(message: string, sql: string): boolean {
	const [, position] = /^Syntax error: failed at position (\d+)/.exec(message) ?? [];
	return Number(position) > sql.length || message.includes(`identifier 'FORMAT'`);
}

function toError(error: unknown, sql: string): EngineError {
	const {code, type, message} = error as {readonly code?: string; readonly type?: string; readonly message: string};
	if (code === undefined || !/^\d+$/.test(code)) {
		const isHttp = type === undefined && code === undefined && !/socket|timeout|aborted/i.test(message);
		return isHttp ? notItsAnswer(error) : toConnectionError(error);
	}
	if (isAtEnd(message, sql))
		return new EngineError('sql', 'the query is not complete, or has a FORMAT of its own', error);
	// The scope is the whole query, which is long, and so is the list of all that could follow.
	const short = message.replace(/ (?:in scope|Expected one of:) [\s\S]*/, '').trim();
	return new EngineError(faults[code] ?? (own.includes(code) ? 'engine' : 'sql'), short, error);
}

/** SQL with many crash groups or versions is longer than a server takes by itself. */
const getSettings = (sql: string, isUsers: boolean): ClickHouseSettings => ({
	// An answer that fails halfway would look complete.
	wait_end_of_query: 1,
	...(sql.length > 100_000
		? {max_query_size: String(2 * sql.length), max_ast_elements: '1000000', max_expanded_ast_elements: '1000000'}
		: {}),
	...(isUsers ? {readonly: '1', output_format_json_quote_64bit_integers: 1} : {}),
});

/** An account that may only read may set nothing either. */
const isReadOnly = (error: unknown) => /Cannot modify '\w+' setting in readonly mode/.test((error as Error).message);

/** Connects to ClickHouse. The returned function throws EngineError, and the reason of an abort. */
export async function connectClickHouse(
	{server, user, schema}: ClusterAddress,
	password: string | undefined,
	signal: AbortSignal,
): Promise<AskEngine> {
	const {createClient, ClickHouseLogLevel} = await import('@clickhouse/client');
	const client = createClient({
		url: server,
		username: user,
		password: password ?? '',
		database: schema,
		application: 'usagectl',
		// Nothing arrives before a long query is over.
		request_timeout: 2 ** 31 - 1,
		keep_alive: {enabled: false},
		log: {level: ClickHouseLogLevel.OFF},
	});
	const format = 'JSONCompactEachRowWithNamesAndTypes';
	const ask = (sql: string, settings: ClickHouseSettings) =>
		client.query({query: sql, format, clickhouse_settings: settings, abort_signal: signal});
	return async (sql, isUsers = false) => {
		const guard = (error: unknown): never => {
			throw signal.aborted ? signal.reason : error instanceof EngineError ? error : toError(error, sql);
		};
		signal.throwIfAborted();
		const answer = await ask(sql, getSettings(sql, isUsers))
			.catch(error => (isReadOnly(error) ? ask(sql, {wait_end_of_query: 1}) : Promise.reject(error)))
			.catch(guard);
		const rows = (async function* () {
			try {
				for await (const block of answer.stream()) yield block.map(row => toCells(row.json()));
			} catch (error) {
				guard(error);
			}
		})();
		const [names = [], types = [], ...first] = await readHead(rows);
		return {
			columns: names.map((name, at) => toColumn(String(name), String(types[at]))),
			blocks: (async function* () {
				yield first.map(row => toRow(row, types.map(String)));
				for await (const block of rows) yield block.map(row => toRow(row, types.map(String)));
			})(),
		};
	};
}

/** The first rows, which are at least the names and types. */
async function readHead(
	rows: AsyncGenerator<readonly (readonly unknown[])[]>,
): Promise<readonly (readonly unknown[])[]> {
	const head: (readonly unknown[])[] = [];
	while (head.length < 2) {
		const {value, done} = await rows.next();
		if (done) throw notItsAnswer();
		head.push(...value);
	}
	return head;
}
