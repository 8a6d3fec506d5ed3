import type {Endpoint, Input, Output} from '../contract/endpoint.ts';
import {CliError} from '../errors.ts';
import type {CallOptions, Client, HttpResponse} from '../ports.ts';
import type {Holder, Identity} from '../session/identity.ts';
import {secretsOf} from '../session/session.ts';
import type {Answer} from './answer/answer.ts';
import {readAnswer, readRaw} from './answer/response.ts';
import {mergeCookies} from './http/cookies.ts';
import {download} from './http/download.ts';
import {type ExchangeParts, exchange} from './http/exchange.ts';
import type {CallKind} from './http/retry.ts';
import type {Mask} from './mask.ts';
import {buildRequest, validateInput} from './request.ts';

export type ClientParts = ExchangeParts & {
	readonly address: string;
	readonly identity: Identity;
	/** Receives every secret, and hides them in every message. */
	readonly mask: Mask;
	/** Ends every call of this client. */
	readonly signal?: AbortSignal | undefined;
	/** Receives a remark about an answer that is good all the same. */
	readonly note: (text: string) => void;
};

const kindOf = (endpoint: Endpoint): CallKind => (endpoint.writes ? 'write' : 'read');

/** The same failure with its secrets hidden: the service may repeat them in a reason. */
function withoutSecrets(error: unknown, {text}: Mask): unknown {
	if (!(error instanceof CliError)) return error;
	const {hint, reason, ...details} = error.details;
	return new CliError(error.kind, text(error.message), {
		...details,
		hint: text(hint),
		...(reason === undefined ? {} : {reason: text(reason)}),
	});
}

/** The service with a session: calls are signed in, repeated where that is safe, and checked on both ways. */
export function createClient(parts: ClientParts): Client {
	const {address, identity, mask, clock} = parts;
	const note = (text: string) => parts.note(mask.text(text));
	const anySignal = (own: AbortSignal | undefined, outlives = false) =>
		own && parts.signal && !outlives ? AbortSignal.any([own, parts.signal]) : (own ?? parts.signal);

	const send = async (endpoint: Endpoint, input: object, holder: Holder, options: CallOptions): Promise<Answer> => {
		const request = buildRequest(endpoint, input, {address, session: holder.session, ...options});
		const answer = await exchange(request, kindOf(endpoint), {
			...parts,
			signal: anySignal(options.signal, options.outlives),
		});
		const set = answer.headers['set-cookie'];
		if (set !== undefined && 'cookies' in holder.session)
			await identity.keepCookies(
				holder,
				mergeCookies(holder.session.cookies, set, {url: request.url, now: clock.now()}),
			);
		return answer;
	};
	/** Sends and reads, and does so once more with a new session where this one has ended. */
	const ask = async <T>(
		endpoint: Endpoint,
		input: object,
		options: CallOptions,
		read: (answer: Answer) => T,
	): Promise<T> => {
		const askAs = async (holder: Holder) => {
			for (const secret of secretsOf(holder.session)) mask.add(secret);
			const value = read(await send(endpoint, input, holder, options));
			holder.proven = true;
			return value;
		};
		const holder = await identity.current();
		try {
			return await askAs(holder);
		} catch (error) {
			const hasEnded = error instanceof CliError && error.kind === 'auth';
			const next = hasEnded ? await identity.renew(holder) : undefined;
			if (!next) throw error;
			return await askAs(next);
		}
	};
	const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			throw withoutSecrets(error, mask);
		}
	};
	return {
		call: <E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> =>
			guarded(async () => {
				const valid = validateInput(endpoint, input);
				return ask(endpoint, valid, options, answer => readAnswer(endpoint, answer, note));
			}),
		raw: (endpoint, input, options = {}) =>
			guarded(async () => {
				const formatted = options.params?.resultFormat !== undefined && options.params.resultFormat !== 'raw';
				const answer = await ask(endpoint, input, options, each => readRaw(endpoint, each, formatted));
				return {...answer, body: mask.text(answer.body)};
			}),
		download: (target, signal): Promise<HttpResponse> => {
			mask.add(target);
			return guarded(() => download(target, {...parts, signal: anySignal(signal)}));
		},
	};
}
