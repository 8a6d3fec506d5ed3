import {auth} from '../contract/operations/auth.ts';
import {CliError} from '../errors.ts';
import type {Session} from '../session/session.ts';
import {readAnswer} from './answer/response.ts';
import {mergeCookies} from './http/cookies.ts';
import {type ExchangeParts, exchange} from './http/retrying-exchange.ts';
import {buildRequest} from './request.ts';

export type Credentials = {readonly user: string; readonly password: string};

export type SignInParts = ExchangeParts & {
	readonly address: string;
	readonly cookies: boolean;
	readonly note: (text: string) => void;
};

/** Session IDs are stored in a file and sent in every body. */
const sessionIdShape = /^[\x21-\x7e]{1,4096}$/;

const createIncompleteError = (what: string) =>
	new CliError('refused', `the service opened a session but returned ${what}`, {
		hint: 'check that --base-url is the address of the service, or try --cookies, which uses another kind of session',
		endpoint: auth.login.path,
		code: 'contract',
	});

/**
 * Opens a session (docs/service.md#login). Throws CliError (auth) if the service rejects the credentials, and does not
 * retry, so that no account is locked.
 */
export async function signIn({user, password}: Credentials, parts: SignInParts): Promise<Session> {
	const {address, cookies, clock} = parts;
	const input = {user, password, ...(cookies ? {useCookies: true} : {})};
	const request = buildRequest(auth.login, input, {address});
	const answer = await exchange(request, 'login', parts);
	const {sessionId} = readAnswer(auth.login, answer, parts.note);
	const now = clock.now();
	const session = {address, user, openedAt: now.toISOString()};
	if (cookies) {
		const jar = mergeCookies([], answer.headers['set-cookie'], {url: request.url, now});
		if (jar.length === 0) throw createIncompleteError('no cookie');
		return {...session, cookies: jar};
	}
	if (sessionId === undefined || !sessionIdShape.test(sessionId)) throw createIncompleteError('no usable session ID');
	return {...session, sessionId};
}
