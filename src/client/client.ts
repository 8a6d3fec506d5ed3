import {isDay, timestampText} from '../calendar.ts';
import type {NewerName} from '../contract/newer-names.ts';
import type {Endpoint, Input, Output} from '../contract/operations/endpoint.ts';
import {CliError} from '../errors.ts';
import type {CallOptions, Client, HttpResponse} from '../ports.ts';
import type {HeldSession, Identity} from '../session/current-session.ts';
import {getSessionSecrets} from '../session/session.ts';
import type {HttpAnswer} from './answer/http-answer.ts';
import {readAnswer, readRaw} from './answer/response.ts';
import {getPermissionName} from './answer/validate-answer.ts';
import {mergeCookies} from './http/cookies.ts';
import {downloadOnce} from './http/one-time-download.ts';
import type {CallKind} from './http/retry.ts';
import {type ExchangeParts, exchange} from './http/retrying-exchange.ts';
import type {Mask} from './mask.ts';
import {buildRequest, validateInput} from './request.ts';

export type ClientParts = ExchangeParts & {
	readonly address: string;
	readonly identity: Identity;
	/** The service's names that differ from those of the contract. */
	readonly names?: readonly NewerName[] | undefined;
	readonly mask: Mask;
	readonly note: (text: string) => void;
};

type ServiceCall = {readonly endpoint: Endpoint; readonly input: object; readonly options: CallOptions};

const getCallKind = ({writes}: Endpoint): CallKind => (writes ? 'write' : 'read');

function combineSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
	const given = signals.filter(signal => signal !== undefined);
	return given.length > 1 ? AbortSignal.any(given) : given[0];
}

/** The service may repeat secrets in a reason. */
function maskError(error: unknown, {text}: Mask): unknown {
	if (!(error instanceof CliError)) return error;
	const {hint, reason, ...details} = error.details;
	return new CliError(error.kind, text(error.message), {
		...details,
		hint: text(hint),
		...(reason === undefined ? {} : {reason: text(reason)}),
	});
}

type CallParts = ClientParts & {readonly keepDay: (answer: HttpAnswer) => void};

async function sendInSession(
	{endpoint, input, options}: ServiceCall,
	holder: HeldSession,
	parts: CallParts,
): Promise<HttpAnswer> {
	const {address, identity, clock} = parts;
	const names = options.verbatim ? [] : parts.names;
	const request = buildRequest(endpoint, input, {address, session: holder.session, names, ...options});
	const signal = combineSignals(options.signal, options.outlives ? undefined : parts.signal);
	const answer = await exchange(request, getCallKind(endpoint), {...parts, signal});
	parts.keepDay(answer);
	const set = answer.headers['set-cookie'];
	if (set !== undefined && 'cookies' in holder.session) {
		const cookies = mergeCookies(holder.session.cookies, set, {url: request.url, now: clock.now()});
		await identity.keepCookies(holder, cookies);
	}
	return answer;
}

/** A session that was just opened is valid, so its error is about permission. */
function toPermissionError(error: unknown, {session: {user}, opened, proven}: HeldSession, call: ServiceCall): unknown {
	if (!(error instanceof CliError) || error.details.code !== 'session' || !opened || proven) return error;
	const {reason, httpStatus} = error.details;
	const {product} = call.options;
	const operation = `${call.endpoint.path}${product === undefined ? '' : ` of product ${product}`}`;
	const permission = getPermissionName(call.endpoint.path, call.input);
	const reasonText = reason ?? `the service answered ${httpStatus}`;
	return new CliError('auth', `${user} is signed in, but is not permitted to call ${operation}: ${reasonText}`, {
		...error.details,
		hint: `request the permission, probably '${permission}', ${
			permission === 'License Key Filtering' ? 'or omit licenseKey' : 'or use a product of this account (-p)'
		}`,
		code: 'permission',
	});
}

/** Repeats a call once with a new session if the session has expired. */
async function callWithRenewal<T>(call: ServiceCall, parts: CallParts, read: (answer: HttpAnswer) => T): Promise<T> {
	const {identity, mask} = parts;
	const callInSession = async (holder: HeldSession) => {
		for (const secret of getSessionSecrets(holder.session)) mask.add(secret);
		try {
			const value = read(await sendInSession(call, holder, parts));
			// A parallel call may lack a permission; its error must not look like an expired session.
			if (!call.options.isAuxiliary) holder.proven = true;
			return value;
		} catch (error) {
			throw toPermissionError(error, holder, call);
		}
	};
	const holder = await identity.current();
	try {
		return await callInSession(holder);
	} catch (error) {
		const hasEnded = error instanceof CliError && error.kind === 'auth';
		const next = hasEnded ? await identity.renew(holder) : undefined;
		if (!next) throw error;
		return await callInSession(next);
	}
}

/** Returns a client that signs in, retries calls if that is safe, and checks requests and answers. */
export function createClient(given: ClientParts): Client {
	const {mask} = given;
	let day: string | undefined;
	const keepDay = (answer: HttpAnswer) => {
		day = getServiceDay(answer.headers) ?? day;
	};
	const parts = {...given, keepDay};
	const note = (text: string) => parts.note(mask.text(text));
	const withMaskedErrors = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			throw maskError(error, mask);
		}
	};
	return {
		call: <E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> =>
			withMaskedErrors(async () => {
				const call = {endpoint, input: validateInput(endpoint, input), options};
				return callWithRenewal(call, parts, answer => readAnswer(endpoint, answer, note));
			}),
		raw: (endpoint, input, options = {}) =>
			withMaskedErrors(async () => {
				const formatted = options.params?.resultFormat !== undefined && options.params.resultFormat !== 'raw';
				const answer = await callWithRenewal({endpoint, input, options}, parts, each =>
					readRaw(endpoint, each, formatted),
				);
				return {...answer, body: mask.text(answer.body)};
			}),
		download: (target, signal): Promise<HttpResponse> => {
			mask.add(target);
			return withMaskedErrors(() => downloadOnce(target, {...parts, signal: combineSignals(signal, parts.signal)}));
		},
		serviceDay: () => day,
	};
}

/** Returns the day of the service's clock when it answered (docs/service.md#service-day); undefined without a valid `Date` header. */
function getServiceDay({date}: HttpAnswer['headers']): string | undefined {
	const moment = Date.parse([date].flat()[0] ?? '');
	const day = Number.isNaN(moment) ? undefined : timestampText(Math.floor(moment / 1000)).slice(0, 10);
	return isDay(day) ? day : undefined;
}
