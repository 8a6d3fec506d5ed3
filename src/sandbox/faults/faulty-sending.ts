import type {ServerResponse} from 'node:http';
import {buffer, text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {pageAnswer} from '../http/answer-writing.ts';
import {sendAnswer} from '../http/http-listener.ts';
import type {Answer, SandboxRequest} from '../http/http-messages.ts';
import type {Fault} from './fault-rules.ts';

export type FaultyCall = {
	readonly request: SandboxRequest;
	readonly response: ServerResponse;
	readonly handle: () => Promise<Answer>;
	readonly endSessions: () => void;
};

type FaultKind = Fault['kind'];
type FaultOf<Kind extends FaultKind> = {[K in Kind]: Extract<Fault, {kind: K}>}[Kind];

type Sending<Kind extends FaultKind> = (fault: FaultOf<Kind>, call: FaultyCall) => Promise<Answer>;

const resetDelayMs = 20;
const nothing: Answer = {status: 0, headers: {}, body: ''};
const json = {'content-type': 'application/json; charset=utf-8'};

async function* firstBytes({body}: Answer, count: number): AsyncGenerator<Uint8Array> {
	let left = count;
	const pieces = typeof body === 'string' ? [Buffer.from(body)] : body;
	for await (const piece of pieces) {
		yield piece.subarray(0, left);
		left -= piece.length;
		if (left <= 0) return;
	}
}

/** The length of a file is not known before it is compressed. */
const getContentLength = ({body}: Answer): {readonly 'content-length'?: number} =>
	typeof body === 'string' ? {'content-length': Buffer.byteLength(body)} : {};

/** Announces the whole body, sends its first bytes, and ends the connection. */
async function sendPart(
	response: ServerResponse,
	answer: Answer,
	part: {bytes: number; reset: boolean},
): Promise<void> {
	response.writeHead(answer.status, {...answer.headers, ...getContentLength(answer)});
	response.flushHeaders();
	for await (const piece of firstBytes(answer, part.bytes))
		if (piece.length > 0 && !response.destroyed) await new Promise(resolve => response.write(piece, resolve));
	if (!part.reset) return response.socket?.destroySoon();
	// A reset that arrives together with the data looks like a normal end to the client.
	await sleep(resetDelayMs);
	response.socket?.resetAndDestroy();
}

function statusAnswer({status, retryAfter, body = 'json'}: Extract<Fault, {kind: 'status'}>): Answer {
	const headers = retryAfter === undefined ? {} : {'retry-after': String(retryAfter)};
	const reason = 'injected by a fault rule';
	if (body === 'html') return pageAnswer(status, {title: `Error ${status}`, body: `<p>${reason}</p>`}, headers);
	return body === 'empty'
		? {status, headers, body: ''}
		: {status, headers: {...json, ...headers}, body: JSON.stringify({status: 'SYNTAX ERROR', reason})};
}

async function send(response: ServerResponse, answer: Answer): Promise<Answer> {
	await sendAnswer(response, answer);
	return answer;
}

const closed = (response: ServerResponse) => new Promise(resolve => response.once('close', resolve));

/** listFiles marks the open file as not available; getDownloadUrl rejects it. */
async function makeUnavailable(call: FaultyCall): Promise<Answer> {
	if (call.request.path.endsWith('/getDownloadUrl'))
		return {
			...statusAnswer({kind: 'status', status: 400}),
			body: '{"status":"SYNTAX ERROR","reason":"the file is being processed"}',
		};
	const answer = await call.handle();
	const body = await text(firstBytes(answer, Infinity));
	return {...answer, body: body.replaceAll('"isAvailable":true', '"isAvailable":false')};
}

const sendings: {readonly [Kind in FaultKind]: Sending<Kind>} = {
	latency: async ({ms}, {response, handle}) => {
		await sleep(ms);
		return send(response, await handle());
	},
	status: async (fault, {response, handle}) => {
		if (fault.done) await handle();
		return send(response, statusAnswer(fault));
	},
	reset: async ({when}, {response, handle}) => {
		const answer = when === 'before' ? nothing : await handle();
		if (when === 'body') {
			const half = Math.floor((getContentLength(answer)['content-length'] ?? 2) / 2);
			await sendPart(response, answer, {bytes: half, reset: true});
		} else response.socket?.resetAndDestroy();
		return answer;
	},
	truncate: async ({bytes}, {response, handle}) => {
		const answer = await handle();
		await sendPart(response, answer, {bytes, reset: false});
		return answer;
	},
	cut: async ({bytes}, {response, handle}) => {
		const answer = await handle();
		const body = await buffer(firstBytes(answer, bytes));
		response.writeHead(answer.status, {...answer.headers, 'content-length': body.length}).end(body);
		return answer;
	},
	slow: async ({bytes, ms}, {response, handle}) => {
		const answer = await handle();
		response.writeHead(answer.status, {...answer.headers, ...getContentLength(answer)});
		for await (const piece of firstBytes(answer, Infinity))
			for (let start = 0; start < piece.length && !response.destroyed; start += bytes) {
				response.write(piece.subarray(start, start + bytes));
				await sleep(ms);
			}
		response.end();
		return answer;
	},
	hang: async ({done}, {response, handle}) => {
		const answer = done ? await handle() : nothing;
		await closed(response);
		return answer;
	},
	html: (_fault, {response}) => send(response, pageAnswer(200, {title: 'Sign in', body: '<p>Please sign in.</p>'})),
	'bad-json': ({body = '{"status":"OK","results":'}, {response}) => send(response, {status: 200, headers: json, body}),
	expire: async (_fault, {response, handle, endSessions}) => {
		endSessions();
		return send(response, await handle());
	},
	'dead-address': (_fault, {response}) => send(response, statusAnswer({kind: 'status', status: 410, body: 'html'})),
	unavailable: async (_fault, call) => send(call.response, await makeUnavailable(call)),
};

/** Resolves to the response for the request log, with status 0 if none was sent. */
export const sendFaulty = <Kind extends FaultKind>(fault: FaultOf<Kind>, call: FaultyCall): Promise<Answer> =>
	sendings[fault.kind](fault, call);
