import {pipeline, type Readable, type Transform} from 'node:stream';
import {createBrotliDecompress, createGunzip} from 'node:zlib';
import type {buildConnector, Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import {CliError} from '../../errors.ts';
import type {HttpRequest, HttpResponse, Transport} from '../../ports.ts';
import {createConnector} from './connector.ts';
import {findProxy, type ProxySettings} from './proxy-settings.ts';
import {TransportCall} from './transport-call.ts';

const decoders: ReadonlyMap<string, () => Transform> = new Map([
	['gzip', createGunzip],
	['x-gzip', createGunzip],
	['br', createBrotliDecompress],
]);

/**
 * The returned stream ends with an error if the bytes do not have the encoding. Throws CliError (refused) for an
 * encoding that was not requested, such as two on top of each other.
 */
function decodeBody(body: Readable, encoding: string | readonly string[] | undefined): Readable {
	const name = [encoding].flat().join(',').trim().toLowerCase();
	if (name === '' || name === 'identity') return body;
	const createDecoder = decoders.get(name);
	if (createDecoder) return pipeline(body, createDecoder(), () => undefined);
	body.on('error', () => undefined).destroy();
	const shown = JSON.stringify(name.slice(0, 40));
	throw new CliError('refused', `the response has the content encoding ${shown}, which was not requested`, {
		hint: 'check for a proxy in between: usagectl doctor',
		code: 'malformed',
	});
}

/**
 * As many connections as `--concurrency` allows. Calls have their own deadline, because undici's timers restart with
 * each byte.
 */
const agentOptions = {connections: 32, pipelining: 1, headersTimeout: 0, bodyTimeout: 0} as const;

/** The limit for a connection, unless the deadline of the call is sooner. */
const maxConnectMs = 10_000;

async function send(
	agent: Dispatcher,
	{method, url, headers, body}: HttpRequest,
	call: TransportCall,
): Promise<HttpResponse> {
	try {
		const answer = await request.call(agent, {
			origin: url.origin,
			path: url.pathname + url.search,
			method,
			headers,
			signal: call.signal,
			...(body === undefined ? {} : {body}),
		});
		const bytes = call.read(decodeBody(answer.body, answer.headers['content-encoding']));
		const destroy = () => {
			call.end();
			answer.body.on('error', () => undefined).destroy();
		};
		return {
			status: answer.statusCode,
			headers: answer.headers,
			body: {[Symbol.asyncIterator]: () => bytes, destroy},
		};
	} catch (error) {
		call.end();
		throw call.toFailure(error);
	}
}

/** HTTP by undici. Keeps connections for later calls, but does not keep the process alive. */
export function createNetworkTransport(proxies: ProxySettings): Transport {
	const agents = new Map<string, Dispatcher>();
	const open = new Set<TransportCall>();
	const createAgent = (connect: buildConnector.connector) =>
		new Agent({
			...agentOptions,
			// After an aborted call, undici reconnects even if no other call waits.
			connect: (target, callback) => (open.size > 0 ? connect(target, callback) : callback(new Error('no call'), null)),
		});
	return async (message, options) => {
		const proxy = findProxy(proxies, message.url);
		const connectMs = Math.min(options.deadlineMs, maxConnectMs);
		const key = `${connectMs} ${proxy?.url.href}`;
		const agent = agents.get(key) ?? createAgent(createConnector(proxy, connectMs));
		agents.set(key, agent);
		return send(agent, message, new TransportCall(message.url, options, open));
	};
}
