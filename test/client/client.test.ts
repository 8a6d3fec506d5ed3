import {expect, test} from 'vitest';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import {userAgent} from '../../src/version.ts';
import {connected, password, sessionId, signsIn, user} from '../support/program/connected.ts';
import {hostileServer, html, ok, redirect, reply, reset} from '../support/service/hostile-server.ts';

const {oldestReportedDate} = endpoints.meta;
const {list, update} = endpoints.licenseKeys;
const product = 12_345_678_901;
const oldest = ok({oldestDate: '2023-06-30'});
const dead = reply({status: 'AUTH ERROR', reason: 'session over'}, {status: 403});
const login = (id: string) => ok({sessionId: id});
const paths = (met: readonly {readonly path: string}[]) => met.map(({path}) => path);

test('calls by POST with user, session and product in the body', async () => {
	const server = await hostileServer(oldest);
	const {client} = await connected(server.address);
	expect(await client.call(oldestReportedDate, {}, {product})).toEqual({oldestDate: '2023-06-30'});
	expect(server.met).toMatchObject([
		{
			method: 'POST',
			path: '/meta/oldestReportedDate',
			json: {user, sessionId, productId: product},
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/javascript',
				'user-agent': userAgent,
			},
		},
	]);
});

test('calls by GET with the same request in one parameter', async () => {
	const server = await hostileServer(oldest);
	const {client} = await connected(`${server.address}/prefix`);
	await client.call(oldestReportedDate, {}, {product, get: true});
	expect(server.met).toMatchObject([
		{method: 'GET', path: '/prefix/meta/oldestReportedDate', body: '', json: {user, sessionId, productId: product}},
	]);
});

test('rejects an input outside the contract before anything is sent', async () => {
	const server = await hostileServer(oldest);
	const {client} = await connected(server.address);
	await expect(client.call(list, {paging: {limit: 1001}}, {product})).rejects.toMatchObject({
		kind: 'usage',
		message: expect.stringContaining('paging.limit'),
	});
	await expect(client.call(oldestReportedDate, {color: 'red'} as never, {product})).rejects.toMatchObject({
		kind: 'usage',
		message: expect.stringContaining('color'),
	});
	expect(server.met).toEqual([]);
});

test('ignores unknown members of an answer', async () => {
	const server = await hostileServer(ok({oldestDate: '2023-06-30', plan: {name: 'x'}}));
	const {client} = await connected(server.address);
	expect(await client.call(oldestReportedDate, {}, {product})).toEqual({oldestDate: '2023-06-30'});
});

test('keeps labels in the order of the service', async () => {
	const labels = ['10', '9', '__proto__', 'b', '1', 'constructor', '<NULL>'];
	const server = await hostileServer(
		reply(`{"status":"OK","results":{${labels.map((label, at) => `${JSON.stringify(label)}:${at}`).join(',')}}}`),
	);
	const {client} = await connected(server.address);
	const range = {startDate: '2026-01-01', stopDate: '2026-02-01', daysUntilDeclaredLost: 30} as const;
	const {results} = await client.call(
		endpoints.lost.days,
		{...range, dateReportedLost: 'dateLastSeen', globalFilters: {}},
		{product},
	);
	expect([...(results as ReadonlyMap<string, number>)]).toEqual(labels.map((label, at) => [label, at]));
});

test('signs in once for parallel calls if a password is known', async () => {
	const server = await hostileServer(login('s-1'), oldest);
	const {client} = await connected(server.address, {env: signsIn});
	await Promise.all([1, 2, 3].map(id => client.call(oldestReportedDate, {}, {product: id})));
	expect(paths(server.met)).toEqual(['/auth/login', ...Array(3).fill('/meta/oldestReportedDate')]);
	expect(server.met[0]?.json).toEqual({user, password});
	expect(server.met[1]?.json).toMatchObject({user, sessionId: 's-1'});
});

test('sends neither user nor session in the body with cookies, whatever their names', async () => {
	const cookie = reply({status: 'OK'}, {headers: {'set-cookie': ['Odd-Name=canary; Path=/; HttpOnly', 'b=2']}});
	const server = await hostileServer(cookie, oldest);
	const {client} = await connected(server.address, {env: signsIn, flags: {cookies: ['true']}});
	await client.call(oldestReportedDate, {}, {product});
	expect(server.met[0]?.json).toEqual({user, password, useCookies: true});
	expect(server.met[1]).toMatchObject({json: {productId: product}, headers: {cookie: 'Odd-Name=canary; b=2'}});
});

