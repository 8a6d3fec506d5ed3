import type {HttpRequest} from '../../../ports.ts';
import {type AskEngine, type Connection, getBasicAuth} from './engine-connection.ts';
import {EngineError, type Fault, toConnectionError} from './engine-error.ts';
import {toColumn, toRow} from './engine-rows.ts';

/** Trino over HTTP: a statement is posted, and each page of its answer names the next one (https://trino.io/docs/current/develop/client-protocol.html). */

type Page = {
	readonly stats: {readonly state?: unknown};
	readonly columns?: readonly {readonly name: string; readonly type: string}[];
	readonly data?: readonly (readonly unknown[])[];
	readonly nextUri?: string;
	readonly error?: {readonly message?: unknown; readonly errorName?: unknown; readonly errorType?: unknown};
};

const faults: Readonly<Record<string, Fault>> = {
	TABLE_NOT_FOUND: 'table',
	SCHEMA_NOT_FOUND: 'table',
	CATALOG_NOT_FOUND: 'table',
	COLUMN_NOT_FOUND: 'column',
	PERMISSION_DENIED: 'rights',
	QUERY_TEXT_TOO_LARGE: 'resources',
};
const faultTypes: Readonly<Record<string, Fault>> = {USER_ERROR: 'sql', INSUFFICIENT_RESOURCES: 'resources'};

const toError = ({message, errorName, errorType}: NonNullable<Page['error']>) =>
	new EngineError(faults[String(errorName)] ?? faultTypes[String(errorType)] ?? 'engine', String(message));

/** The error for an answer other than 200. */
function toStatusError(status: number, server: string): EngineError {
	if (status === 401) return new EngineError('account', 'it does not accept this user and password');
	const advice = server.startsWith('http:') ? ' by plain http; does it want trinos://, with the port for TLS?' : '';
	if (status === 403) return new EngineError('rights', `it does not let this user in${advice}`);
	if (status >= 500 || status === 429) return new EngineError('connection', `it answered with HTTP ${status}`);
	return new EngineError('protocol', `it answered with HTTP ${status}, not as Trino does`);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isPage(value: unknown): value is Page {
	if (!isObject(value)) return false;
	const {stats, columns = [], data = [], nextUri = '', error = {}} = value as Readonly<Record<keyof Page, unknown>>;
	return (
		[stats, error].every(isObject) &&
		[columns, data].every(Array.isArray) &&
		(columns as readonly unknown[]).every(isObject) &&
		(data as readonly unknown[]).every(Array.isArray) &&
		typeof nextUri === 'string'
	);
}

function parsePage(text = ''): Page {
	try {
		const page: unknown = JSON.parse(text);
		if (isPage(page)) return page;
	} catch {
		// reported below
	}
	throw new EngineError('protocol', 'the answer is not one of Trino');
}

/** The address of the next page. User and password go to it, so it must be of the same server. */
function getNext({nextUri}: Page, server: string): URL | undefined {
	if (nextUri === undefined) return undefined;
	const {origin} = new URL(server);
	const next = URL.canParse(nextUri, origin) ? new URL(nextUri, origin) : undefined;
	if (next?.origin === origin) return next;
	throw new EngineError('protocol', `its next page is not at ${origin}`);
}

/** Throws unless this can be the last page of an answer: an answer that ends early would look complete. */
function validateEnd({stats, columns}: Page): void {
	if (stats.state === 'FINISHED' && columns !== undefined) return;
	throw new EngineError('protocol', 'the answer ends before the query does');
}

/** Numbers are read as JavaScript does: a changed one must not be shown. */
function validateNumbers({data = [], columns = []}: Page): void {
	const isChanged = (value: unknown) => Math.abs(Number(value ?? 0)) > Number.MAX_SAFE_INTEGER;
	const wrong = columns.find(({type}, at) => type === 'bigint' && data.some(row => isChanged(row[at])));
	if (wrong) throw new EngineError('sql', `${wrong.name} has numbers of more than 53 bits: ask for CAST(… AS varchar)`);
}

type Send = (request: Pick<HttpRequest, 'method' | 'url' | 'body'>) => Promise<Page>;
type Server = {readonly server: string; readonly send: Send; readonly cancel: (page: URL) => Promise<void>};

/** Pages with rows, and the last one; throws what the server reports in one. A query that is not read to its end is cancelled. */
async function* readPages(sql: string, {server, send, cancel}: Server): AsyncGenerator<Page> {
	let page = await send({method: 'POST', url: new URL('/v1/statement', server), body: sql});
	let next = getNext(page, server);
	try {
		for (; next; next = getNext(page, server)) {
			if (page.data?.length) yield page;
			page = await send({method: 'GET', url: next});
		}
	} finally {
		if (next) await cancel(next);
	}
	validateEnd(page);
	yield page;
}

/** The longest wait for a server to cancel a query: it ends an abandoned one by itself (`query.client.timeout`). */
const cancelMs = 500;

/** Connects to Trino. */
export function connectTrino({address, password, transport, exchange}: Connection): AskEngine {
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
		transport({method: 'DELETE', url, headers}, {deadlineMs: cancelMs, maxBytes: 2 ** 16}).then(
			({body}) => body.destroy(),
			() => undefined,
		);
	return async (sql, {signal}) => {
		const send: Send = async request => {
			const {status, text} = await exchange({...request, headers}, signal).catch(error => {
				throw toConnectionError(error);
			});
			if (status !== 200) throw toStatusError(status, server);
			const page = parsePage(text);
			if (page.error) throw toError(page.error);
			validateNumbers(page);
			return page;
		};
		const pages = readPages(sql, {server, send, cancel});
		// Every page with rows has the columns, and so has the last one of an answer without rows.
		const {value: first} = await pages.next();
		const columns: NonNullable<Page['columns']> = first?.columns ?? [];
		const types = columns.map(({type}) => type);
		const toRows = ({data = []}: Page) => data.map(row => toRow(row, types));
		const blocks = async function* () {
			try {
				yield toRows(first);
				for await (const page of pages) yield toRows(page);
			} finally {
				await pages.return(undefined);
			}
		};
		return {columns: columns.map(({name, type}) => toColumn(name, type)), blocks: blocks()};
	};
}
