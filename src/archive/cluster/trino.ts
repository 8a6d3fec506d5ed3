import {isObject, isText} from '../../contract/json-values.ts';
import type {HttpRequest} from '../../ports.ts';
import {tryParseJson} from '../../text/try-parse-json.ts';
import {type EngineConnection, getBasicAuth, type RunStatement} from './engine-connection.ts';
import {EngineError, type EngineErrorCategory, toConnectionError} from './engine-error.ts';
import {type EngineColumn, toResultColumn, toResultRows} from './engine-rows.ts';

/**
 * Trino over HTTP: a statement is sent as a POST request, and each page of the result names the next one
 * (https://trino.io/docs/current/develop/client-protocol.html).
 */

type TrinoPage = {
	readonly stats: {readonly state?: unknown};
	readonly columns?: readonly EngineColumn[];
	readonly data?: readonly (readonly unknown[])[];
	readonly nextUri?: string;
	readonly error?: {readonly message?: unknown; readonly errorName?: unknown; readonly errorType?: unknown};
};

const categoriesByName: Readonly<Record<string, EngineErrorCategory>> = {
	TABLE_NOT_FOUND: 'table',
	SCHEMA_NOT_FOUND: 'table',
	CATALOG_NOT_FOUND: 'table',
	COLUMN_NOT_FOUND: 'column',
	PERMISSION_DENIED: 'rights',
	QUERY_TEXT_TOO_LARGE: 'resources',
};
const categoriesByType: Readonly<Record<string, EngineErrorCategory>> = {
	USER_ERROR: 'sql',
	INSUFFICIENT_RESOURCES: 'resources',
};

const toEngineError = ({message, errorName, errorType}: NonNullable<TrinoPage['error']>) =>
	new EngineError(
		categoriesByName[String(errorName)] ?? categoriesByType[String(errorType)] ?? 'engine',
		String(message),
	);

function toStatusError(status: number, server: string): EngineError {
	if (status === 401) return new EngineError('account', 'user or password not accepted');
	const advice = server.startsWith('http:') ? ' over plain HTTP; try trinos:// with the TLS port' : '';
	if (status === 403) return new EngineError('rights', `access denied${advice}`);
	if (status >= 500 || status === 429) return new EngineError('connection', `the server responded with HTTP ${status}`);
	return new EngineError('protocol', `the server responded with HTTP ${status}, so it is probably not Trino`);
}

const formatColumns = (columns: readonly EngineColumn[]) => JSON.stringify(columns.map(({name, type}) => [name, type]));

const isColumn = (value: unknown) => isObject(value) && isText(value.name) && isText(value.type);

function isPage(value: unknown): value is TrinoPage {
	if (!isObject(value)) return false;
	const {stats, columns = [], data = [], nextUri = '', error = {}} = value;
	return (
		[stats, error].every(isObject) &&
		[columns, data].every(Array.isArray) &&
		(columns as readonly unknown[]).every(isColumn) &&
		(data as readonly unknown[]).every(Array.isArray) &&
		typeof nextUri === 'string'
	);
}

function parsePage(text = ''): TrinoPage {
	const page = tryParseJson(text);
	if (isPage(page)) return page;
	throw new EngineError('protocol', 'the response is not from Trino');
}

/** Throws if the next page is on another server, which would receive user and password. */
function getNextPage({nextUri}: TrinoPage, server: string): URL | undefined {
	if (nextUri === undefined) return undefined;
	const {origin} = new URL(server);
	const next = URL.canParse(nextUri, origin) ? new URL(nextUri, origin) : undefined;
	if (next?.origin === origin) return next;
	throw new EngineError('protocol', `the next page of the result is not at ${origin}`);
}

/** Throws unless this can be the last page: a result that ends early would look complete. */
function validateLastPage({stats, columns}: TrinoPage): void {
	if (stats.state === 'FINISHED' && columns !== undefined) return;
	throw new EngineError('protocol', 'the result ends before the query has finished');
}

function validateNumbers({data = [], columns = []}: TrinoPage): void {
	const isChanged = (value: unknown) => Math.abs(Number(value ?? 0)) > Number.MAX_SAFE_INTEGER;
	const wrong = columns.find(({type}, at) => type === 'bigint' && data.some(row => isChanged(row[at])));
	if (wrong) throw new EngineError('sql', `${wrong.name} has integers of more than 53 bits; select CAST(… AS varchar)`);
}

function readPage(text: string | undefined): TrinoPage {
	const page = parsePage(text);
	if (page.error) throw toEngineError(page.error);
	validateNumbers(page);
	return page;
}

type SendRequest = (request: Pick<HttpRequest, 'method' | 'url' | 'body'>) => Promise<TrinoPage>;
type TrinoServer = {readonly server: string; readonly send: SendRequest; readonly cancel: (page: URL) => Promise<void>};

/**
 * Yields the pages with rows, and the last one. Throws errors that a page reports. Cancels a query that is not read to
 * its end.
 */
async function* readPages(sql: string, {server, send, cancel}: TrinoServer): AsyncGenerator<TrinoPage> {
	let page = await send({method: 'POST', url: new URL('/v1/statement', server), body: sql});
	let next = getNextPage(page, server);
	try {
		for (; next; next = getNextPage(page, server)) {
			if (page.data?.length) yield page;
			page = await send({method: 'GET', url: next});
		}
	} finally {
		if (next) await cancel(next);
	}
	validateLastPage(page);
	yield page;
}

/** The server ends an abandoned query by itself (`query.client.timeout`), so cancelling need not wait longer. */
const cancelTimeoutMs = 500;

export function connectTrino({address, password, transport, exchange, maxAnswerBytes}: EngineConnection): RunStatement {
	const {server, user, catalog, schema} = address;
	const headers = {
		'x-trino-user': user,
		'x-trino-catalog': catalog,
		'x-trino-schema': schema,
		'x-trino-source': 'usagectl',
		'x-trino-time-zone': 'UTC',
		...(password === undefined ? {} : getBasicAuth(user, password)),
	};
	const cancel = (url: URL) =>
		transport({method: 'DELETE', url, headers}, {deadlineMs: cancelTimeoutMs, maxBytes: 2 ** 16}).then(
			({body}) => body.destroy(),
			() => undefined,
		);
	return async (sql, {signal}) => {
		let bytes = 0;
		const send: SendRequest = async request => {
			const {status, text} = await exchange({...request, headers}, signal).catch(error => {
				throw toConnectionError(error);
			});
			if (status !== 200) throw toStatusError(status, server);
			const page = readPage(text);
			// Pages without rows only say that the query goes on.
			if (page.data?.length) bytes += Buffer.byteLength(text ?? '');
			if (bytes > maxAnswerBytes) throw new EngineError('size', 'the result is larger than --max-answer allows');
			return page;
		};
		const pages = readPages(sql, {server, send, cancel});
		// Every page with rows has the columns, and so does the last page of a result without rows.
		const {value: first} = await pages.next();
		const columns: NonNullable<TrinoPage['columns']> = first?.columns ?? [];
		const toRows = ({data = [], columns: own = []}: TrinoPage) => {
			if (formatColumns(own) !== formatColumns(columns))
				throw new EngineError('protocol', 'the columns of the result change between its pages');
			return toResultRows(data, columns);
		};
		const blocks = async function* () {
			try {
				yield toRows(first);
				for await (const page of pages) yield toRows(page);
			} finally {
				await pages.return(undefined);
			}
		};
		return {columns: columns.map(toResultColumn), blocks: blocks()};
	};
}
