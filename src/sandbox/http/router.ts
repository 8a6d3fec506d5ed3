import {newerPath} from '../../contract/newer-names.ts';
import {auth} from '../../contract/operations/auth.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {endpoints} from '../../contract/operations/endpoints.ts';
import type {AllHandlers, Caller, Handler, Service} from '../handler.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {findPatterns, rejectedPattern} from '../query/regular-expressions.ts';
import {Rejection, reject, rejectPermission} from '../rejection.ts';
import {getOldestDate, type Product} from '../sandbox-products.ts';
import {withExpressionLimit} from '../store/ecma-expressions.ts';
import {jsonAnswer, pageAnswer, writeJson} from './answer-writing.ts';
import type {Answer, AnswerNotes, SandboxRequest} from './http-messages.ts';
import {type AuthParts, createLogin, createLogout} from './login-and-logout.ts';
import {type ParsedRequest, parseInput, parseProduct, parseRequest} from './parse-request.ts';
import {validatePermission, validateUndocumentedParts, withDates} from './request-rules.ts';
import {identify, rejectIdentity} from './request-session.ts';
import {formatResult, isFormatted} from './result-page.ts';
import {undocumentedMembers} from './undocumented-features.ts';

export type RouterParts = AuthParts & {
	readonly handlers: AllHandlers;
	/** Called for each request, because the day can change. */
	readonly service: () => Promise<Service>;
	readonly products: readonly Product[];
};

const loginPage = pageAnswer(200, {title: 'Sign in', body: '<p>Sign in with POST /auth/login.</p>'});

/** Never rejects. */
export type Router = (request: SandboxRequest) => Promise<Answer>;

type Operation = (reading: ParsedRequest, request: SandboxRequest) => Promise<Answer>;

function parseCaller(
	user: string,
	product: number,
	{today, options, accounts, products}: RouterParts & Service,
): Caller {
	const found = products.find(({id}) => id === product);
	if (!found) return rejectPermission(`${user} cannot access the product ${product}`, options);
	const account = accounts.find(item => item.user === user);
	const oldestDate = getOldestDate(found, today, options);
	return {product, user, licenseKeyPermission: account?.licenseKeyPermission ?? false, oldestDate};
}

function createOperation(row: Endpoint, handle: Handler<Endpoint>, parts: RouterParts): Operation {
	const {options} = parts;
	return async (reading, request) => {
		const identity = identify(request, reading, parts);
		if (identity.kind !== 'valid') return rejectIdentity(identity.kind, request, options);
		const service = await parts.service();
		const caller = parseCaller(identity.user, parseProduct(reading.product), {...parts, ...service});
		const {input, unknown} = parseInput(row, reading.members, options);
		validatePermission(input, caller, options);
		const {today} = service;
		const dated = withDates(input, {today, oldest: caller.oldestDate, method: request.method, options});
		validateUndocumentedParts(dated, today, options);
		const about = describe(caller, reading, unknown);
		const formatted = isFormatted(request.parameters, options);
		const result = await withExpressionLimit(() => handle(dated, caller, service)).catch(error => {
			throw rejectedPattern(error, findPatterns(input));
		});
		if (formatted) return {...formatResult(result, {row, input, parameters: request.parameters}), about};
		const answer = {status: 'OK', ...result, ...undocumentedMembers(options)};
		return jsonAnswer(200, row.reading === 'records' ? JSON.stringify(answer) : writeJson(answer), {options, about});
	};
}

function listOperations(parts: RouterParts): readonly (readonly [string, Operation])[] {
	const {options, handlers} = parts;
	const names = options['lost-event-paths'] === 'lifetime' ? (['lifetime'] as const) : [];
	return Object.entries(handlers).flatMap(([group, own]) =>
		Object.entries(own).flatMap(([name, handle]) => {
			const row: Endpoint = endpoints[group as 'meta'][name as 'propertyValues'];
			const isPresent = options['newer-operations'] === 'present' || !row.source.includes('#newer-');
			return isPresent ? [[newerPath(row.path, names), createOperation(row, handle as never, parts)] as const] : [];
		}),
	);
}

/** See docs/service.md#errors. */
function rejectionAnswer(error: unknown, options: SandboxOptions): Answer {
	if (!(error instanceof Rejection)) {
		const reason = `the sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
		return jsonAnswer(500, JSON.stringify({status: 'SYNTAX ERROR', reason}), {options, about: {notes: [reason]}});
	}
	const {status, message: reason, httpStatus} = error;
	// 401 is specified, so the option does not change it.
	const shown = options['error-status'] === 'ok' && httpStatus !== 401 ? 200 : httpStatus;
	return jsonAnswer(shown, JSON.stringify(options['reason-text'] === 'told' ? {status, reason} : {status}), {
		options,
		about: {notes: [reason]},
	});
}

/** Serves every operation by POST, and by GET with the same object in `query` (docs/service.md#get). */
export function createRouter(parts: RouterParts): Router {
	const operations = new Map<string, Operation>([
		[auth.login.path, createLogin(parts)],
		[auth.logout.path, createLogout(parts)],
		...listOperations(parts),
	]);

	const answer = async (request: SandboxRequest): Promise<Answer> => {
		const {method, path} = request;
		const operation = operations.get(path) ?? reject(`there is no operation ${path}`, 404);
		if (path === auth.login.path && method === 'GET') return loginPage;
		if (method !== 'POST' && method !== 'GET') return reject(`${path} requires POST or GET, not ${method}`, 405);
		return operation(parseRequest(request), request);
	};

	return request => answer(request).catch(error => rejectionAnswer(error, parts.options));
}

const describe = ({user, product}: Caller, reading: ParsedRequest, unknown: readonly string[]): AnswerNotes => ({
	user,
	product,
	request: reading.members,
	notes: unknown.map(name => `unknown member ${name}`),
});
