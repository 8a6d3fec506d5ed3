import {join} from 'node:path';
import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {createLogin} from '../../../src/sandbox/http/login-and-logout.ts';
import {parseOptions} from '../../../src/sandbox/options/option-table.ts';
import {type Account, loadAccounts} from '../../../src/sandbox/state/accounts.ts';
import {createSessions} from '../../../src/sandbox/state/sessions.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {product, served} from '../support/served.ts';

const login = endpoints.auth.login.path;
const logout = endpoints.auth.logout.path;
const oldest = endpoints.meta.oldestReportedDate.path;

test('login gives a session identifier of 22 characters', async () => {
	const {post, admin} = await served();
	const answer = await post(login, {user: admin.user, password: admin.password});
	expect(answer.status).toBe(200);
	expect(answer.headers.get('set-cookie')).toBeNull();
	expect(await answer.json()).toEqual({status: 'OK', sessionId: expect.stringMatching(/^[\w-]{22}$/)});
});

test('login with useCookies sets a cookie and gives no identifier', async () => {
	const {post, admin} = await served({assume: ['cookie-name=SID']});
	const answer = await post(login, {user: admin.user, password: admin.password, useCookies: true});
	expect(await answer.json()).toEqual({status: 'OK'});
	expect(answer.headers.get('set-cookie')).toMatch(/^SID=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict$/);
});

test.each([
	['a wrong password', {password: 'x'}, 403, 'AUTH ERROR'],
	['an unknown user', {user: 'nobody'}, 403, 'AUTH ERROR'],
	['an unknown user without password', {user: 'nobody', password: ''}, 403, 'AUTH ERROR'],
	['a missing password', {password: undefined}, 400, 'SYNTAX ERROR'],
	['a missing user', {user: undefined}, 400, 'SYNTAX ERROR'],
	['useCookies that is no boolean', {useCookies: 'yes'}, 400, 'SYNTAX ERROR'],
])('login with %s', async (_name, change, status, word) => {
	const {post, admin} = await served();
	const answer = await post(login, {user: admin.user, password: admin.password, ...change});
	expect(answer.status).toBe(status);
	expect(await answer.json()).toEqual({status: word, reason: expect.any(String)});
});

test('GET /auth/login returns the login page', async () => {
	const {get, admin} = await served();
	const answer = await get(login, {user: admin.user, password: admin.password});
	expect(answer.headers.get('content-type')).toMatch(/text\/html/);
	expect(await answer.text()).not.toContain('sessionId');
});

test('rejects a session of another user', async () => {
	const {post, login: open, analyst} = await served();
	const {sessionId} = await open();
	const answer = await post(oldest, {productId: product, user: analyst.user, sessionId});
	expect(answer.status).toBe(403);
	expect((await post(oldest, {productId: product, sessionId})).status).toBe(403);
	expect((await post(oldest, {productId: product, user: analyst.user})).status).toBe(403);
});

test('POST logout ends only that session, and a second one is rejected', async () => {
	const {post, login: open} = await served();
	const [first, second] = [await open(), await open()];
	const ended = await post(logout, first);
	expect([ended.status, await ended.json()]).toEqual([200, {status: 'OK'}]);
	expect((await post(logout, first)).status).toBe(403);
	expect((await post(oldest, {productId: product, ...first})).status).toBe(403);
	expect((await post(oldest, {productId: product, ...second})).status).toBe(200);
});

test('POST logout without data ends the session of the cookie and deletes it', async () => {
	const {baseUrl, loginByCookie, post} = await served();
	const cookie = await loginByCookie();
	const ended = await fetch(baseUrl + logout, {method: 'POST', headers: cookie});
	expect([ended.status, await ended.json()]).toEqual([200, {status: 'OK'}]);
	expect(ended.headers.get('set-cookie')).toMatch(/Max-Age=0/);
	expect((await post(oldest, {productId: product}, cookie)).status).toBe(403);
});

test('GET logout returns HTML, or JSON with resultFormat=raw', async () => {
	const {get, login: open, loginByCookie} = await served();
	const page = await get(logout, undefined, await loginByCookie());
	expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	expect(await page.text()).toContain('The session has ended.');
	const raw = await get(`${logout}?resultFormat=raw`, await open());
	expect([raw.status, await raw.json()]).toEqual([200, {status: 'OK'}]);
});

test('logout without a session is rejected', async () => {
	const {get, post} = await served();
	expect((await post(logout, {})).status).toBe(401);
	expect((await get(logout)).status).toBe(302);
});

test('options redirect a GET with an expired session, and make some operations require user and sessionId', async () => {
	const {
		get,
		post,
		login: open,
		loginByCookie,
		sessions,
	} = await served({
		assume: ['dead-session-get=redirect', 'cookie-scope=where-described'],
	});
	const cookie = await loginByCookie();
	const files = endpoints.exceptions.listFiles.path;
	expect((await post(oldest, {productId: product}, cookie)).status).toBe(200);
	expect((await post(files, {productId: product}, cookie)).status).toBe(401);
	const identity = await open();
	expect((await post(files, {productId: product, ...identity})).status).toBe(200);
	sessions.endAll();
	expect((await get(oldest, {productId: product, ...identity})).status).toBe(302);
	expect((await post(oldest, {productId: product, ...identity})).status).toBe(403);
});

test('delays the sixth wrong password and further ones up to two seconds, until a right one', async () => {
	const folder = temporaryFolder();
	const waits: number[] = [];
	const accounts = await loadAccounts(folder);
	const sessions = createSessions({path: join(folder, 'sessions.log'), idleMs: 60_000, now: () => 0});
	const wait = async (milliseconds: number) => waits.push(milliseconds);
	const enter = createLogin({accounts, sessions, options: parseOptions([]), wait});
	const {user, password} = accounts[0] as Account;
	const attempt = (word: string) => enter({user, sessionId: undefined, product: undefined, members: {password: word}});
	for (let count = 0; count < 12; count++) await expect(attempt('wrong')).rejects.toMatchObject({status: 'AUTH ERROR'});
	expect(waits).toEqual([100, 200, 400, 800, 1600, 2000, 2000]);
	expect((await attempt(password)).status).toBe(200);
	await expect(attempt('wrong')).rejects.toMatchObject({status: 'AUTH ERROR'});
	expect(waits).toHaveLength(7);
});
