import {htmlAnswer} from '../http/answer-writing.ts';
import type {Answer} from '../http/exchange.ts';
import {page} from './page.ts';

/** The page that a GET without a session is redirected to. */
export const loginPageAnswer = (): Answer => htmlAnswer(200, page('Sign in', '<p>Sign in with POST /auth/login.</p>'));

/** The answer to GET /auth/logout without `resultFormat=raw`. */
export const loggedOutPage = (headers: Readonly<Record<string, string>>): Answer =>
	htmlAnswer(200, page('Signed out', '<p>The session has ended.</p>'), headers);
