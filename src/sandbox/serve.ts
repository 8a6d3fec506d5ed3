import {join} from 'node:path';
import {type Assumed, changedAssumptions} from './assumptions/table.ts';
import type {CalendarClock} from './calendar-clock.ts';
import {controlRoot, createControl} from './control.ts';
import type {Answer, SandboxRequest} from './exchange.ts';
import {createFaults, type FaultPlan, type FaultSource} from './faults/fault-rules.ts';
import {sendFaulty} from './faults/faulty-sending.ts';
import type {AllHandlers} from './handler.ts';
import type {Product} from './products.ts';
import {createRequestLog, type RequestLog} from './request-log.ts';
import {createRouter} from './router.ts';
import {type Listener, listen, sendAnswer} from './server.ts';
import {type Account, loadAccounts} from './state/accounts.ts';
import {createSessions, type Sessions} from './state/sessions.ts';
import type {Database} from './store/database.ts';

export type ServeOptions = {
	readonly database: Database;
	readonly products: readonly Product[];
	readonly handlers: AllHandlers;
	/** Where users and sessions are kept. */
	readonly folder: string;
	readonly port: number;
	readonly clock: CalendarClock;
	readonly assume: Assumed;
	/** What goes wrong from the start. */
	readonly faults?: FaultPlan;
	/** Milliseconds of the real clock, for the age of sessions. */
	readonly now: () => Date;
};

export type Served = {
	readonly port: number;
	readonly accounts: readonly Account[];
	readonly log: RequestLog;
	readonly sessions: Sessions;
	readonly faults: FaultSource;
	readonly close: () => Promise<void>;
};

/** Serves the sandbox on loopback until it is closed. Throws a CliError of kind disk or network. */
export async function serve(options: ServeOptions): Promise<Served> {
	const {database, products, handlers, folder, port, clock, assume, now} = options;
	const accounts = loadAccounts(folder);
	const sessions = createSessions({
		path: join(folder, 'sessions.log'),
		idleMs: assume['session-idle-minutes'] * 60_000,
		now: () => now().getTime(),
	});
	const log = createRequestLog(now);
	const router = createRouter({
		handlers,
		accounts,
		sessions,
		assume,
		products: new Map(products.map(product => [product.id, product])),
		service: () => ({database, today: clock.timestamp().slice(0, 10), assume}),
	});
	const faults = createFaults(options.faults ?? {rules: []});
	const changed = changedAssumptions(assume).join(';');
	const control = createControl({
		log,
		faults,
		sessions,
		clock,
		status: () => ({now: clock.timestamp(), products, assumptions: changed.split(';').filter(Boolean)}),
	});
	const work = async (request: SandboxRequest): Promise<Answer> => {
		const answer = await router(request);
		return changed === '' ? answer : {...answer, headers: {...answer.headers, 'x-sandbox-assumptions': changed}};
	};
	const listener: Listener = async (request, response) => {
		const {method, path} = request;
		if (path.startsWith(controlRoot)) return sendAnswer(response, control(request));
		const fault = faults.next(request);
		const note = (answer: Answer) =>
			log.add({method, path, answer, length: request.body.length, fault: fault?.kind ?? null});
		if (fault) {
			const call = {request, response, work: () => work(request), endSessions: sessions.endAll};
			note(await sendFaulty(fault, call));
		} else {
			const answer = await work(request);
			note(answer);
			await sendAnswer(response, answer);
		}
	};
	const server = await listen({port, typeRequired: assume['content-type'] === 'required', listener});
	const close = async () => {
		await server.close();
		sessions.close();
		database.close();
	};
	return {port: server.port, accounts, log, sessions, faults, close};
}
