import {isObject, type Members} from '../contract/json-values.ts';
import {auth} from '../contract/operations/auth.ts';
import type {RecordedExchange, Recording} from '../recording/recording-format.ts';
import {isPlaceholder, placeholderHost} from '../recording/redaction.ts';
import {tryParseJson} from '../text/try-parse-json.ts';
import {type Listener, listen, sendAnswer} from './http/http-listener.ts';
import type {Answer, SandboxRequest} from './http/http-messages.ts';

/** Answers from a recording instead of data. Every request counts as signed in, for every product. */

const identity = ['user', 'sessionId', 'productId', 'password'];

const withoutIdentity = (members: Members) => Object.entries(members).filter(([name]) => !identity.includes(name));

function membersFit(recorded: Members, requested: Members): boolean {
	const [one, other] = [withoutIdentity(recorded), withoutIdentity(requested)];
	// A placeholder name matches the name at the same position.
	const find = (name: string, at: number) => (isPlaceholder(name) ? other[at] : other.find(([own]) => own === name));
	return one.length === other.length && one.every(([name, item], at) => fits(item, find(name, at)?.[1]));
}

/** Compares a request with a recorded one. A placeholder matches any text. */
function fits(recorded: unknown, requested: unknown): boolean {
	if (typeof recorded === 'string')
		return recorded === requested || (typeof requested === 'string' && isPlaceholder(recorded));
	if (Array.isArray(recorded))
		return (
			Array.isArray(requested) &&
			requested.length === recorded.length &&
			recorded.every((item, at) => fits(item, requested[at]))
		);
	return isObject(recorded) && isObject(requested) ? membersFit(recorded, requested) : recorded === requested;
}

const bodyOf = ({method, parameters, body}: SandboxRequest) =>
	method === 'GET' ? (parameters.get('query') ?? '') : body;

/**
 * Finds the exchange for a request among those of its path: the next one that matches, an earlier one that matches, the
 * next one, or the last.
 */
function createFind({exchanges}: Recording) {
	const left = new Set(exchanges);
	return (request: SandboxRequest): RecordedExchange | undefined => {
		const requested = tryParseJson(bodyOf(request));
		const samePath = exchanges.filter(({path}) => path === request.path);
		const next = samePath.filter(each => left.has(each));
		const exchange =
			next.find(each => fits(tryParseJson(each.request), requested)) ??
			samePath.findLast(each => fits(tryParseJson(each.request), requested)) ??
			next[0] ??
			samePath.at(-1);
		if (exchange) left.delete(exchange);
		return exchange;
	};
}

const json = (status: number, members: object): Answer => ({
	status,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(members),
});

function listProducts({exchanges}: Recording): readonly number[] {
	const requested = exchanges.map(({request}) => tryParseJson(request)).filter(isObject);
	return [
		...new Set(requested.map(({productId}) => Number(productId)).filter(id => Number.isSafeInteger(id) && id > 0)),
	];
}

/** Returns undefined if the recorded connection failed. `baseUrl` is the root of one-time addresses. */
export function createReplay(recording: Recording): (request: SandboxRequest, baseUrl: string) => Answer | undefined {
	const find = createFind(recording);
	return (request, baseUrl) => {
		const exchange = find(request);
		if (exchange?.failure !== undefined) return undefined;
		if (exchange)
			return {
				status: exchange.status ?? 200,
				headers: exchange.headers ?? {},
				body: (exchange.body ?? '').replaceAll(placeholderHost, `${baseUrl}/_left-out/`),
			};
		if (request.path === auth.login.path) return json(200, {status: 'OK', sessionId: 'session-1'});
		if (request.path === auth.logout.path) return json(200, {status: 'OK'});
		return json(404, {status: 'SYNTAX ERROR', reason: `the recording has no request to ${request.path}`});
	};
}

export type Replay = {
	readonly baseUrl: string;
	readonly products: readonly number[];
	readonly close: () => Promise<void>;
};

/** Serves a recording on loopback until it is closed. Throws a CliError of kind network if it cannot listen. */
export async function startReplay(recording: Recording, {port}: {readonly port: number}): Promise<Replay> {
	const answer = createReplay(recording);
	let baseUrl = '';
	const listener: Listener = async (request, response) => {
		const exchange = answer(request, baseUrl);
		if (exchange) await sendAnswer(response, exchange);
		else response.destroy();
	};
	const server = await listen({port, listener, typeRequired: false, label: 'recording', maxBodyBytes: 2 ** 24});
	baseUrl = `http://127.0.0.1:${server.port}`;
	return {baseUrl, products: listProducts(recording), close: server.close};
}
