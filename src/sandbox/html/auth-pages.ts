import {htmlAnswer} from '../http/answer-writing.ts';
import type {Answer} from '../http/exchange.ts';
import {page} from './page.ts';

/** What a GET without a session is sent to. A program signs in by POST; here is only text that says so. */
export const loginPageAnswer = (): Answer => htmlAnswer(200, page('Sign in', '<p>Sign in with POST /auth/login.</p>'));

/** What GET /auth/logout answers without `resultFormat=raw`. */
export const loggedOutPage = (headers: Readonly<Record<string, string>>): Answer =>
	htmlAnswer(200, page('Signed out', '<p>The session has ended.</p>'), headers);
