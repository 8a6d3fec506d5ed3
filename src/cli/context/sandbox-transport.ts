import {TransportCall} from '../../client/http/transport-call.ts';
import type {HttpRequest, Transport} from '../../ports.ts';

type AnswerRequest = Awaited<ReturnType<typeof import('../../sandbox/start.ts')['openSandbox']>>['answer'];
type SandboxRequest = Parameters<AnswerRequest>[0];
type Answer = Awaited<ReturnType<AnswerRequest>>;

const toSandboxRequest = ({method, url, headers, body = ''}: HttpRequest): SandboxRequest => ({
	method,
	path: url.pathname,
	parameters: url.searchParams,
	headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
	body,
});

async function* toBytes({body}: Answer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	if (typeof body === 'string') return yield Buffer.from(body);
	for await (const piece of body) {
		signal.throwIfAborted();
		yield piece;
	}
}

/**
 * Calls the sandbox of this process as a function, under the rules of every call. A server on loopback and undici would take a
 * third of the processor time of a report.
 */
export const createSandboxTransport =
	(answerRequest: AnswerRequest): Transport =>
	async (request, options) => {
		const call = new TransportCall(request.url, options);
		try {
			const answer = await call.unlessAborted(answerRequest(toSandboxRequest(request)));
			const bytes = call.read(toBytes(answer, call.signal));
			return {
				status: answer.status,
				headers: {date: new Date().toUTCString(), ...answer.headers},
				body: {
					[Symbol.asyncIterator]: () => bytes,
					destroy: () => {
						call.end();
						void bytes.return(undefined);
					},
				},
			};
		} catch (error) {
			call.end();
			throw call.toFailure(error);
		}
	};
