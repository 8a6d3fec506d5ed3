import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {CliError, type FailureDetails, type FailureKind} from '../../errors.ts';
import type {AnswerBody} from './body.ts';
import {getText, type HttpAnswer} from './http-answer.ts';

/**
 * Returns the name of the dashboard's permission that a call probably requires. The relation is inferred from the names
 * (docs/service.md#help-permissions).
 */
export function getPermissionName(path: string, input: object = {}): string {
	if (path.startsWith('/licenseKeys/')) return 'License Key Management';
	return JSON.stringify(input).includes('"licenseKey"') ? 'License Key Filtering' : 'Reporting';
}

export const answerHints = {
	signIn: 'usagectl login',
	permission: (path: string) =>
		`usagectl login, if the session has ended; or check that the account has the permission '${getPermissionName(path)}' for this product (-p)`,
	login:
		"check the user and the password; if the dashboard accepts them, ask the vendor's support to enable API access",
	address: 'check that --base-url is the address of the service',
	absent: 'check the address of the service: usagectl doctor',
	later: 'try again later',
	request: 'add --print-request json to see the request',
	contract: 'add --raw to see the response unchanged, or --record FILE to report it',
};

function fail(kind: FailureKind, message: string, details: FailureDetails): never {
	throw new CliError(kind, message, details);
}

export const isHtml = (answer: HttpAnswer) => /^\s*</.test(getText(answer));

function getExcerpt(answer: HttpAnswer): string {
	const text = getText(answer).trim();
	return text === '' ? 'nothing' : JSON.stringify(text.slice(0, 80));
}

/** Some errors lack a reason: docs/service.md#errors. */
export const getReason = (body: AnswerBody | undefined) =>
	typeof body?.members.reason === 'string' && body.members.reason.trim() !== '' ? body.members.reason : undefined;

const countTries = ({tries = 1}: HttpAnswer) => (tries > 1 ? ` (${tries} tries)` : '');

function getRetryHint({headers}: HttpAnswer): string {
	const wish = [headers['retry-after']].flat()[0]?.slice(0, 40);
	if (wish === undefined) return answerHints.later;
	return /^\d+$/.test(wish) ? `retry after ${wish} s` : `retry after ${wish}`;
}

/**
 * A 401 requires a sign-in; other errors may concern the session, the product or a property
 * (docs/service.md#permission).
 */
function failWithoutSession(
	{scope, path}: Endpoint,
	reasonText: string,
	facts: Omit<FailureDetails, 'hint' | 'code'>,
): never {
	const isClear = facts.httpStatus === 401 || scope === 'anonymous';
	fail('auth', `${isClear ? 'not signed in' : `the service does not permit ${path}`}: ${reasonText}`, {
		...facts,
		hint: scope === 'anonymous' ? answerHints.login : isClear ? answerHints.signIn : answerHints.permission(path),
		code: 'session',
	});
}

/**
 * Throws CliError if the status alone is an error: `network` for 5xx and 429, `auth` for 401, 403 and redirects
 * (docs/service.md#errors).
 */
export function validateStatus(endpoint: Endpoint, answer: HttpAnswer, body: AnswerBody | undefined): void {
	const {status} = answer;
	const reason = getReason(body);
	const facts = {endpoint: endpoint.path, httpStatus: status, reason};
	if (status === 429 || status >= 500)
		fail('network', `the service answered ${status}${countTries(answer)}${reason ? `: ${reason}` : ''}`, {
			...facts,
			hint: getRetryHint(answer),
			code: status === 429 ? 'too-many-requests' : 'server-error',
			retryable: true,
		});
	if (status === 401 || status === 403) failWithoutSession(endpoint, reason ?? `the service answered ${status}`, facts);
	if (status >= 300 && status < 400) validateRedirect(endpoint, answer);
}

/** Redirects are not followed: they lead to a login page, or could send the password to another host. */
function validateRedirect({path, scope}: Endpoint, {status, headers}: HttpAnswer): void {
	const location = [headers.location].flat()[0];
	const host = location && URL.canParse(location) ? new URL(location).host : undefined;
	const facts = {endpoint: path, httpStatus: status, code: 'redirect'};
	if (scope === 'anonymous')
		fail('refused', `the service redirects the login${host ? ` to ${host}` : ''}; the redirect is not followed`, {
			...facts,
			hint: answerHints.address,
		});
	fail('auth', `not signed in: the service redirects${host ? ` to ${host}` : ' to its login page'}`, {
		...facts,
		hint: answerHints.signIn,
	});
}

/** Treats a web page instead of JSON as a login page. */
function failWithoutJson(endpoint: Endpoint, answer: HttpAnswer): void {
	const {status} = answer;
	const facts = {endpoint: endpoint.path, httpStatus: status};
	if (status < 400 && isHtml(answer))
		fail('auth', 'not signed in: the service answered with a web page', {
			...facts,
			hint: `${answerHints.signIn}; or ${answerHints.address}`,
			code: 'html',
		});
	if (status === 404) failMissingOperation(endpoint, facts);
	fail('refused', `the service answered ${status} with ${getExcerpt(answer)}, not with a JSON object`, {
		...facts,
		hint: answerHints.address,
		code: 'not-json',
	});
}

/** Older services lack the newer operations. */
function failMissingOperation({path}: Endpoint, facts: Omit<FailureDetails, 'hint'>): never {
	fail('refused', `this service does not have ${path}`, {...facts, hint: answerHints.absent, code: 'absent'});
}

function validateStatusMember(endpoint: Endpoint, {status: httpStatus}: HttpAnswer, body: AnswerBody): void {
	const word = body.members.status;
	if (word === 'OK' && httpStatus < 400) return;
	const reason = getReason(body);
	const facts = {endpoint: endpoint.path, httpStatus, reason};
	const reasonText = reason ?? (typeof word === 'string' && word !== 'OK' ? word : `status ${httpStatus}`);
	if (word === 'AUTH ERROR') failWithoutSession(endpoint, reasonText, facts);
	if (httpStatus === 404) failMissingOperation(endpoint, facts);
	if (word === 'SYNTAX ERROR' || httpStatus >= 400)
		fail('refused', `the service rejected the request: ${reasonText}`, {
			...facts,
			hint: answerHints.request,
			code: 'refused',
		});
	fail('refused', `the service answered with an unknown status: ${JSON.stringify(word) ?? 'none'}`, {
		...facts,
		hint: answerHints.contract,
		code: 'contract',
	});
}

/**
 * Throws CliError if the answer is an error in any form (docs/service.md#errors); every form of an expired session is
 * `auth`. Does not check the `results`.
 */
export function validateAnswer(
	endpoint: Endpoint,
	answer: HttpAnswer,
	body: AnswerBody | undefined,
): asserts body is AnswerBody {
	validateStatus(endpoint, answer, body);
	if (body === undefined) return failWithoutJson(endpoint, answer);
	validateStatusMember(endpoint, answer, body);
	// An error could be hidden behind an OK.
	if (body.hasTwoStatuses)
		fail('refused', 'the service answered with two statuses', {
			endpoint: endpoint.path,
			hint: answerHints.contract,
			code: 'contract',
		});
}
