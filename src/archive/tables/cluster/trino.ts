import type {QueryError, QueryResult} from 'trino-client';
import type {ClusterAddress} from './engine-address.ts';
import {EngineError, type Fault, toConnectionError} from './engine-error.ts';
import {type AskEngine, toColumn, toRow} from './engine-rows.ts';

/** Trino over its own client, page by page. */

const faults: Readonly<Record<string, Fault>> = {
	TABLE_NOT_FOUND: 'table',
	SCHEMA_NOT_FOUND: 'table',
	CATALOG_NOT_FOUND: 'table',
	COLUMN_NOT_FOUND: 'column',
	PERMISSION_DENIED: 'rights',
	QUERY_TEXT_TOO_LARGE: 'resources',
};
const faultTypes: Readonly<Record<string, Fault>> = {USER_ERROR: 'sql', INSUFFICIENT_RESOURCES: 'resources'};

const toError = ({message, errorName, errorType}: QueryError) =>
	new EngineError(faults[errorName] ?? faultTypes[errorType] ?? 'engine', message);

type HttpError = {readonly response?: {readonly status: number}};

/** An answer other than 200, or none. */
function toHttpError(error: unknown, server: string): EngineError {
	const {response} = error as HttpError;
	if (!response) return toConnectionError(error);
	const {status} = response;
	if (status === 401) return new EngineError('account', 'it does not accept this user and password');
	const advice = server.startsWith('http:') ? ' by plain http; does it want trinos://, with the port for TLS?' : '';
	if (status === 403) return new EngineError('rights', `it does not let this user in${advice}`);
	if (status >= 500 || status === 429) return new EngineError('connection', `it answered with HTTP ${status}`);
	return new EngineError('protocol', `it answered with HTTP ${status}, not as Trino does`);
}

/** Whoever aborts does not wait: an abandoned query ends by itself on the server (`query.client.timeout`). */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener('abort', abort, {once: true});
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

const isPage = ({stats, columns = [], data = []}: Partial<QueryResult> = {}) =>
	typeof stats === 'object' && Array.isArray(columns) && Array.isArray(data) && data.every(Array.isArray);

type Pages = {readonly next: () => Promise<IteratorResult<QueryResult>>};

/** Pages with rows; throws what the server reports in one. */
async function* readPages(pages: Pages, server: string, signal: AbortSignal): AsyncGenerator<QueryResult> {
	for (;;) {
		const {value, done} = await orAborted(pages.next(), signal).catch(error => {
			throw signal.aborted ? error : toHttpError(error, server);
		});
		if (!isPage(value ?? undefined)) throw new EngineError('protocol', 'the answer is not one of Trino');
		if (value.error) throw toError(value.error);
		if (done) return;
		validateNumbers(value);
		yield value;
	}
}

/** Its client reads numbers as JavaScript does: a changed one must not be shown. */
function validateNumbers({data = [], columns = []}: QueryResult): void {
	const wrong = columns.find(
		({type}, at) => type === 'bigint' && data.some(row => Math.abs(row[at] ?? 0) > Number.MAX_SAFE_INTEGER),
	);
	if (wrong) throw new EngineError('sql', `${wrong.name} has numbers of more than 53 bits: ask for CAST(… AS varchar)`);
}

/** Connects to Trino. The returned function throws EngineError, and the reason of an abort. */
export async function connectTrino(
	{server, user, catalog, schema}: ClusterAddress,
	password: string | undefined,
	signal: AbortSignal,
): Promise<AskEngine> {
	const {Trino, BasicAuth} = await import('trino-client');
	const trino = Trino.create({
		server,
		catalog,
		schema,
		source: 'usagectl',
		...(password === undefined ? {} : {auth: new BasicAuth(user, password)}),
		extraHeaders: {'X-Trino-User': user, 'X-Trino-Time-Zone': 'UTC'},
	});
	return async sql => {
		const started = await orAborted(trino.query(sql), signal).catch(error => {
			throw signal.aborted ? error : toHttpError(error, server);
		});
		const pages = readPages(started, server, signal);
		// The first page with rows has the columns, and so has the last one of an answer without rows.
		const first = await pages.next();
		const columns = first.value?.columns ?? [];
		const types = columns.map(({type}: {readonly type: string}) => type);
		const toRows = ({data = []}: QueryResult) => data.map((row: readonly unknown[]) => toRow(row, types));
		const blocks = async function* () {
			if (first.done) return;
			yield toRows(first.value);
			for await (const page of pages) yield toRows(page);
		};
		return {
			columns: columns.map(({name, type}: {readonly name: string; readonly type: string}) => toColumn(name, type)),
			blocks: blocks(),
		};
	};
}
