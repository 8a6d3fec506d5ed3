import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {Endpoint} from '../../../src/contract/operations/endpoint.ts';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {createClock} from '../../../src/sandbox/clock.ts';
import type {FaultPlan} from '../../../src/sandbox/faults/fault-rules.ts';
import type {AllHandlers, Caller} from '../../../src/sandbox/handler.ts';
import {serve} from '../../../src/sandbox/http/serve-sandbox.ts';
import {parseOptions} from '../../../src/sandbox/options/option-table.ts';
import {type Account, loadAccounts} from '../../../src/sandbox/state/accounts.ts';
import {createSessions} from '../../../src/sandbox/state/sessions.ts';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

/** Every handler answers with what it was given. */
export function echoHandlers(overrides: Readonly<Record<string, (input: never, caller: Caller) => unknown>> = {}) {
	const echo = async (input: unknown, caller: Caller) => ({results: {echo: {input, caller}}});
	const {auth: _, ...groups} = endpoints;
	const entries = Object.entries(groups).map(([group, rows]) => [
		group,
		Object.fromEntries(
			Object.entries(rows as Record<string, Endpoint>).map(([name, row]) => [name, overrides[row.path] ?? echo]),
		),
	]);
	return Object.fromEntries(entries) as AllHandlers;
}

export const product = 5000000101;
export const controlToken = 'token-of-a-test-0001';

/** Serves echo handlers; two users, one product, today 2026-06-30. */
export async function served(
	options: {
		assume?: readonly string[];
		handlers?: AllHandlers;
		database?: Database;
		folder?: string;
		faults?: FaultPlan;
		now?: () => Date;
	} = {},
) {
	const folder = options.folder ?? temporaryFolder();
	const now = options.now ?? (() => new Date());
	const sandboxOptions = parseOptions(options.assume ?? []);
	const accounts = await loadAccounts(folder);
	const sessions = createSessions({
		path: join(folder, 'sessions.log'),
		idleMs: sandboxOptions['session-idle-minutes'] * 60_000,
		now: () => now().getTime(),
	});
	const clock = createClock({start: '2026-06-30', speed: 0, real: now});
	const database = options.database ?? {rows: async () => [], close: () => undefined};
	const sandbox = await serve({
		data: {current: async () => ({database, today: clock.timestamp().slice(0, 10)})},
		products: [{id: product, name: 'Demo', oldestDate: '2024-01-01'}],
		handlers: options.handlers ?? echoHandlers(),
		accounts,
		sessions,
		download: async () => ({status: 404, headers: {}, body: ''}),
		port: 0,
		label: 'synthetic data',
		clock,
		controlToken,
		options: sandboxOptions,
		now,
		...(options.faults ? {faults: options.faults} : {}),
	});
	onTestFinished(() => sandbox.close());
	const baseUrl = `http://127.0.0.1:${sandbox.port}`;
	const [admin, analyst] = accounts as [Account, Account];

	const post = (path: string, body: object | string, headers: Record<string, string> = {}) =>
		fetch(baseUrl + path, {
			method: 'POST',
			redirect: 'manual',
			headers: {'content-type': 'application/json', ...headers},
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});
	const get = (path: string, query?: object, headers: Record<string, string> = {}) =>
		fetch(
			baseUrl +
				path +
				(query ? `${path.includes('?') ? '&' : '?'}query=${encodeURIComponent(JSON.stringify(query))}` : ''),
			{
				redirect: 'manual',
				headers,
			},
		);
	const login = async (account = admin) => {
		const answer = (await (await post('/auth/login', {user: account.user, password: account.password})).json()) as {
			sessionId: string;
		};
		return {user: account.user, sessionId: answer.sessionId};
	};
	const loginByCookie = async (account = admin) => {
		const answer = await post('/auth/login', {user: account.user, password: account.password, useCookies: true});
		return {cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''};
	};
	return {...sandbox, sessions, baseUrl, admin, analyst, post, get, login, loginByCookie};
}
