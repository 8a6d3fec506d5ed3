import {tryParseJson} from '../../text/try-parse-json.ts';
import {type EngineConnection, getBasicAuth, type RunStatement} from './engine-connection.ts';
import {EngineError, type EngineErrorCategory, toConnectionError} from './engine-error.ts';
import {type EngineColumn, type StatementResult, toResultColumn, toResultRows} from './engine-rows.ts';

/** ClickHouse over HTTP: a statement is sent as a POST request, and the response has one row per line. */

/** Codes of errors; all unlisted ones are about the SQL. */
const errorCodes: readonly (readonly [EngineErrorCategory, readonly number[]])[] = [
	['table', [60, 81]],
	['column', [16, 47]],
	['account', [192, 193, 194, 516]],
	['rights', [164, 497]],
	['resources', [158, 159, 160, 167, 241, 307, 396]],
	// Errors of the engine, its files and its network.
	['engine', [33, 49, 74, 76, 107, 198, 209, 210, 236, 394, 499, 742, 1000, 1001, 1002]],
];

const createResponseError = () => new EngineError('protocol', 'the response is not from ClickHouse');

/**
 * Parses `Code: 60. DB::Exception: Table d.t does not exist. (UNKNOWN_TABLE) (version 26.7)`, in time that grows with
 * the length of the text only.
 */
function parseError(text: string): EngineError {
	const [, code = '', message] = /^Code: (\d+)\. DB::\w*Exception: (.+?)\([A-Z0-9_]{3,}\)/s.exec(text) ?? [];
	if (message === undefined) return createResponseError();
	// The scope repeats the whole query, and the list of expected tokens is long.
	const shortMessage = message.replace(/ (?:in scope|Expected one of:) [\s\S]*/, '').replace(/(?<![\s.:])[\s.:]+$/, '');
	const [category] = errorCodes.find(([, codes]) => codes.includes(Number(code))) ?? ['sql'];
	return new EngineError(category, shortMessage);
}

type Settings = Readonly<Record<string, string>>;

/** SQL with many crash groups or versions exceeds the default limits of the server. */
const getSettings = (sql: string, isUserSql: boolean): Settings => ({
	...(sql.length > 100_000
		? {max_query_size: String(2 * sql.length), max_ast_elements: '1000000', max_expanded_ast_elements: '1000000'}
		: {}),
	...(isUserSql ? {readonly: '1', output_format_json_quote_64bit_integers: '1'} : {}),
});

/** A read-only account may not change settings either. */
const isReadOnlyAccount = (error: unknown) =>
	/Cannot modify '\w+' setting in readonly mode/.test((error as Error).message);

const format = 'JSONCompactEachRowWithNamesAndTypes';
const blockSize = 1000;

function parseLine(line: string): readonly unknown[] {
	const values = tryParseJson(line);
	if (Array.isArray(values)) return values;
	throw createResponseError();
}

/** Throws unless the lines are the names and the types of the columns, and rows that are complete. */
function parseResult(text = ''): StatementResult {
	const [names = '', types = '', ...lines] = text.split('\n');
	// Every line ends with a line feed, so the text after the last one is empty.
	if (lines.pop() !== '') throw createResponseError();
	const typeOf = parseLine(types);
	const columns = parseLine(names).map((name, at): EngineColumn => ({name: String(name), type: String(typeOf[at])}));
	if (typeOf.length !== columns.length || columns.length === 0) throw createResponseError();
	const blocks = async function* () {
		for (let at = 0; at < lines.length; at += blockSize)
			yield toResultRows(lines.slice(at, at + blockSize).map(parseLine), columns);
	};
	return {columns: columns.map(toResultColumn), blocks: blocks()};
}

export function connectClickHouse({address, password = '', exchange}: EngineConnection): RunStatement {
	const {server, user, schema} = address;
	const post = async (sql: string, settings: Settings, signal: AbortSignal): Promise<StatementResult> => {
		const url = new URL(server);
		// The server completes the result first: an error in the middle of it would otherwise look like its end.
		const parameters = {database: schema, default_format: format, wait_end_of_query: '1', ...settings};
		url.search = new URLSearchParams(parameters).toString();
		const request = {method: 'POST', url, headers: getBasicAuth(user, password), body: sql} as const;
		const {status, headers, text} = await exchange(request, signal);
		if (status !== 200) throw parseError(text ?? '');
		if ((headers['x-clickhouse-format'] ?? format) !== format)
			throw new EngineError('sql', 'the query must not have a FORMAT clause');
		// Without these, the end of a connection that broke looks like the end of the response.
		if (!headers['content-length'] && !headers['transfer-encoding']) throw createResponseError();
		return parseResult(text);
	};
	return async (sql, {signal, isUserSql = false}) => {
		try {
			return await post(sql, getSettings(sql, isUserSql), signal);
		} catch (error) {
			if (!isReadOnlyAccount(error)) throw toConnectionError(error);
			return await post(sql, {}, signal).catch(other => Promise.reject(toConnectionError(other)));
		}
	};
}