test('updates and removes cookies as the service says', async () => {
	const set = (...values: string[]) => reply({status: 'OK', oldestDate: 'x'}, {headers: {'set-cookie': values}});
	const server = await hostileServer(set('a=1', 'b=1'), set('a=2'), set('b=; Max-Age=0'), oldest);
	const {client} = await connected(server.address, {env: signsIn, flags: {cookies: ['true']}});
	for (let call = 0; call < 3; call++) await client.call(oldestReportedDate, {}, {product});
	expect(server.met.map(({headers}) => headers.cookie)).toEqual([undefined, 'a=1; b=1', 'a=2; b=1', 'a=2']);
});

test.each([
	['401', reply({status: 'AUTH ERROR'}, {status: 401})],
	['403', dead],
	['AUTH ERROR with 200', reply({status: 'AUTH ERROR', reason: 'over'})],
	['AUTH ERROR with 400', reply({status: 'AUTH ERROR', reason: 'over'}, {status: 400})],
	['a bare 401', reply('', {status: 401})],
	['a redirect to a login page', redirect('/login')],
	['a web page', html()],
	['a web page with 403', html(403)],
	['a redirect with a web page', html(302)],
])('renews a session that expired with %s once, and repeats the call', async (_, shape) => {
	const server = await hostileServer(login('s-1'), oldest, shape, login('s-2'), oldest);
	const {client} = await connected(server.address, {env: signsIn});
	await client.call(oldestReportedDate, {}, {product});
	expect(await client.call(oldestReportedDate, {}, {product})).toEqual({oldestDate: '2023-06-30'});
	expect(paths(server.met).map(path => path.split('/').at(-1))).toEqual([
		'login',
		'oldestReportedDate',
		'oldestReportedDate',
		'login',
		'oldestReportedDate',
	]);
	expect(server.met.at(-1)?.json).toMatchObject({sessionId: 's-2'});
});

test.each([
	['401', reply('', {status: 401}), 'session'],
	['a redirect', redirect('https://login.example/'), 'redirect'],
	['a web page', html(), 'html'],
])('reports %s as not signed in if no password is known', async (_, shape, code) => {
	const server = await hostileServer(shape);
	const {client} = await connected(server.address);
	await expect(client.call(oldestReportedDate, {}, {product})).rejects.toMatchObject({
		kind: 'auth',
		details: {code, hint: expect.stringContaining('usagectl login')},
	});
	expect(server.met).toHaveLength(1);
});

test('renews an expired session once for ten parallel calls', async () => {
	let alive = 's-1';
	const server = await hostileServer((response, met) => {
		const {path, json} = met;
		if (path === '/auth/login') {
			alive = json.password === password ? `${alive}x` : alive;
			return ok({sessionId: alive})(response, met);
		}
		return (json.sessionId === alive ? oldest : dead)(response, met);
	});
	const {client} = await connected(server.address, {env: signsIn});
	await client.call(oldestReportedDate, {}, {product});
	alive = 's-2';
	await Promise.all(Array.from({length: 10}, () => client.call(oldestReportedDate, {}, {product})));
	expect(paths(server.met).filter(path => path === '/auth/login')).toHaveLength(2);
});

test('does not sign in again after a new session was rejected', async () => {
	const server = await hostileServer(login('s-1'), dead);
	const {client} = await connected(server.address, {env: signsIn});
	for (const _ of [1, 2])
		await expect(client.call(list, {}, {product})).rejects.toMatchObject({
			kind: 'auth',
			details: {reason: 'session over'},
		});
	expect(paths(server.met).filter(path => path === '/auth/login')).toHaveLength(1);
});

test.each([
	['refused', dead],
	['answered by a 500', reply('', {status: 500})],
	['answered by a 503', reply('', {status: 503, headers: {'retry-after': '0'}})],
	['cut off', reset],
])('never retries a login that is %s', async (_, shape) => {
	const server = await hostileServer(shape);
	const {client} = await connected(server.address, {env: signsIn});
	for (const _ of [1, 2]) await expect(client.call(oldestReportedDate, {}, {product})).rejects.toMatchObject({});
	expect(server.met).toHaveLength(1);
});

