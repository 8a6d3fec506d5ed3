import {CliError} from '../../errors.ts';
import type {Clock, HttpRequest, Transport} from '../../ports.ts';
import {type Answer, readText} from '../answer/http-answer.ts';
import {limitValues} from '../answer/value-count.ts';
import {
	type CallFailure,
	type CallKind,
	getStatusFailure,
	getTransportFailure,
	getWait,
	parseRetryAfter,
} from './retry.ts';

export type ExchangeParts = {
	readonly transport: Transport;
	readonly clock: Clock;
	readonly timeoutMs: number;
	readonly retries: number;
	/** A larger answer is refused: docs/faults.md J3. */
	readonly maxAnswerBytes: number;
	/** A number from 0 to below 1, for the jitter of waits. */
	readonly random: () => number;
	/** Receives each request and answer, for `--debug`. The text may hold secrets. */
	readonly trace: (line: string) => void;
	/** Shows what is awaited, until the function that it returns is called. */
	readonly wait?: (what: string) => () => void;
	/** Ends every call. */
	readonly signal?: AbortSignal | undefined;
};

async function sendOnce(request: HttpRequest, parts: ExchangeParts): Promise<Answer> {
	const {transport, clock, timeoutMs, maxAnswerBytes: maxBytes, trace, signal} = parts;
	const began = clock.now().getTime();
	trace(`→ ${request.method} ${request.url.href}${request.body === undefined ? '' : ` ${request.body}`}`);
	const options = {deadlineMs: timeoutMs, maxBytes, ...(signal ? {signal} : {})};
	const {status, headers, body} = await transport(request, options);
	const {text, bytes} = await readText(limitValues(body, request.url, maxBytes));
	trace(`← ${status} after ${clock.now().getTime() - began} ms, ${bytes} bytes`);
	return {status, headers, text};
}

type Outcome = {readonly answer: Answer} | {readonly error: unknown};

const attempt = (request: HttpRequest, parts: ExchangeParts): Promise<Outcome> =>
	sendOnce(request, parts).then(
		answer => ({answer}),
		(error: unknown) => ({error}),
	);

function getFailure(outcome: Outcome, retryAfterMs: number | undefined): CallFailure | undefined {
	if ('answer' in outcome) return getStatusFailure(outcome.answer.status, retryAfterMs);
	return outcome.error instanceof CliError ? getTransportFailure(outcome.error.details.code) : 'other';
}

/** Returns or throws the outcome, with the number of tries. */
function settle(outcome: Outcome, tries: number): Answer {
	if ('answer' in outcome) return {...outcome.answer, tries};
	const {error} = outcome;
	if (tries === 1 || !(error instanceof CliError)) throw error;
	throw new CliError(error.kind, `${error.message} (${tries} tries)`, error.details);
}

async function sendWithRetries(request: HttpRequest, kind: CallKind, parts: ExchangeParts): Promise<Answer> {
	const {signal} = parts;
	for (let done = 0; ; done += 1) {
		const outcome = await attempt(request, parts);
		const header = 'answer' in outcome ? outcome.answer.headers['retry-after'] : undefined;
		const retryAfterMs = parseRetryAfter(header, parts.clock.now());
		const failure = getFailure(outcome, retryAfterMs);
		if (failure === undefined || signal?.aborted) return settle(outcome, done + 1);
		const {retries, timeoutMs: limitMs} = parts;
		const wait = getWait({kind, failure, done, retries, retryAfterMs, limitMs, random: parts.random()});
		if (wait === undefined) return settle(outcome, done + 1);
		parts.trace(`… try ${done + 2} of ${retries + 1} in ${Math.round(wait)} ms`);
		await parts.clock.sleep(wait, signal);
	}
}

/**
 * Sends a request, retries it if the rules allow that, and returns the last answer, whatever its status. Throws CliError of the
 * transport, or the signal's reason.
 */
export async function exchange(request: HttpRequest, kind: CallKind, parts: ExchangeParts): Promise<Answer> {
	const {host, pathname} = request.url;
	const end = parts.wait?.(`waiting for ${host}${pathname}`);
	try {
		return await sendWithRetries(request, kind, parts);
	} finally {
		end?.();
	}
}
