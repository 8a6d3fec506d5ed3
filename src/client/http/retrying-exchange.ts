import {CliError} from '../../errors.ts';
import type {Clock, HttpRequest, Transport} from '../../ports.ts';
import {type HttpAnswer, readText} from '../answer/http-answer.ts';
import {limitValues} from '../answer/value-count.ts';
import {
	type CallFailure,
	type CallKind,
	getRetryWait,
	getStatusFailure,
	getTransportFailure,
	parseRetryAfter,
} from './retry.ts';

export type ExchangeParts = {
	readonly transport: Transport;
	readonly clock: Clock;
	readonly timeoutMs: number;
	readonly retries: number;
	/** The limit on answers: test/faults.md J3. */
	readonly maxAnswerBytes: number;
	readonly random: () => number;
	/** Receives each request and answer for `--debug`, possibly with secrets. */
	readonly trace: (line: string) => void;
	/** Shows what the program waits for until the returned function is called. */
	readonly wait?: (what: string) => () => void;
	readonly signal?: AbortSignal | undefined;
};

async function sendOnce(request: HttpRequest, parts: ExchangeParts): Promise<HttpAnswer> {
	const {transport, clock, timeoutMs, maxAnswerBytes: maxBytes, trace, signal} = parts;
	const began = clock.now().getTime();
	trace(`→ ${request.method} ${request.url.href}${request.body === undefined ? '' : ` ${request.body}`}`);
	const options = {deadlineMs: timeoutMs, maxBytes, ...(signal ? {signal} : {})};
	const {status, headers, body} = await transport(request, options);
	const {text, bytes} = await readText(limitValues(body, request.url, maxBytes));
	trace(`← ${status} after ${clock.now().getTime() - began} ms, ${bytes} bytes`);
	return {status, headers, text};
}

type AttemptOutcome = {readonly answer: HttpAnswer} | {readonly error: unknown};

const attemptOnce = (request: HttpRequest, parts: ExchangeParts): Promise<AttemptOutcome> =>
	sendOnce(request, parts).then(
		answer => ({answer}),
		(error: unknown) => ({error}),
	);

function getFailure(outcome: AttemptOutcome, retryAfterMs: number | undefined): CallFailure | undefined {
	if ('answer' in outcome) return getStatusFailure(outcome.answer.status, retryAfterMs);
	return outcome.error instanceof CliError ? getTransportFailure(outcome.error.details.code) : 'other';
}

function returnOrThrow(outcome: AttemptOutcome, tries: number): HttpAnswer {
	if ('answer' in outcome) return {...outcome.answer, tries};
	const {error} = outcome;
	if (tries === 1 || !(error instanceof CliError)) throw error;
	throw new CliError(error.kind, `${error.message} (${tries} tries)`, error.details);
}

async function sendWithRetries(request: HttpRequest, kind: CallKind, parts: ExchangeParts): Promise<HttpAnswer> {
	const {signal} = parts;
	for (let done = 0; ; done += 1) {
		const outcome = await attemptOnce(request, parts);
		const header = 'answer' in outcome ? outcome.answer.headers['retry-after'] : undefined;
		const retryAfterMs = parseRetryAfter(header, parts.clock.now());
		const failure = getFailure(outcome, retryAfterMs);
		if (failure === undefined || signal?.aborted) return returnOrThrow(outcome, done + 1);
		const {retries, timeoutMs: limitMs} = parts;
		const wait = getRetryWait({kind, failure, done, retries, retryAfterMs, limitMs, random: parts.random()});
		if (wait === undefined) return returnOrThrow(outcome, done + 1);
		parts.trace(`… try ${done + 2} of ${retries + 1} in ${Math.round(wait)} ms`);
		await parts.clock.sleep(wait, signal);
	}
}

/** Returns the last answer, whatever its status. Throws CliError of the transport, or the signal's reason. */
export async function exchange(request: HttpRequest, kind: CallKind, parts: ExchangeParts): Promise<HttpAnswer> {
	const {host, port, pathname} = request.url;
	// The sandbox in this process has no port.
	const end = parts.wait?.(`waiting for ${port === '0' ? 'the sandbox' : host + pathname}`);
	try {
		return await sendWithRetries(request, kind, parts);
	} finally {
		end?.();
	}
}
