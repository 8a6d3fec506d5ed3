import {z} from 'zod';
import {CliError} from '../../errors.ts';
import type {SandboxClock} from '../clock.ts';
import {type FaultSource, parseFaultPlan} from '../faults/fault-rules.ts';
import {optionTable} from '../options/option-table.ts';
import {isSameSecret} from '../state/accounts.ts';
import type {Sessions} from '../state/sessions.ts';
import type {Answer, SandboxRequest} from './http-messages.ts';
import type {RequestLog} from './request-log.ts';

/** The root of the paths that control a running sandbox. The service has no such paths. */
export const controlRoot = '/_sandbox/';

export type ControlParts = {
	readonly log: RequestLog;
	readonly faults: FaultSource;
	readonly sessions: Sessions;
	readonly clock: SandboxClock;
	/** Required by every request, because any user of the machine can reach the port. */
	readonly token: string;
	readonly status: () => object;
};

const json = (status: number, value: unknown): Answer => ({
	status,
	headers: {'content-type': 'application/json; charset=utf-8'},
	body: JSON.stringify(value),
});

const clockSetting = z.strictObject({
	timestamp: z.iso.datetime({local: true, offset: false, precision: 0}),
});

/** Says what is wrong with a body, and where. Throws errors of the program. */
function describeBodyError(error: unknown) {
	if (!(error instanceof CliError || error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
	const place = error instanceof CliError ? error.details.place : undefined;
	return {error: error.message, line: place?.line, column: place?.column};
}

type Operation = (request: SandboxRequest) => unknown;

const tokenNeeded = 'the header "Authorization: Bearer TOKEN" is required; `sandbox serve` prints the token';

export function createControl(parts: ControlParts): (request: SandboxRequest) => Answer {
	const {log, faults, sessions, clock, token, status} = parts;
	const operations: Readonly<Record<string, Operation>> = {
		'GET status': status,
		'GET options': () => optionTable,
		'GET requests': () => log.entries(),
		'DELETE requests': () => log.clear(),
		'GET faults': () => faults.plan(),
		'PUT faults': ({body}) => faults.set(parseFaultPlan(body, 'the plan')),
		'DELETE faults': () => faults.set({rules: []}),
		'DELETE sessions': () => sessions.endAll(),
		'GET clock': () => ({timestamp: clock.timestamp()}),
		'PUT clock': ({body}) => clock.set(clockSetting.parse(JSON.parse(body)).timestamp),
		'DELETE clock': () => clock.set(undefined),
	};
	return request => {
		const isAuthorized = isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`);
		if (!isAuthorized) return json(401, {error: tokenNeeded});
		const name = `${request.method} ${request.path.slice(controlRoot.length)}`;
		if (!Object.hasOwn(operations, name))
			return json(404, {error: `there is no operation ${name}`, operations: Object.keys(operations)});
		try {
			return json(200, operations[name]?.(request) ?? {});
		} catch (error) {
			return json(400, describeBodyError(error));
		}
	};
}
