import {createServer, type IncomingMessage, type RequestListener, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {CliError} from '../../errors.ts';
import {Rejection, reject} from '../rejection.ts';
import {type Answer, createTooLarge, type SandboxRequest, toAnswer} from './http-messages.ts';

/** The query of a GET can hold a long filter. */
const maxHeaderBytes = 256 * 1024;

type Limits = {readonly headersMs: number; readonly requestMs: number; readonly connections: number};
const defaultLimits: Limits = {headersMs: 10_000, requestMs: 30_000, connections: 2000};

export type Listener = (request: SandboxRequest, response: ServerResponse) => Promise<void>;

export type Server = {readonly port: number; readonly close: () => Promise<void>};

/** Accepts only our own host names and no Origin, because web pages can reach a loopback port. */
function validateOrigin({headers}: IncomingMessage, port: number): void {
	const host = headers.host?.toLowerCase();
	if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
		reject('the sandbox accepts only the host names 127.0.0.1 and localhost', 403);
	if (headers.origin !== undefined) reject('the sandbox rejects requests from web pages', 403);
}

const jsonTypes = ['application/json', 'text/javascript'];

/** A form cannot send these types, so a page of another origin cannot post here. */
function validateContentType({headers}: IncomingMessage, body: Buffer, typeRequired: boolean): void {
	const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (type === undefined ? body.length === 0 || !typeRequired : jsonTypes.includes(type)) return;
	reject(`Content-Type must be ${jsonTypes.join(' or ')}`, 415);
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let length = 0;
	for await (const piece of message as AsyncIterable<Buffer>) {
		length += piece.length;
		if (length > maxBytes) throw createTooLarge(maxBytes);
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

function decodeBody(bytes: Buffer): string {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return reject('the request is not UTF-8');
	}
}

function toRequest(message: IncomingMessage, body: string): SandboxRequest {
	// The public client in R sends two slashes, which would start a host name (docs/service.md#transport).
	const {pathname, searchParams} = new URL((message.url ?? '/').replace(/^\/+/, '/'), 'http://127.0.0.1');
	const headers = Object.entries(message.headers).map(([name, value]) => [name, value?.toString()]);
	return {
		method: message.method ?? '',
		path: pathname,
		parameters: searchParams,
		headers: Object.fromEntries(headers),
		body,
	};
}

const commonHeaders = {
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
};

/** Respects back-pressure. */
export async function sendAnswer(response: ServerResponse, {status, headers, body}: Answer): Promise<void> {
	if (typeof body === 'string') {
		const bytes = Buffer.from(body);
		response.writeHead(status, {...commonHeaders, ...headers, 'content-length': bytes.length}).end(bytes);
		return;
	}
	response.writeHead(status, {...commonHeaders, ...headers});
	await pipeline(Readable.from(body, {objectMode: false}), response);
}

function sendRejection(response: ServerResponse, error: Rejection): void {
	const {status, headers, body} = toAnswer(error);
	// The rest of the request is not read.
	response.writeHead(status, {...commonHeaders, ...headers, connection: 'close'}).end(body);
}

export type ServerOptions = {
	readonly port: number;
	readonly listener: Listener;
	/** If false, a body without a content type is accepted. */
	readonly typeRequired: boolean;
	/** The value of the header `x-sandbox`. */
	readonly label: string;
	readonly maxBodyBytes: number;
	readonly limits?: Limits;
};

function createLimited(serve: RequestListener, {headersMs, requestMs, connections}: Limits) {
	const server = createServer(
		{
			headersTimeout: headersMs,
			requestTimeout: requestMs,
			connectionsCheckingInterval: headersMs / 2,
			maxHeaderSize: maxHeaderBytes,
		},
		serve,
	);
	server.maxConnections = connections;
	server.keepAliveTimeout = 30_000;
	return server;
}

/** Listens on 127.0.0.1 only. Throws a CliError of kind network if the port is in use. */
export async function listen(options: ServerOptions): Promise<Server> {
	const {port, listener, typeRequired, label, maxBodyBytes, limits = defaultLimits} = options;
	let bound = port;
	const serve = async (message: IncomingMessage, response: ServerResponse) => {
		response.setHeader('x-sandbox', label);
		try {
			validateOrigin(message, bound);
			const body = await readBody(message, maxBodyBytes);
			validateContentType(message, body, typeRequired);
			await listener(toRequest(message, decodeBody(body)), response);
		} catch (error) {
			if (error instanceof Rejection && !response.headersSent) sendRejection(response, error);
			else response.destroy();
		}
	};
	const server = createLimited(serve, limits);
	await new Promise<void>((resolve, fail) => {
		server.once('error', error => fail(portError(port, error)));
		server.listen(port, '127.0.0.1', resolve);
	});
	bound = (server.address() as AddressInfo).port;
	return {
		port: bound,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const portError = (port: number, cause: Error): CliError =>
	new CliError('network', `the sandbox cannot listen on port ${port}: ${cause.message}`, {
		hint: 'use another --port, or --port 0 for any free port',
		cause,
	});
