import {createFaults, type FaultPlan} from '../faults/fault-rules.ts';
import {sendFaulty} from '../faults/faulty-sending.ts';
import {changedOptions} from '../options/option-table.ts';
import {controlRoot, createControl} from './control.ts';
import {type Listener, listen, sendAnswer} from './http-listener.ts';
import type {Answer} from './http-messages.ts';
import {createRequestLog} from './request-log.ts';
import {type AnswerParts, createAnswers, getMaxBodyBytes} from './sandbox-answers.ts';

type ServeParts = AnswerParts & {
	readonly port: number;
	readonly controlToken: string;
	/** The value of the header `x-sandbox`: the kind of data that is served. */
	readonly label: string;
	readonly faults?: FaultPlan;
};

/** Serves the sandbox on loopback until it is closed. Throws a CliError of kind network if it cannot listen. */
export async function serve(parts: ServeParts) {
	const {products, sessions, clock, options, now} = parts;
	const log = createRequestLog(now);
	const faults = createFaults(parts.faults ?? {rules: []});
	const control = createControl({
		log,
		faults,
		sessions,
		clock,
		token: parts.controlToken,
		status: () => ({now: clock.timestamp(), products, options: changedOptions(options)}),
	});
	const handle = createAnswers(parts);
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
		maxBodyBytes: getMaxBodyBytes(options),
		listener,
		label: parts.label,
	});
	return {port: server.port, log, faults, close: server.close};
}
