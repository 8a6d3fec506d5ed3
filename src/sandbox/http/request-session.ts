import {endpoints} from '../../contract/operations/endpoints.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {Rejection} from '../rejection.ts';
import type {Sessions} from '../state/sessions.ts';
import type {Answer, SandboxRequest} from './http-messages.ts';
import type {ParsedRequest} from './parse-request.ts';

export type Identity =
	| {readonly kind: 'none' | 'invalid'}
	| {readonly kind: 'valid'; readonly user: string; readonly sessionId: string};

function getCookie(header: string | undefined, name: string): string | undefined {
	const cookie = header?.split(';').find(part => part.trim().startsWith(`${name}=`));
	return cookie?.trim().slice(name.length + 1);
}

export const setCookie = (name: string, sessionId: string, age = '') => ({
	'set-cookie': `${name}=${sessionId}; Path=/; HttpOnly; SameSite=Strict${age}`,
});
export const deleteCookie = (name: string) => setCookie(name, '', '; Max-Age=0');

/**
 * Endpoints whose documentation does not say if requests with a cookie can omit user and sessionId
 * (docs/service.md#sign-in).
 */
const undocumentedEndpoints = new Set<string>(
	[
		endpoints.licenseKeys.update,
		endpoints.exceptions.listFiles,
		endpoints.exceptions.downloadUrl,
		endpoints.customEvents.listFiles,
		endpoints.customEvents.downloadUrl,
	].map(row => row.path),
);

/**
 * Finds the session of a request by user and sessionId if one of them is given, else by the cookie
 * (docs/service.md#sign-in).
 */
export function identify(
	request: SandboxRequest,
	reading: ParsedRequest,
	{sessions, options}: {readonly sessions: Sessions; readonly options: SandboxOptions},
): Identity {
	const named = reading.user !== undefined || reading.sessionId !== undefined;
	const cookieTaken = options['cookie-scope'] === 'everywhere' || !undocumentedEndpoints.has(request.path);
	const cookie = cookieTaken ? getCookie(request.headers.cookie, options['cookie-name']) : undefined;
	const sessionId = named ? reading.sessionId : cookie;
	if (sessionId === undefined && !named) return {kind: 'none'};
	const user = sessionId === undefined ? undefined : sessions.find(sessionId);
	if (sessionId === undefined || user === undefined || (named && user !== reading.user)) return {kind: 'invalid'};
	return {kind: 'valid', user, sessionId};
}

const loginPage = '/auth/login';

/** Redirects a GET to the login page. Throws a Rejection (401 or 403) for a POST (docs/service.md#sign-in). */
export function rejectIdentity(kind: 'none' | 'invalid', request: SandboxRequest, options: SandboxOptions): Answer {
	const redirected = request.method === 'GET' && (kind === 'none' || options['dead-session-get'] === 'redirect');
	if (redirected) return {status: 302, headers: {location: loginPage}, body: ''};
	throw kind === 'none'
		? new Rejection('AUTH ERROR', 'authentication is required', 401)
		: new Rejection('AUTH ERROR', 'the session is not valid or has expired');
}
