import type {buildConnector, Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type {HttpRequest, HttpResponse, Transport, TransportOptions} from '../../ports.ts';
import {ConnectError, createConnector} from './connector.ts';
import {decodeBody} from './decode-body.ts';
import {createTimeoutFailure, createTooLargeFailure, type Phase, toNetworkFailure} from './network-failure.ts';
import {findProxy, type ProxySettings} from './proxy-settings.ts';

/**
 * As many connections as `--concurrency` allows. Calls have their own deadline, because undici's timers restart with
 * each byte.
 */
const agentOptions = {connections: 32, pipelining: 1, headersTimeout: 0, bodyTimeout: 0} as const;

/** The limit for a connection, unless the deadline of the call is sooner. */
const maxConnectMs = 10_000;

class TransportCall {
	readonly #url: URL;
	readonly #options: TransportOptions;
	readonly #open: Set<TransportCall>;
	readonly #controller = new AbortController();
	readonly #timer: NodeJS.Timeout;
	#phase: Phase = 'headers';

	constructor(url: URL, options: TransportOptions, open: Set<TransportCall>) {
		this.#url = url;
		this.#options = options;
		this.#open = open.add(this);
		this.#timer = setTimeout(this.#abort, options.deadlineMs);
		if (options.signal?.aborted) this.#abort();
		options.signal?.addEventListener('abort', this.#abort, {once: true});
	}

	readonly #abort = () => this.#controller.abort();

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** Must be called when nothing more is read. */
	end(): void {
		this.#open.delete(this);
		clearTimeout(this.#timer);
		this.#options.signal?.removeEventListener('abort', this.#abort);
	}

	toFailure(error: unknown): unknown {
		const {signal, deadlineMs} = this.#options;
		if (signal?.aborted) return signal.reason;
		const isLate = this.#controller.signal.aborted && !(error instanceof ConnectError);
		return isLate
			? createTimeoutFailure(this.#url, this.#phase, deadlineMs)
			: toNetworkFailure(error, this.#url, deadlineMs);
	}

	async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		const {maxBytes} = this.#options;
		this.#phase = 'body';
		let bytes = 0;
		try {
			for await (const chunk of body) {
				bytes += chunk.length;
				if (bytes > maxBytes) throw createTooLargeFailure(this.#url, maxBytes);
				yield chunk;
			}
		} catch (error) {
			throw this.toFailure(error);
		} finally {
			this.end();
		}
	}
}

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
export function createTransport(proxies: ProxySettings = {}): Transport {
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
		const key = `${connectMs} ${proxy?.href}`;
		const agent = agents.get(key) ?? createAgent(createConnector(proxy, connectMs));
		agents.set(key, agent);
		return send(agent, message, new TransportCall(message.url, options, open));
	};
}
