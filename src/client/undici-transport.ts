import {setFlagsFromString} from 'node:v8';
import type {Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type {HttpRequest, HttpResponse, Transport, TransportOptions} from '../ports.ts';
import {isLoopback} from './address.ts';
import {decodeBody} from './decode-body.ts';
import {timeoutFailure, toNetworkFailure, tooLargeFailure} from './network-failure.ts';

/** `HTTPS_PROXY` and its kin; loopback is never asked through a proxy. */
export type ProxySettings = {
	readonly http?: string | undefined;
	readonly https?: string | undefined;
	readonly no?: string | undefined;
};

// Our own deadline covers every phase; undici's timers restart with each byte.
const options = {connections: 4, pipelining: 1, headersTimeout: 0, bodyTimeout: 0} as const;

/** On Node 20 V8 compiles undici's parser anew at exit, +60 ms a call; set before the connection, after all loading. */
function keepParserAsItIs(): void {
	if (/^v2[01]\./.test(process.version)) setFlagsFromString('--wasm-tiering-budget=1000000000');
}

async function createProxyAgent({http, https, no}: ProxySettings): Promise<Dispatcher> {
	const {default: EnvHttpProxyAgent} = await import('undici/lib/dispatcher/env-http-proxy-agent.js');
	return new EnvHttpProxyAgent({
		...options,
		...(http ? {httpProxy: http} : {}),
		...(https ? {httpsProxy: https} : {}),
		...(no ? {noProxy: no} : {}),
	});
}

/** Aborts when the user does, or when the time is up; `end` must be called when the body is through. */
function createDeadline(url: URL, {signal, deadlineMs}: TransportOptions) {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(timeoutFailure(url, deadlineMs)), deadlineMs);
	const abort = () => controller.abort(signal?.reason);
	if (signal?.aborted) abort();
	signal?.addEventListener('abort', abort, {once: true});
	const end = () => {
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
	};
	return {signal: controller.signal, end};
}
type Deadline = ReturnType<typeof createDeadline>;

/** What ended the call: the user's or the deadline's own reason, or the connection's error. */
const toFailure = (error: unknown, url: URL, {signal}: Deadline) =>
	signal.aborted ? signal.reason : toNetworkFailure(error, url);

/** The body, counted after decoding; every way out ends the deadline. */
async function* readBody(
	source: AsyncIterable<Uint8Array>,
	url: URL,
	{deadline, maxBytes}: {deadline: Deadline; maxBytes: number},
) {
	let left = maxBytes;
	try {
		for await (const chunk of source) {
			left -= chunk.length;
			if (left < 0) throw tooLargeFailure(url, maxBytes);
			yield chunk;
		}
	} catch (error) {
		throw toFailure(error, url, deadline);
	} finally {
		deadline.end();
	}
}

async function send(
	agent: Dispatcher,
	{method, url, headers, body}: HttpRequest,
	transport: TransportOptions,
): Promise<HttpResponse> {
	const deadline = createDeadline(url, transport);
	try {
		const answer = await request.call(agent, {
			origin: url.origin,
			path: url.pathname + url.search,
			method,
			headers,
			signal: deadline.signal,
			...(body === undefined ? {} : {body}),
		});
		const decoded = await decodeBody(answer.body, answer.headers['content-encoding']);
		const bytes = readBody(decoded, url, {deadline, maxBytes: transport.maxBytes});
		const destroy = () => {
			deadline.end();
			answer.body.on('error', () => undefined).destroy();
		};
		return {
			status: answer.statusCode,
			headers: answer.headers,
			body: {[Symbol.asyncIterator]: () => bytes, destroy},
		};
	} catch (error) {
		deadline.end();
		throw toFailure(error, url, deadline);
	}
}

/** One agent for the whole process: what costs is a lost connection. Idle connections do not keep the process alive. */
export function createTransport(proxy: ProxySettings = {}): Transport {
	let direct: Dispatcher | undefined;
	let proxied: Promise<Dispatcher> | undefined;
	const getAgent = async (url: URL) => {
		if ((proxy.http || proxy.https) && !isLoopback(url.hostname)) {
			proxied ??= createProxyAgent(proxy);
			return proxied;
		}
		if (!direct) keepParserAsItIs();
		direct ??= new Agent(options);
		return direct;
	};
	return async (message, transport) => send(await getAgent(message.url), message, transport);
}
