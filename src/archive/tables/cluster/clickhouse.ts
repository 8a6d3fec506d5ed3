import type {HttpResponse} from '../../../ports.ts';
import {type EngineConnection, getBasicAuth, type RunStatement} from './engine-connection.ts';
import {EngineError, type EngineErrorCategory, toConnectionError} from './engine-error.ts';
import {toResultColumn, toResultRow} from './engine-rows.ts';

/** ClickHouse over HTTP: a statement is sent as a POST request, and the response has one row per line. */

const categoriesByCode: Readonly<Record<string, EngineErrorCategory>> = {
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
/** Errors of the engine, its files and its network; all unlisted ones are about the SQL. */
const serverErrorCodes = [
	'33',
	'49',
	'74',
	'76',
	'107',
	'198',
	'209',
	'210',
	'236',
	'394',
	'499',
	'742',
	'1000',
	'1001',
	'1002',
];

const createResponseError = () => new EngineError('protocol', 'the response is not from ClickHouse');

/** Parses `Code: 60. DB::Exception: Table d.t does not exist. (UNKNOWN_TABLE) (version 26.7)`. */
function parseError(text: string): EngineError {
	const [, code = '', message] = /Code: (\d+).*?Exception: (.+?)\([A-Z0-9_]{3,}\)/s.exec(text) ?? [];
	if (message === undefined) return createResponseError();
	// The scope repeats the whole query, and the list of expected tokens is long.
	const shortMessage = message.replace(/ (?:in scope|Expected one of:) [\s\S]*/, '').replace(/[\s.:]+$/, '');
	return new EngineError(categoriesByCode[code] ?? (serverErrorCodes.includes(code) ? 'engine' : 'sql'), shortMessage);
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
const maxErrorBytes = 2 ** 20;
const maxRowLength = 2 ** 26;

async function readBeginning(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= maxBytes) break;
	}
	return Buffer.concat(chunks).toString();
}

function toCells(line: string): readonly unknown[] {
	try {
		const cells: unknown = JSON.parse(line);
		if (Array.isArray(cells)) return cells;
	} catch {
		// reported below
	}
	throw createResponseError();
}

/** Yields rows as they arrive: first the names of the columns, then their types. */
async function* readRows({body}: HttpResponse): AsyncGenerator<readonly (readonly unknown[])[]> {
	const decoder = new TextDecoder();
	let rest = '';
	try {
		for await (const chunk of body) {
			const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
			rest = lines.pop() ?? '';
			if (rest.length > maxRowLength) throw createResponseError();
			yield lines.map(toCells);
		}
	} catch (error) {
		throw toConnectionError(error);
	}
	if (rest !== '') yield [toCells(rest)];
}

async function readHead(rows: ReturnType<typeof readRows>): Promise<readonly (readonly unknown[])[]> {
	const head: (readonly unknown[])[] = [];
	while (head.length < 2) {
		const {value, done} = await rows.next();
		if (done) throw createResponseError();
		head.push(...value);
	}
	return head;
}

export function connectClickHouse({address, password = '', transport}: EngineConnection): RunStatement {
	const {server, user, schema} = address;
	const headers = getBasicAuth(user, password);
	const post = async (sql: string, settings: Settings, signal: AbortSignal): Promise<HttpResponse> => {
		const url = new URL(server);
		// Otherwise a response that fails halfway would look complete.
		const parameters = {database: schema, default_format: format, wait_end_of_query: '1', ...settings};
		url.search = new URLSearchParams(parameters).toString();
		// A long query sends nothing before it is finished, and the response is streamed.
		const limits = {deadlineMs: 2 ** 31 - 1, maxBytes: Number.MAX_SAFE_INTEGER};
		const response = await transport({method: 'POST', url, headers, body: sql}, {...limits, signal});
		if (response.status === 200) return response;
		throw parseError(await readBeginning(response.body, maxErrorBytes));
	};
	return async (sql, {signal, isUserSql = false}) => {
		const response = await post(sql, getSettings(sql, isUserSql), signal)
			.catch(error => (isReadOnlyAccount(error) ? post(sql, {}, signal) : Promise.reject(error)))
			.catch(error => {
				throw toConnectionError(error);
			});
		if ((response.headers['x-clickhouse-format'] ?? format) !== format) {
			response.body.destroy();
			throw new EngineError('sql', 'the query must not have a FORMAT clause');
		}
		const rows = readRows(response);
		const [names = [], types = [], ...first] = await readHead(rows);
		return {
			columns: names.map((name, at) => toResultColumn(String(name), String(types[at]))),
			blocks: (async function* () {
				yield first.map(row => toResultRow(row, types.map(String)));
				for await (const block of rows) yield block.map(row => toResultRow(row, types.map(String)));
			})(),
		};
	};
}
