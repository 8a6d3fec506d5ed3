import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {CliError, type FailureDetails, type FailureKind} from '../../errors.ts';
import type {Body} from './body.ts';
import {type Answer, getText} from './http-answer.ts';

export const hints = {
	signIn: 'sign in: usagectl login',
	permission: 'check the permissions of the account for this product (-p); if the session has ended: usagectl login',
	address: 'check that --base-url is the address of the service',
	absent: 'check the address of the service: usagectl doctor',
	later: 'try again later',
	request: 'add --print-request json to see the request',
	contract: 'add --raw to see the response unchanged, or --record FILE to report it',
};

function fail(kind: FailureKind, message: string, details: FailureDetails): never {
	throw new CliError(kind, message, details);
}

export const isHtml = (answer: Answer) => /^\s*</.test(getText(answer));

/** The beginning of an answer that could not be read. Control characters are escaped when the message is printed. */
function excerpt(answer: Answer): string {
	const text = getText(answer).trim();
	return text === '' ? 'nothing' : JSON.stringify(text.slice(0, 80));
}

/** The service's reason, which some errors lack: docs/service.md#errors. */
export const reasonOf = (body: Body | undefined) =>
	typeof body?.members.reason === 'string' && body.members.reason.trim() !== '' ? body.members.reason : undefined;

const countTries = ({tries = 1}: Answer) => (tries > 1 ? ` (${tries} tries)` : '');

function hintLater({headers}: Answer): string {
	const wish = [headers['retry-after']].flat()[0]?.slice(0, 40);
	if (wish === undefined) return hints.later;
	return /^\d+$/.test(wish) ? `retry after ${wish} s` : `retry after ${wish}`;
}

/** A 401 asks for a sign-in; the other errors may mean the session, the product or a property (docs/service.md#permission). */
function failSession({scope, path}: Endpoint, why: string, facts: Omit<FailureDetails, 'hint' | 'code'>): never {
	const isClear = facts.httpStatus === 401 || scope === 'anonymous';
	fail('auth', `${isClear ? 'not signed in' : `the service does not permit ${path}`}: ${why}`, {
		...facts,
		hint: isClear ? hints.signIn : hints.permission,
		code: 'session',
	});
}

/**
 * Throws CliError where the status alone is an error: `network` for 5xx and 429, `auth` for 401, 403 and redirects
 * (docs/service.md#errors).
 */
export function validateStatus(endpoint: Endpoint, answer: Answer, body: Body | undefined): void {
	const {status} = answer;
	const reason = reasonOf(body);
	const facts = {endpoint: endpoint.path, httpStatus: status, reason};
	if (status === 429 || status >= 500)
		fail('network', `the service answered ${status}${countTries(answer)}${reason ? `: ${reason}` : ''}`, {
			...facts,
			hint: hintLater(answer),
			code: status === 429 ? 'too-many-requests' : 'server-error',
			retryable: true,
		});
	if (status === 401 || status === 403) failSession(endpoint, reason ?? `the service answered ${status}`, facts);
	if (status >= 300 && status < 400) validateRedirect(endpoint, answer);
}

/** Redirects are not followed: they lead to a login page, or could take the password to another host. */
function validateRedirect({path, scope}: Endpoint, {status, headers}: Answer): void {
	const location = [headers.location].flat()[0];
	const host = location && URL.canParse(location) ? new URL(location).host : undefined;
	const facts = {endpoint: path, httpStatus: status, code: 'redirect'};
	if (scope === 'anonymous')
		fail('refused', `the service redirects the login${host ? ` to ${host}` : ''}; the redirect is not followed`, {
			...facts,
			hint: hints.address,
		});
	fail('auth', `not signed in: the service redirects${host ? ` to ${host}` : ' to its login page'}`, {
		...facts,
		hint: hints.signIn,
	});
}

/** A web page in place of JSON is a login page; anything else that is not a JSON object is refused. */
function validateKind(endpoint: Endpoint, answer: Answer): void {
	const {status} = answer;
	const facts = {endpoint: endpoint.path, httpStatus: status};
	if (status < 400 && isHtml(answer))
		fail('auth', 'not signed in: the service answered with a web page', {
			...facts,
			hint: `${hints.signIn}; or ${hints.address}`,
			code: 'html',
		});
	if (status === 404) failAbsent(endpoint, facts);
	fail('refused', `the service answered ${status} with ${excerpt(answer)}, not with a JSON object`, {
		...facts,
		hint: hints.address,
		code: 'not-json',
	});
}

/** Services differ in age, and the newer operations are missing in the older ones. */
function failAbsent({path}: Endpoint, facts: Omit<FailureDetails, 'hint'>): never {
	fail('refused', `this service does not have ${path}`, {...facts, hint: hints.absent, code: 'absent'});
}

/** Only `OK` means success. */
function validateEnvelope(endpoint: Endpoint, {status: httpStatus}: Answer, body: Body): void {
	const word = body.members.status;
	if (word === 'OK' && httpStatus < 400) return;
	const reason = reasonOf(body);
	const facts = {endpoint: endpoint.path, httpStatus, reason};
	const why = reason ?? (typeof word === 'string' && word !== 'OK' ? word : `status ${httpStatus}`);
	if (word === 'AUTH ERROR') failSession(endpoint, why, facts);
	if (httpStatus === 404) failAbsent(endpoint, facts);
	if (word === 'SYNTAX ERROR' || httpStatus >= 400)
		fail('refused', `the service rejected the request: ${why}`, {
			...facts,
			hint: hints.request,
			code: 'refused',
		});
	fail('refused', `the service answered with an unknown status: ${JSON.stringify(word) ?? 'none'}`, {
		...facts,
		hint: hints.contract,
		code: 'contract',
	});
}

/**
 * Throws CliError where the answer is an error in any of its forms (docs/service.md#errors). Every form of an ended session is
 * `auth`. The `results` are not checked.
 */
export function validateAnswer(endpoint: Endpoint, answer: Answer, body: Body | undefined): asserts body is Body {
	validateStatus(endpoint, answer, body);
	if (body === undefined) return validateKind(endpoint, answer);
	validateEnvelope(endpoint, answer, body);
	// An error could be hidden behind an OK.
	if (body.hasTwoStatuses)
		fail('refused', 'the service answered with two statuses', {
			endpoint: endpoint.path,
			hint: hints.contract,
			code: 'contract',
		});
}
