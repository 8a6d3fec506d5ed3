import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/** A request as the server met it. */
type Met = {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
	/** The members of the JSON in the body, or in `query`. */
	readonly json: Readonly<Record<string, unknown>>;
};
export type Reply = (response: ServerResponse, met: Met) => void;
export type Served = {readonly address: string; readonly met: readonly Met[]};

const readAll = async (request: IncomingMessage) => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
};

const toMet = (request: IncomingMessage, body: string): Met => {
	const url = new URL(request.url ?? '/', 'http://localhost');
	return {
		method: request.method ?? '',
		path: url.pathname,
		headers: request.headers,
		body,
		// A body may be no JSON.
		get json() {
			return JSON.parse(body || url.searchParams.get('query') || '{}');
		},
	};
};

/**
 * A server on loopback that does to the n-th request what the n-th reply says, to all later ones what the last says; it
 * keeps what it met and is gone when the test ends.
 */
export async function hostileServer(...replies: readonly Reply[]): Promise<Served> {
	const met: Met[] = [];
	const server = createServer(async (request, response) => {
		const one = toMet(request, await readAll(request));
		met.push(one);
		replies[Math.min(met.length, replies.length) - 1]?.(response, one);
	});
	await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, met};
}

/** The day of the server, before all days of the tests, so that it has none after theirs. */
const date = 'Thu, 01 Jan 2026 12:00:00 GMT';

/** A whole answer. */
export const reply =
	(
		body: string | Uint8Array | object,
		{status = 200, headers = {}}: {status?: number; headers?: Record<string, string | string[]>} = {},
	): Reply =>
	response => {
		const isText = typeof body === 'string' || body instanceof Uint8Array;
		response.writeHead(status, {'content-type': 'application/json', date, ...headers});
		response.end(isText ? body : JSON.stringify(body));
	};

export const ok = (members: object = {}): Reply => reply({status: 'OK', ...members});
export const html = (status = 200): Reply =>
	reply('<!DOCTYPE html><title>Sign in</title>', {status, headers: {'content-type': 'text/html'}});
export const redirect = (location: string, status = 302): Reply => reply('', {status, headers: {location}});

/** Ends the connection with a reset, before a byte of the answer. */
export const reset: Reply = response => {
	response.socket?.resetAndDestroy();
};
/** Sends a beginning, then resets. */
export const cut =
	(text: string, headers: Record<string, string> = {}): Reply =>
	response => {
		response.writeHead(200, headers);
		response.write(text, () => setImmediate(() => response.socket?.resetAndDestroy()));
	};
/** Never answers. */
export const hang: Reply = () => undefined;
/** One byte now and then, for ever. */
export const drip: Reply = response => {
	response.writeHead(200);
	const timer = setInterval(() => response.write(' '), 5);
	response.on('close', () => clearInterval(timer));
};
/** Bytes that are no HTTP at all. */
export const raw =
	(bytes: string): Reply =>
	response => {
		response.socket?.end(bytes);
	};
