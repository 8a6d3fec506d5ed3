import type {NewerName} from '../contract/newer-names.ts';
import type {Endpoint, Input, Output} from '../contract/operations/endpoint.ts';
import {CliError} from '../errors.ts';
import type {CallOptions, Client, HttpResponse} from '../ports.ts';
import type {HeldSession, Identity} from '../session/current-session.ts';
import {secretsOf} from '../session/session.ts';
import type {Answer} from './answer/http-answer.ts';
import {readAnswer, readRaw} from './answer/response.ts';
import {mergeCookies} from './http/cookies.ts';
import {download} from './http/one-time-download.ts';
import type {CallKind} from './http/retry.ts';
import {type ExchangeParts, exchange} from './http/retrying-exchange.ts';
import type {Mask} from './mask.ts';
import {buildRequest, validateInput} from './request.ts';

export type ClientParts = ExchangeParts & {
	readonly address: string;
	readonly identity: Identity;
	/** Names that this service has in place of those of the contract. */
	readonly names?: readonly NewerName[] | undefined;
	/** Receives every secret, and hides them in every message. */
	readonly mask: Mask;
	/** Receives a remark about an answer that is good all the same. */
	readonly note: (text: string) => void;
};

type Call = {readonly endpoint: Endpoint; readonly input: object; readonly options: CallOptions};

const getKind = ({writes}: Endpoint): CallKind => (writes ? 'write' : 'read');

/** A signal that aborts with the first of these. */
function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
	const given = signals.filter(signal => signal !== undefined);
	return given.length > 1 ? AbortSignal.any(given) : given[0];
}

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

/** Sends a call in a session, and keeps the cookies of its answer. */
async function send({endpoint, input, options}: Call, holder: HeldSession, parts: ClientParts): Promise<Answer> {
	const {address, identity, clock} = parts;
	const names = options.verbatim ? [] : parts.names;
	const request = buildRequest(endpoint, input, {address, session: holder.session, names, ...options});
	const signal = anySignal(options.signal, options.outlives ? undefined : parts.signal);
	const answer = await exchange(request, getKind(endpoint), {...parts, signal});
	const set = answer.headers['set-cookie'];
	if (set !== undefined && 'cookies' in holder.session) {
		const cookies = mergeCookies(holder.session.cookies, set, {url: request.url, now: clock.now()});
		await identity.keepCookies(holder, cookies);
	}
	return answer;
}

/** License keys of installations need a permission of their own (docs/service.md#permission). */
const namesLicenseKey = ({endpoint: {path}, input}: Call) =>
	/^\/(?:reporting|meta)\//.test(path) && JSON.stringify(input).includes('"licenseKey"');

/** A session that was opened just now is good: what it may not do is a matter of permission. */
function toPermissionError(error: unknown, {session: {user}, opened, proven}: HeldSession, call: Call): unknown {
	if (!(error instanceof CliError) || error.details.code !== 'session' || !opened || proven) return error;
	const {reason, httpStatus} = error.details;
	const {product} = call.options;
	const what = `${call.endpoint.path}${product === undefined ? '' : ` of product ${product}`}`;
	const why = reason ?? `the service answered ${httpStatus}`;
	return new CliError('auth', `${user} is signed in, but is not permitted to call ${what}: ${why}`, {
		...error.details,
		hint: namesLicenseKey(call)
			? 'licenseKey in reports requires a separate permission: request it, or omit licenseKey'
			: 'use a product of this account (-p), or request the permission',
		code: 'permission',
	});
}

/** Sends a call and reads its answer, and does so once more with a new session where this one has ended. */
async function ask<T>(call: Call, parts: ClientParts, read: (answer: Answer) => T): Promise<T> {
	const {identity, mask} = parts;
	const askAs = async (holder: HeldSession) => {
		for (const secret of secretsOf(holder.session)) mask.add(secret);
		try {
			const value = read(await send(call, holder, parts));
			holder.proven = true;
			return value;
		} catch (error) {
			throw toPermissionError(error, holder, call);
		}
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
}

/** The service with a session: calls are signed in, repeated where that is safe, and checked on both ways. */
export function createClient(parts: ClientParts): Client {
	const {mask} = parts;
	const note = (text: string) => parts.note(mask.text(text));
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
				const call = {endpoint, input: validateInput(endpoint, input), options};
				return ask(call, parts, answer => readAnswer(endpoint, answer, note));
			}),
		raw: (endpoint, input, options = {}) =>
			guarded(async () => {
				const formatted = options.params?.resultFormat !== undefined && options.params.resultFormat !== 'raw';
				const answer = await ask({endpoint, input, options}, parts, each => readRaw(endpoint, each, formatted));
				return {...answer, body: mask.text(answer.body)};
			}),
		download: (target, signal): Promise<HttpResponse> => {
			mask.add(target);
			return guarded(() => download(target, {...parts, signal: anySignal(signal, parts.signal)}));
		},
	};
}
