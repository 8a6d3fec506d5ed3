import {setFlagsFromString} from 'node:v8';
import type {Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type {HttpRequest, HttpResponse, Transport, TransportOptions} from '../ports.ts';
import {isLoopback} from './address.ts';
import {decodeBody} from './decode-body.ts';
import {timeoutFailure, toNetworkFailure, tooLargeFailure} from './network-failure.ts';
import type {ProxySettings} from './proxy.ts';

// Our own deadline covers every phase; undici's timers restart with each byte. A connection is made when it is needed: as many
// as --concurrency may ask for.
const agentOptions = {connections: 32, pipelining: 1, headersTimeout: 0, bodyTimeout: 0} as const;

/** Node 20 and 21, whose V8 compiles undici's parser anew after some use and waits for that at exit: +60 ms a call. */
const compilesParserAnew = /^v2[01]\./.test(process.version);
/** How much use that is; V8's own figure, and one that no run reaches. */
const budgets = {own: 1_800_000, endless: 1_000_000_000} as const;

/** The parser keeps the budget it is made with, which is when the first call is sent. Code compiled beside it must not see another flag: V8 would not find it in its cache. */
async function keepParserAsItIs<T>(first: () => Promise<T>): Promise<T> {
	const setBudget = (budget: number) => setFlagsFromString(`--wasm-tiering-budget=${budget}`);
	setBudget(budgets.endless);
	try {
		return await first();
	} finally {
		setBudget(budgets.own);
	}
}

async function createProxyAgent({http, https, no}: ProxySettings): Promise<Dispatcher> {
	// Proxies need methods that undici's index alone puts in place.
	const {EnvHttpProxyAgent} = await import('undici');
	return new EnvHttpProxyAgent({
		...agentOptions,
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

/** The way to the service. */
type Way = {readonly agent: Dispatcher; readonly proxyHost?: string};

type Call = {readonly url: URL; readonly deadline: Deadline; readonly maxBytes: number; readonly way: Way};

/** What ended the call: the user's or the deadline's own reason, or the connection's error. */
const toFailure = (error: unknown, {url, deadline: {signal}, way}: Call) =>
	signal.aborted ? signal.reason : toNetworkFailure(error, url, way.proxyHost);

/** The body, counted after decoding; every way out ends the deadline. */
async function* readBody(source: AsyncIterable<Uint8Array>, call: Call) {
	let left = call.maxBytes;
	try {
		for await (const chunk of source) {
			left -= chunk.length;
			if (left < 0) throw tooLargeFailure(call.url, call.maxBytes);
			yield chunk;
		}
	} catch (error) {
		throw toFailure(error, call);
	} finally {
		call.deadline.end();
	}
}

async function send(
	way: Way,
	{method, url, headers, body}: HttpRequest,
	options: TransportOptions,
): Promise<HttpResponse> {
	const deadline = createDeadline(url, options);
	const call = {url, deadline, maxBytes: options.maxBytes, way};
	try {
		const answer = await request.call(way.agent, {
			origin: url.origin,
			path: url.pathname + url.search,
			method,
			headers,
			signal: deadline.signal,
			...(body === undefined ? {} : {body}),
		});
		const bytes = readBody(await decodeBody(answer.body, answer.headers['content-encoding']), call);
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
		throw toFailure(error, call);
	}
}

/** One agent for the whole process: what costs is a lost connection. Idle connections do not keep the process alive. */
export function createTransport(proxy: ProxySettings = {}): Transport {
	let direct: Way | undefined;
	let proxied: Promise<Dispatcher> | undefined;
	let hasParser = !compilesParserAnew;
	const getWay = async (url: URL): Promise<Way> => {
		const proxyAddress = url.protocol === 'https:' ? proxy.https : proxy.http;
		if (proxyAddress && !isLoopback(url.hostname)) {
			proxied ??= createProxyAgent(proxy);
			return {agent: await proxied, proxyHost: new URL(proxyAddress).host};
		}
		direct ??= {agent: new Agent(agentOptions)};
		return direct;
	};
	return async (message, options) => {
		const way = await getWay(message.url);
		if (hasParser) return send(way, message, options);
		hasParser = true;
		return keepParserAsItIs(() => send(way, message, options));
	};
}
