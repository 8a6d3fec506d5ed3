import {type NewerName, newerPath, withNewerNames} from '../contract/newer-names.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {describeIssues} from '../contract/schema-issues.ts';
import {CliError} from '../errors.ts';
import type {HttpRequest} from '../ports.ts';
import type {Session} from '../session/session.ts';
import {userAgent} from '../version.ts';
import {cookieHeader} from './http/cookies.ts';

export type RequestOptions = {
	readonly address: string;
	readonly session?: Session | undefined;
	readonly product?: number | undefined;
	/** Sends the request by GET in the parameter `query`: docs/service.md#get. */
	readonly get?: boolean | undefined;
	readonly names?: readonly NewerName[] | undefined;
	readonly params?: Readonly<Record<string, string>> | undefined;
};

const headers = {
	accept: 'application/json, text/javascript',
	'accept-encoding': 'gzip, br',
	'user-agent': userAgent,
};

/** Throws CliError (usage) for a member that the endpoint does not have. */
export function validateInput(endpoint: Endpoint, input: object): object {
	const read = endpoint.request.safeParse(input);
	if (read.success) return read.data;
	throw new CliError('usage', `${endpoint.path}: ${describeIssues(read.error.issues, input).join('; ')}`, {
		hint: `see what the operation takes: usagectl api ${endpoint.path} --describe`,
		endpoint: endpoint.path,
	});
}

function getMembers({scope}: Endpoint, input: object, {session, product}: RequestOptions): object {
	const account =
		session && 'sessionId' in session && scope !== 'anonymous'
			? {user: session.user, sessionId: session.sessionId}
			: {};
	return {...account, ...(scope === 'product' && product !== undefined ? {productId: product} : {}), ...input};
}

/** Encodes a space as %20, which every decoder reads, not as `+`. */
const encodeQuery = (params: Readonly<Record<string, string>>) =>
	Object.entries(params)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.join('&');

/** Builds the HTTP request of a call: docs/service.md#transport. */
export function buildRequest(endpoint: Endpoint, input: object, options: RequestOptions): HttpRequest {
	const {address, session, get = false, params = {}, names = []} = options;
	const url = new URL(address + newerPath(endpoint.path, names));
	const members = getMembers(endpoint, withNewerNames(input, names), options);
	const cookie = session && 'cookies' in session ? cookieHeader(session.cookies, url) : undefined;
	const common = {...headers, ...(cookie ? {cookie} : {})};
	// Without the raw format, a GET of logout answers with HTML.
	const query = get ? {resultFormat: 'raw', ...params, query: JSON.stringify(members)} : params;
	url.search = encodeQuery(query);
	if (get) return {method: 'GET', url, headers: common};
	// Logout by cookie is a POST without data: docs/service.md#logout.
	if (Object.keys(members).length === 0) return {method: 'POST', url, headers: common};
	return {
		method: 'POST',
		url,
		headers: {...common, 'content-type': 'application/json'},
		body: JSON.stringify(members),
	};
}
