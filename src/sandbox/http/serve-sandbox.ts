import type {SandboxClock} from '../clock.ts';
import {createFaults, type FaultPlan, type FaultSource} from '../faults/fault-rules.ts';
import {sendFaulty} from '../faults/faulty-sending.ts';
import {downloadRoot} from '../files/downloads.ts';
import type {AllHandlers} from '../handler.ts';
import {changedOptions, type SandboxOptions} from '../options/option-table.ts';
import type {Product} from '../sandbox-products.ts';
import type {Account} from '../state/accounts.ts';
import type {DailyData} from '../state/daily-data.ts';
import type {Sessions} from '../state/sessions.ts';
import {controlRoot, createControl} from './control.ts';
import {type Listener, listen, sendAnswer} from './http-listener.ts';
import type {Answer, SandboxRequest} from './http-messages.ts';
import {createRequestLog, type RequestLog} from './request-log.ts';
import {createRouter} from './router.ts';
import {withUndocumentedFeatures} from './undocumented-features.ts';

export type ServeParts = {
	readonly data: Pick<DailyData, 'current'>;
	readonly products: readonly Product[];
	readonly handlers: AllHandlers;
	readonly accounts: readonly Account[];
	readonly sessions: Sessions;
	readonly download: (request: SandboxRequest) => Promise<Answer>;
	readonly port: number;
	readonly clock: SandboxClock;
	readonly controlToken: string;
	readonly options: SandboxOptions;
	/** The value of the header `x-sandbox`: the kind of data that is served. */
	readonly label: string;
	readonly faults?: FaultPlan;
	readonly now: () => Date;
};

export type Served = {
	readonly port: number;
	readonly log: RequestLog;
	readonly faults: FaultSource;
	readonly close: () => Promise<void>;
};

/** Serves the sandbox on loopback until it is closed. Throws a CliError of kind network if it cannot listen. */
export async function serve(parts: ServeParts): Promise<Served> {
	const {data, products, handlers, accounts, sessions, clock, options, now} = parts;
	const log = createRequestLog(now);
	const router = createRouter({
		handlers,
		accounts,
		sessions,
		options,
		products: new Map(products.map(product => [product.id, product])),
		service: async () => ({...(await data.current()), options}),
	});
	const faults = createFaults(parts.faults ?? {rules: []});
	const changed = changedOptions(options);
	const changedHeader = changed.length === 0 ? {} : {'x-sandbox-options': changed.join(';')};
	const control = createControl({
		log,
		faults,
		sessions,
		clock,
		token: parts.controlToken,
		status: () => ({now: clock.timestamp(), products, options: changed}),
	});
	const answerAny = (request: SandboxRequest) =>
		request.path.startsWith(downloadRoot) ? parts.download(request) : router(request);
	const answerAs = withUndocumentedFeatures(answerAny, options, now);
	const handle = async (request: SandboxRequest): Promise<Answer> => {
		const answer = await answerAs(request);
		return {...answer, headers: {...answer.headers, ...changedHeader}};
	};
	const listener: Listener = async (request, response) => {
		const {method, path} = request;
		if (path.startsWith(controlRoot)) return sendAnswer(response, control(request));
		const fault = faults.next(request);
		const note = (answer: Answer) =>
			log.add({method, path, answer, length: request.body.length, fault: fault?.kind ?? null});
		if (fault) {
			const call = {request, response, handle: () => handle(request), endSessions: sessions.endAll};
			note(await sendFaulty(fault, call));
		} else {
			const answer = await handle(request);
			note(answer);
			await sendAnswer(response, answer);
		}
	};
	const server = await listen({
		port: parts.port,
		typeRequired: options['content-type'] === 'required',
		maxBodyBytes: options['request-limit'] * 1024,
		listener,
		label: parts.label,
	});
	return {port: server.port, log, faults, close: server.close};
}
