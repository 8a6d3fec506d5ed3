import {expect, test} from 'vitest';
import {endpointRows, endpoints} from '../../../src/contract/operations/endpoints.ts';
import {product, served} from '../support/served.ts';

const histogram = endpoints.lost.days.path;
const range = {
	startDate: '2026-01-01',
	stopDate: '2026-01-31',
	daysUntilDeclaredLost: 30,
	dateReportedLost: 'dateLastSeen',
};
const oldest = endpoints.meta.oldestReportedDate.path;

/** A small request that each row takes. */
const samples: Readonly<Record<string, object>> = {
	...Object.fromEntries(endpointRows.map(row => [row.path, {}])),
	...Object.fromEntries(
		[endpoints.lost.days, endpoints.lost.sessions, endpoints.lost.runtime, endpoints.lost.events].map(row => [
			row.path,
			range,
		]),
	),
	[endpoints.lost.event.path]: {...range, event: {category: 'Files', name: 'Open'}},
	[endpoints.licenseKeys.update.path]: {keyUpdates: []},
	[endpoints.meta.propertyValues.path]: {property: 'prodVersion'},
	[endpoints.reports.current.path]: {startDate: 'NOW-30', clientStatus: ['new']},
	[endpoints.reports.range.path]: {startDate: 'NOW-30', stopDate: 'NOW', clientStatus: ['new']},
	[endpoints.lists.eventNames.path]: {showEvents: ['all']},
	[endpoints.lists.clients.path]: {properties: ['prodVersion']},
	[endpoints.reports.engagement.path]: {...range, dateSplit: 'month'},
	[endpoints.reports.distribution.path]: range,
	[endpoints.rawEvents.downloadUrl.path]: {fileName: 'a.zip'},
	[endpoints.events.table.path]: range,
	[endpoints.events.timeline.path]: {
		...range,
		dateSplit: 'day',
		dataView: 'usageCounts',
		events: [{category: null, name: 'Start'}],
	},
	[endpoints.events.frequency.path]: {...range, events: [{category: 'Files', name: 'Open'}]},
	[endpoints.exceptions.lastLines.path]: {lineCount: 2},
	[endpoints.customEvents.lastLines.path]: {lineCount: 2},
	[endpoints.exceptions.downloadUrl.path]: {fileName: 'a.zip'},
	[endpoints.customEvents.downloadUrl.path]: {fileName: 'a.zip'},
};

const productRows = endpointRows.filter(row => row.scope === 'product').map(row => [row.path] as const);

test.each(productRows)('%s: returns the same bytes by POST and GET, by session ID and cookie', async path => {
	const {post, get, login, loginByCookie} = await served();
	const request = {...samples[path], productId: product};
	const identity = await login();
	const cookie = await loginByCookie();
	const answers = await Promise.all([
		post(path, {...request, ...identity}),
		get(path, {...request, ...identity}),
		post(path, request, cookie),
		get(path, request, cookie),
	]);
	expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200]);
	const bodies = await Promise.all(answers.map(answer => answer.text()));
	expect(new Set(bodies).size).toBe(1);
	expect(JSON.parse(bodies[0] ?? '')).toMatchObject({status: 'OK'});
});

test.each(productRows)('%s: returns 401 or 302 without a session, and 403 for an expired one', async path => {
	const {post, get, login, sessions} = await served();
	const request = {...samples[path], productId: product};
	const none = await post(path, request);
	expect([none.status, await none.json()]).toEqual([401, {status: 'AUTH ERROR', reason: expect.any(String)}]);
	const redirect = await get(path, request);
	expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/auth/login']);
	const identity = await login();
	sessions.endAll();
	for (const dead of [await post(path, {...request, ...identity}), await get(path, {...request, ...identity})])
		expect([dead.status, await dead.json()]).toEqual([403, {status: 'AUTH ERROR', reason: expect.any(String)}]);
});

