import {laterPath} from '../../contract/newer-names.ts';
import {auth} from '../../contract/operations/auth.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {endpoints} from '../../contract/operations/endpoints.ts';
import type {Assumed} from '../assumptions/assumption-table.ts';
import type {AllHandlers, Caller, Service} from '../handler.ts';
import {type AuthParts, createLogin, createLogout} from '../handlers/login-handlers.ts';
import {pageAnswer} from '../html/page-answer.ts';
import {formatResult, isFormatted} from '../html/result-page.ts';
import {findPatterns, rejectedPattern} from '../query/regular-expressions.ts';
import {Rejection, reject, rejectPermission} from '../rejection.ts';
import {getOldestDate, type Product} from '../sandbox-products.ts';
import {withExpressionLimit} from '../store/ecma-expressions.ts';
import {jsonAnswer, writeJson} from './answer-writing.ts';
import type {Answer, AnswerNotes, SandboxRequest} from './http-messages.ts';
import {type ParsedRequest, parseInput, parseProduct, parseRequest} from './parse-request.ts';
import {validateOpen, validatePermission, withDates} from './request-rules.ts';
import {identify, rejectIdentity} from './request-session.ts';
import {undescribedMembers} from './undocumented-features.ts';

type Handle = (
	input: Readonly<Record<string, unknown>>,
	caller: Caller,
	service: Service,
) => Promise<Readonly<Record<string, unknown>>>;
type Route = {readonly row: Endpoint; readonly handle: Handle};

export type RouterParts = AuthParts & {
	readonly handlers: AllHandlers;
	/** Asked for each request, because the day can change. */
	readonly service: () => Promise<Service>;
	readonly products: ReadonlyMap<number, Product>;
};

/** The page that a GET without a session is redirected to. */
const loginPage = pageAnswer(200, {title: 'Sign in', body: '<p>Sign in with POST /auth/login.</p>'});

/** Answers a request; never rejects. */
export type Router = (request: SandboxRequest) => Promise<Answer>;

/** Pairs every endpoint with its handler. */
function createRoutes(handlers: AllHandlers, assume: Assumed): ReadonlyMap<string, Route> {
	const {auth: _, ...groups} = endpoints;
	const names = assume['lost-event-paths'] === 'lifetime' ? (['lifetime'] as const) : [];
	const rows = Object.entries(groups).flatMap(([group, members]) =>
		Object.entries(members as Readonly<Record<string, Endpoint>>).flatMap(([name, row]): [string, Route][] => {
			if (row.source.includes('#later-') && assume['later-operations'] === 'absent') return [];
			// The mapped type of AllHandlers guarantees that the handler exists and fits its endpoint.
			const handle = (handlers as unknown as Record<string, Record<string, Handle>>)[group]?.[name] as Handle;
			return [[laterPath(row.path, names), {row, handle}]];
		}),
	);
	return new Map(rows);
}

/** The answer to a request that failed (docs/service.md#errors). */
function rejectionAnswer(error: unknown, assume: Assumed): Answer {
	if (!(error instanceof Rejection)) {
		const reason = `the sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
		return jsonAnswer(500, JSON.stringify({status: 'SYNTAX ERROR', reason}), {assume, about: {notes: [reason]}});
	}
	const {status, message: reason, httpStatus} = error;
	// 401 is specified, not assumed.
	const shown = assume['error-status'] === 'ok' && httpStatus !== 401 ? 200 : httpStatus;
	return jsonAnswer(shown, JSON.stringify(assume['reason-text'] === 'told' ? {status, reason} : {status}), {
		assume,
		about: {notes: [reason]},
	});
}

type Authenticate = (reading: ParsedRequest, request: SandboxRequest) => Promise<Answer>;

/** Serves every operation by POST, and by GET with the same object in `query` (docs/service.md#get). */
export function createRouter(parts: RouterParts): Router {
	const {assume, accounts, products} = parts;
	const routes = createRoutes(parts.handlers, assume);
	const authentication = new Map<string, Authenticate>([
		[auth.login.path, createLogin(parts)],
		[auth.logout.path, createLogout(parts)],
	]);

	const parseCaller = (user: string, product: number): Caller => {
		if (!products.has(product)) rejectPermission(`${user} has no product ${product}`, assume);
		const account = accounts.find(item => item.user === user);
		return {product, user, licenseKeyPermission: account?.licenseKeyPermission ?? false};
	};

	const answerRoute = async (
		{row, handle}: Route,
		reading: ParsedRequest,
		request: SandboxRequest,
	): Promise<Answer> => {
		const identity = identify(request, reading, parts);
		if (identity.kind !== 'valid') return rejectIdentity(identity.kind, request, assume);
		const caller = parseCaller(identity.user, parseProduct(reading.product));
		const {input, unknown} = parseInput(row, reading.members, assume);
		validatePermission(input, caller, assume);
		const service = await parts.service();
		const oldest = getOldestDate(products.get(caller.product)?.oldestDate ?? '', service.today, assume);
		const dated = withDates(input, {today: service.today, oldest, method: request.method, assume});
		validateOpen(dated, service.today, assume);
		const about = describe(caller, reading, unknown);
		const formatted = isFormatted(request.parameters, assume);
		const result = await withExpressionLimit(() => handle(dated, caller, service)).catch(error => {
			throw rejectedPattern(error, findPatterns(input));
		});
		if (formatted)
			return {...(await formatResult(result, {row, input, parameters: request.parameters, assume})), about};
		const answer = {status: 'OK', ...result, ...undescribedMembers(assume)};
		return jsonAnswer(200, row.reading === 'records' ? JSON.stringify(answer) : writeJson(answer), {assume, about});
	};

	const answer = async (request: SandboxRequest): Promise<Answer> => {
		const {method, path} = request;
		const route = routes.get(path);
		const authenticate = authentication.get(path);
		if (!route && !authenticate) return reject(`no operation ${path}`, 404);
		if (path === auth.login.path && method === 'GET') return loginPage;
		if (method !== 'POST' && method !== 'GET') return reject(`${path} is asked by POST or GET, not ${method}`, 405);
		const reading = parseRequest(request);
		return route ? answerRoute(route, reading, request) : (authenticate as Authenticate)(reading, request);
	};

	return request => answer(request).catch(error => rejectionAnswer(error, assume));
}

const describe = ({user, product}: Caller, reading: ParsedRequest, unknown: readonly string[]): AnswerNotes => ({
	user,
	product,
	request: reading.members,
	notes: unknown.map(name => `unknown member ${name}`),
});