test.each([
	['none', {status: 'OK'}],
	['an empty one', {status: 'OK', sessionId: ''}],
	['a number', {status: 'OK', sessionId: 12}],
	['one with a line end', {status: 'OK', sessionId: 'a\r\nb'}],
	['one of a megabyte', {status: 'OK', sessionId: 'x'.repeat(2 ** 20)}],
])('rejects a successful login with %s as session ID', async (_, body) => {
	const server = await hostileServer(reply(body));
	const {client} = await connected(server.address, {env: signsIn});
	await expect(client.call(oldestReportedDate, {}, {product})).rejects.toMatchObject({kind: 'refused'});
});

test('does not follow a redirect of the login, so the password reaches one host only', async () => {
	const other = await hostileServer(login('stolen'));
	for (const status of [301, 302, 303, 307, 308]) {
		const server = await hostileServer(redirect(`${other.address}/auth/login`, status));
		const {client} = await connected(server.address, {env: signsIn});
		await expect(client.call(oldestReportedDate, {}, {product})).rejects.toMatchObject({
			kind: 'refused',
			message: expect.stringContaining(new URL(other.address).host),
		});
	}
	expect(other.met).toEqual([]);
});

test('retries a rejected update, and leaves one with unknown delivery to the caller', async () => {
	const done = ok({insertedKeys: 1, rejectedKeys: 0, updatedKeys: 0});
	const input = {keyUpdates: [{licenseKey: 'A'}]};
	for (const [shape, sent] of [
		[reset, 1],
		[reply('', {status: 502}), 1],
		[reply('', {status: 503}), 1],
		[reply('', {status: 503, headers: {'retry-after': '1'}}), 2],
		[reply('', {status: 429}), 2],
	] as const) {
		const server = await hostileServer(shape, done);
		const {client} = await connected(server.address);
		const answer = client.call(update, input, {product});
		await (sent === 1 ? expect(answer).rejects.toMatchObject({kind: 'network'}) : answer);
		expect(server.met).toHaveLength(sent);
	}
});

test('notes a reason that comes with OK', async () => {
	const notes: string[] = [];
	const server = await hostileServer(ok({oldestDate: '2023-06-30', reason: `maintenance tonight ${sessionId}`}));
	const {client} = await connected(server.address, {note: text => notes.push(text)});
	await client.call(oldestReportedDate, {}, {product});
	expect(notes).toEqual(['the service answered OK and added: maintenance tonight ********']);
});

test('masks secrets in failures even if the service repeats them all', async () => {
	const server = await hostileServer(
		login(sessionId),
		reply(
			{status: 'SYNTAX ERROR', reason: `bad: ${sessionId} ${password} ${encodeURIComponent(password)}`},
			{status: 400},
		),
	);
	const {client, traced} = await connected(server.address, {env: signsIn});
	const error = await client.call(oldestReportedDate, {}, {product}).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({kind: 'refused', details: {reason: 'bad: ******** ******** ********'}});
	const shown = JSON.stringify([error, (error as Error).message, traced]);
	expect(traced.length).toBeGreaterThan(3);
	for (const secret of [sessionId, password, encodeURIComponent(password)]) expect(shown).not.toContain(secret);
});

test('returns raw bodies unchanged, and pages if a page was requested', async () => {
	const body = '{"status" : "OK","results":{"10":1,"9":[]}, "odd":1}';
	const server = await hostileServer(reply(body, {headers: {'content-type': 'text/javascript'}}), html(), html());
	const {client} = await connected(server.address);
	expect(await client.raw(endpoints.reports.current, {any: 'thing'}, {product})).toMatchObject({
		status: 200,
		contentType: 'text/javascript',
		body,
	});
	const page = client.raw(endpoints.reports.current, {}, {product, get: true, params: {resultFormat: 'table'}});
	expect((await page).body).toContain('<title>');
	await expect(client.raw(endpoints.reports.current, {}, {product})).rejects.toMatchObject({kind: 'auth'});
});

test('stops at once when the run is stopped', async () => {
	const server = await hostileServer(() => undefined);
	const controller = new AbortController();
	const {client} = await connected(server.address, {signal: controller.signal});
	const call = client.call(oldestReportedDate, {}, {product});
	while (server.met.length === 0) await new Promise(setImmediate);
	controller.abort(new Error('stopped by SIGINT'));
	await expect(call).rejects.toThrow('stopped by SIGINT');
});