test('redirects a GET without a session to an HTML page', async () => {
	const {baseUrl} = await served();
	const answer = await fetch(`${baseUrl}${oldest}?query=${encodeURIComponent(JSON.stringify({productId: product}))}`);
	expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

const echoed = async (answer: Response) =>
	((await answer.json()) as {results: {echo: {input: Record<string, unknown>; caller: object}}}).results.echo;

test('resolves relative dates with the sandbox clock by POST and GET', async () => {
	const {post, get, login} = await served();
	const request = {...range, startDate: 'NOW-60', stopDate: 'NOW', productId: product, ...(await login())};
	const days = {startDate: '2026-05-01', stopDate: '2026-06-30'};
	expect((await echoed(await post(histogram, request))).input).toMatchObject(days);
	expect((await echoed(await get(histogram, request))).input).toMatchObject(days);
	const strict = await served({assume: ['relative-dates=get']});
	const own = {...request, ...(await strict.login())};
	expect((await strict.post(histogram, own)).status).toBe(400);
	expect((await strict.get(histogram, own)).status).toBe(200);
});

test('rejects a start before the earliest allowed date, or clamps it by an option', async () => {
	const {post, login} = await served();
	const request = {...range, startDate: '2023-12-31', productId: product};
	const refused = await post(histogram, {...request, ...(await login())});
	expect([refused.status, await refused.json()]).toEqual([
		400,
		{status: 'SYNTAX ERROR', reason: 'startDate 2023-12-31 is before the earliest allowed date 2024-01-01'},
	]);
	const clamping = await served({assume: ['old-start=clamp']});
	const clamped = await clamping.post(histogram, {...request, ...(await clamping.login())});
	expect((await echoed(clamped)).input.startDate).toBe('2024-01-01');
});

test('accepts undocumented forms that the real service accepts', async () => {
	const {post, login} = await served();
	const identity = await login();
	const lines = await post(endpoints.exceptions.lastLines.path, {
		...identity,
		productId: String(product),
		lineCount: '12',
	});
	expect(await echoed(lines)).toEqual({
		input: {lineCount: 12},
		caller: {product, user: identity.user, licenseKeyPermission: true, oldestDate: '2024-01-01'},
	});
	const segment = {type: 'regex', value: '.*', split: true};
	const events = await post(endpoints.lost.events.path, {
		...identity,
		...range,
		productId: product,
		segmentBy: 'prodEdition',
		segments: segment,
		sort: null,
	});
	expect((await echoed(events)).input).toEqual({...range, segmentBy: 'prodEdition', segments: [segment]});
	const keys = await post(endpoints.licenseKeys.list.path, {
		...identity,
		productId: product,
		filters: null,
		paging: {startAt: null, limit: 5},
	});
	expect((await echoed(keys)).input).toEqual({paging: {limit: 5}});
});

test('keeps a null that is a value', async () => {
	const {post, login} = await served();
	const request = {...samples[endpoints.reports.current.path], dateSplit: null, productId: product};
	const answer = await post(endpoints.reports.current.path, {...request, ...(await login())});
	expect((await echoed(answer)).input).toHaveProperty('dateSplit', null);
});

test('ignores and logs unknown top-level members, or rejects them by an option', async () => {
	const {post, login, log} = await served();
	const request = {productId: product, startAtClientId: null, responseFormat: 'raw'};
	expect((await post(oldest, {...request, ...(await login())})).status).toBe(200);
	expect(log.entries().at(-1)).toMatchObject({
		path: oldest,
		notes: ['unknown member startAtClientId', 'unknown member responseFormat'],
	});
	const strict = await served({assume: ['unknown-members=refuse']});
	expect((await strict.post(oldest, {...request, ...(await strict.login())})).status).toBe(400);
});

test.each([
	['no JSON', '{"productId":', /not JSON/],
	['an array', '[]', /not a JSON object/],
	['text', '"x"', /not a JSON object/],
	['a user that is no text', '{"user":7}', /user: expected text/],
])('malformed request: %s', async (_name, body, reason) => {
	const {post} = await served();
	const answer = await post(oldest, body);
	expect(answer.status).toBe(400);
	expect(await answer.json()).toEqual({status: 'SYNTAX ERROR', reason: expect.stringMatching(reason)});
});

test.each([
	['without productId', {}, 400, /productId is missing/],
	['a productId that is no number', {productId: 'abc'}, 400, /productId: expected an integer/],
	['a fraction as productId', {productId: 1.5}, 400, /productId/],
	['a product that does not exist', {productId: 1}, 403, /cannot access the product 1/],
])('%s', async (_name, request, status, reason) => {
	const {post, login} = await served();
	const answer = await post(oldest, {...request, ...(await login())});
	expect(answer.status).toBe(status);
	expect(await answer.json()).toMatchObject({reason: expect.stringMatching(reason)});
});

test.each([
	['a filter of no form', {globalFilters: {color: {type: 'string'}}}, /globalFilters/],
	['an impossible date', {startDate: '2018-02-31'}, /startDate/],
	['a range that ends before it begins', {stopDate: '2025-12-31'}, /is before startDate/],
	['a missing field', {daysUntilDeclaredLost: undefined}, /daysUntilDeclaredLost/],
	['days that are text', {daysUntilDeclaredLost: '30'}, /daysUntilDeclaredLost/],
	['a word outside its list', {dateReportedLost: 'yesterday'}, /dateReportedLost/],
	['a date of no such form', {startDate: 'NOW+3'}, /startDate/],
])('rejects %s', async (_name, change, reason) => {
	const {post, login} = await served();
	const answer = await post(histogram, {...range, productId: product, ...(await login()), ...change});
	expect(answer.status).toBe(400);
	expect(await answer.json()).toEqual({status: 'SYNTAX ERROR', reason: expect.stringMatching(reason)});
});

const keyRequests: readonly [string, string, object][] = [
	['a filter', histogram, {...range, globalFilters: {licenseKey: {type: 'string', value: 'K'}}}],
	['segmentBy', endpoints.lost.events.path, {...range, segmentBy: 'licenseKey'}],
	['groupBy', endpoints.reports.current.path, {startDate: 'NOW', clientStatus: ['new'], groupBy: 'licenseKey'}],
	[
		'a level',
		endpoints.reports.current.path,
		{
			startDate: 'NOW',
			clientStatus: ['new'],
			levels: {
				level1: {property: 'prodEdition', segments: [{type: 'string', value: 'Pro'}]},
				level2: {property: 'licenseKey', segments: [{type: 'string', value: 'K'}]},
			},
		},
	],
];
test.each(keyRequests)('licenseKey in %s requires the permission', async (_name, path, request) => {
	const {post, login, admin, analyst} = await served({assume: ['group-by=ignore']});
	const asAdmin = await post(path, {...request, productId: product, ...(await login(admin))});
	expect(asAdmin.status).toBe(200);
	const asAnalyst = await post(path, {...request, productId: product, ...(await login(analyst))});
	expect([asAnalyst.status, await asAnalyst.json()]).toEqual([
		403,
		{status: 'AUTH ERROR', reason: 'analyst@sandbox.example has no permission to filter or segment by licenseKey'},
	]);
});

test('an option returns errors with HTTP 200', async () => {
	const {post, login} = await served({assume: ['error-status=ok']});
	const wrong = await post('/auth/login', {user: 'nobody', password: 'x'});
	expect([wrong.status, await wrong.json()]).toMatchObject([200, {status: 'AUTH ERROR'}]);
	const malformed = await post(oldest, await login());
	expect([malformed.status, await malformed.json()]).toMatchObject([200, {status: 'SYNTAX ERROR'}]);
	expect((await post(oldest, {productId: product})).status).toBe(401);
});

test('rejects an unknown operation and an unknown method', async () => {
	const {post, baseUrl} = await served();
	expect((await post('/no/such', {})).status).toBe(404);
	expect((await fetch(baseUrl + oldest, {method: 'PUT', headers: {'content-type': 'application/json'}})).status).toBe(
		405,
	);
});

test('returns 500 with the error of a failed handler, and answers the next request', async () => {
	const {echoHandlers} = await import('../support/served.ts');
	const broken = () => Promise.reject(new Error('out of order'));
	const {post, login} = await served({handlers: echoHandlers({[oldest]: broken})});
	const identity = {productId: product, ...(await login())};
	const failed = await post(oldest, identity);
	expect([failed.status, await failed.json()]).toMatchObject([500, {reason: 'the sandbox failed: out of order'}]);
	expect((await post(histogram, {...range, ...identity})).status).toBe(200);
});
