import {setTimeout as sleep} from 'node:timers/promises';
import {auth} from '../../contract/operations/auth.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {Rejection} from '../rejection.ts';
import {type Account, findAccount} from '../state/accounts.ts';
import type {Sessions} from '../state/sessions.ts';
import {jsonAnswer, pageAnswer} from './answer-writing.ts';
import type {Answer, SandboxRequest} from './http-messages.ts';
import {type ParsedRequest, parseInput} from './parse-request.ts';
import {deleteCookie, identify, rejectIdentity, setCookie} from './request-session.ts';

export type AuthParts = {
	readonly accounts: readonly Account[];
	readonly sessions: Sessions;
	readonly options: SandboxOptions;
	/** Delays a failed login; a timer by default. */
	readonly wait?: (milliseconds: number) => Promise<unknown>;
};

/** The failed logins of a user that are not delayed. */
const freeFailures = 5;
const maxDelayMs = 2000;

export function createLogin({accounts, sessions, options, wait = sleep}: AuthParts) {
	const failures = new Map<string, number>();
	const slowDown = async (user: string) => {
		const count = (failures.get(user) ?? 0) + 1;
		failures.set(user, count);
		if (count > freeFailures) await wait(Math.min(maxDelayMs, 50 * 2 ** (count - freeFailures)));
	};

	return async (reading: ParsedRequest): Promise<Answer> => {
		const {input, unknown} = parseInput(auth.login, {...reading.members, user: reading.user}, options);
		const account = findAccount(accounts, input.user, input.password);
		if (!account) {
			await slowDown(input.user);
			throw new Rejection('AUTH ERROR', 'wrong user or password');
		}
		failures.delete(input.user);
		const sessionId = sessions.open(account.user);
		const about = {user: account.user, notes: unknown.map(name => `unknown member ${name}`)};
		return input.useCookies
			? jsonAnswer(200, '{"status":"OK"}', {options, about, headers: setCookie(options['cookie-name'], sessionId)})
			: jsonAnswer(200, JSON.stringify({status: 'OK', sessionId}), {options, about});
	};
}

export function createLogout({sessions, options}: AuthParts) {
	return async (reading: ParsedRequest, request: SandboxRequest): Promise<Answer> => {
		const identity = identify(request, reading, {sessions, options});
		if (identity.kind !== 'valid') return rejectIdentity(identity.kind, request, options);
		sessions.end(identity.sessionId);
		const byCookie = reading.sessionId === undefined;
		const headers = byCookie ? deleteCookie(options['cookie-name']) : {};
		const about = {user: identity.user};
		const page = request.method === 'GET' && request.parameters.get('resultFormat') !== 'raw';
		if (!page) return jsonAnswer(200, '{"status":"OK"}', {options, headers, about});
		return {...pageAnswer(200, {title: 'Signed out', body: '<p>The session has ended.</p>'}, headers), about};
	};
}
