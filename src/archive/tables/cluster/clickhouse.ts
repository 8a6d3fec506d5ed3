import type {HttpResponse} from '../../../ports.ts';
import {type AskEngine, type Connection, getBasicAuth} from './engine-connection.ts';
import {EngineError, type Fault, toConnectionError} from './engine-error.ts';
import {toColumn, toRow} from './engine-rows.ts';

/** ClickHouse over HTTP: a statement is posted, and the answer is its rows, one a line. */

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

const notItsAnswer = () => new EngineError('protocol', 'the answer is not one of ClickHouse');

/** The error in an answer: `Code: 60. DB::Exception: Table d.t does not exist. (UNKNOWN_TABLE) (version 26.7)`. */
function parseError(text: string): EngineError {
	const [, code = '', message] = /Code: (\d+).*?Exception: (.+?)\([A-Z0-9_]{3,}\)/s.exec(text) ?? [];
	if (message === undefined) return notItsAnswer();
	// The scope is the whole query, which is long, and so is the list of all that could follow.
	const short = message.replace(/ (?:in scope|Expected one of:) [\s\S]*/, '').replace(/[\s.:]+$/, '');
	return new EngineError(faults[code] ?? (own.includes(code) ? 'engine' : 'sql'), short);
}

type Settings = Readonly<Record<string, string>>;

/** SQL with many crash groups or versions is longer than a server takes by itself. */
const getSettings = (sql: string, isUsers: boolean): Settings => ({
	...(sql.length > 100_000
		? {max_query_size: String(2 * sql.length), max_ast_elements: '1000000', max_expanded_ast_elements: '1000000'}
		: {}),
	...(isUsers ? {readonly: '1', output_format_json_quote_64bit_integers: '1'} : {}),
});

/** An account that may only read may set nothing either. */
const isReadOnly = (error: unknown) => /Cannot modify '\w+' setting in readonly mode/.test((error as Error).message);

const format = 'JSONCompactEachRowWithNamesAndTypes';
/** An error is a few lines. */
const maxErrorBytes = 2 ** 20;
/** Longer than any row. */
const maxRowLength = 2 ** 26;

async function readStart(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
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
	throw notItsAnswer();
}

/** The rows of an answer as they arrive: first the names of the columns, and their types. */
async function* readRows({body}: HttpResponse): AsyncGenerator<readonly (readonly unknown[])[]> {
	const decoder = new TextDecoder();
	let rest = '';
	try {
		for await (const chunk of body) {
			const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
			rest = lines.pop() ?? '';
			if (rest.length > maxRowLength) throw notItsAnswer();
			yield lines.map(toCells);
		}
	} catch (error) {
		throw toConnectionError(error);
	}
	if (rest !== '') yield [toCells(rest)];
}

/** The first rows, which are at least the names and types. */
async function readHead(rows: ReturnType<typeof readRows>): Promise<readonly (readonly unknown[])[]> {
	const head: (readonly unknown[])[] = [];
	while (head.length < 2) {
		const {value, done} = await rows.next();
		if (done) throw notItsAnswer();
		head.push(...value);
	}
	return head;
}

/** Connects to ClickHouse. */
export function connectClickHouse({address, password = '', transport}: Connection): AskEngine {
	const {server, user, schema} = address;
	const headers = getBasicAuth(user, password);
	const post = async (sql: string, settings: Settings, signal: AbortSignal): Promise<HttpResponse> => {
		const url = new URL(server);
		// An answer that fails halfway would look complete.
		const parameters = {database: schema, default_format: format, wait_end_of_query: '1', ...settings};
		url.search = new URLSearchParams(parameters).toString();
		// Nothing arrives before a long query is over, and the answer is read as it arrives.
		const limits = {deadlineMs: 2 ** 31 - 1, maxBytes: Number.MAX_SAFE_INTEGER};
		const response = await transport({method: 'POST', url, headers, body: sql}, {...limits, signal});
		if (response.status === 200) return response;
		throw parseError(await readStart(response.body, maxErrorBytes));
	};
	return async (sql, {signal, isUsers = false}) => {
		const response = await post(sql, getSettings(sql, isUsers), signal)
			.catch(error => (isReadOnly(error) ? post(sql, {}, signal) : Promise.reject(error)))
			.catch(error => {
				throw toConnectionError(error);
			});
		if ((response.headers['x-clickhouse-format'] ?? format) !== format) {
			response.body.destroy();
			throw new EngineError('sql', 'the query has a FORMAT of its own');
		}
		const rows = readRows(response);
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
