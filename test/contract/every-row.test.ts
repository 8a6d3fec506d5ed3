import {expect, test} from 'vitest';
import {signIn} from '../../src/client/sign-in.ts';
import type {Endpoint} from '../../src/contract/operations/endpoint.ts';
import {endpointRows, endpoints} from '../../src/contract/operations/endpoints.ts';
import {noSessions} from '../../src/session/session-store.ts';
import {started} from '../sandbox/support/started.ts';
import {connected, getExchangeParts} from '../support/program/connected.ts';

const {baseUrl, admin, product} = await started();
const range = {startDate: '2026-01-01', stopDate: '2026-05-31'};
const lost = {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen', globalFilters: {}} as const;
const env = {USAGECTL_USER: admin.user, USAGECTL_PASSWORD: admin.password};
const byId = (await connected(baseUrl, {env})).client;
const byCookie = (await connected(baseUrl, {env, flags: {cookies: ['true']}})).client;
const signedOut = (await connected(baseUrl)).client;

/** An event that the advanced reports include. */
const findEvent = async () => {
	const {results} = await byId.call(endpoints.lost.events, lost, {product});
	const [first] = results as readonly ReadonlyMap<string, string>[];
	return {category: first?.get('eventCategory') ?? null, name: first?.get('eventName') ?? ''};
};
const event = await findEvent();
const byVersion = {segmentBy: 'prodVersion', segments: [{type: 'regex', value: '.*', split: true}]} as const;
const logs = (root: string, file: string): Readonly<Record<string, object>> => ({
	[`/${root}/getLastLines`]: {lineCount: 3},
	[`/${root}/listFiles`]: {},
	[`/${root}/getDownloadUrl`]: {fileName: `${product}_${file}_2026-06-29.zip`},
});

/** A valid request for each operation except login and logout. */
const inputs: Readonly<Record<string, object>> = {
	'/licenseKeys/listKeys': {paging: {limit: 5}, sorting: {field: 'overQuotaCount', order: 'descending'}},
	'/licenseKeys/updateKeys': {keyUpdates: [{licenseKey: 'EVERY-ROW', notes: 'ä ✓ "quoted"'}]},
	'/meta/productProperties': {},
	'/meta/propertyValues': {property: 'os', granularity: 'version', filter: {type: 'regex', value: 'Windows'}},
	'/meta/oldestReportedDate': {},
	'/reporting/generic/dateRange': {...range, clientStatus: ['new', 'active']},
	'/reporting/engagement/usageDistribution': range,
	'/rawEvents/download/listFiles': {},
	'/rawEvents/download/getDownloadUrl': {fileName: `${product}_2026-06-29.zip`},
	'/eventTracking/listEventNames': {showEvents: ['all']},
	'/reporting/clientPropertyList': {properties: ['prodVersion', 'os.version', 'ram', 'dateInstalled']},
	'/reporting/eventTracking/churn/dataTable': {...lost, ...byVersion},
	'/reporting/eventTracking/churn/histogram': {...lost, event},
	'/reporting/churn/histogram/days': lost,
	'/reporting/churn/histogram/sessions': lost,
	'/reporting/churn/histogram/runtime': lost,
	'/reporting/generic/current': {
		startDate: '2026-01-01',
		clientStatus: ['new', 'active'],
		globalFilters: {geography: {type: 'stringArray', country: ['US', 'DE']}},
		levels: {level1: {property: 'prodVersion', segments: [{type: 'regex', value: '.*', split: true}]}},
	},
	'/reporting/engagement/churnAndEngagement': {
		...range,
		daysUntilDeclaredLost: 30,
		dateSplit: 'month',
		globalFilters: {},
		segmentBy: 'installationMonth',
	},
	'/reporting/eventTracking/basic/dataTable': range,
	'/reporting/eventTracking/basic/timeline': {...range, dateSplit: 'month', dataView: 'usageCounts', events: [event]},
	'/reporting/eventTracking/advanced/fullReport': {...range, globalFilters: {}, ...byVersion, events: [event]},
	...logs('exceptionTracking', 'exc'),
	...logs('customEventTracking', 'cust'),
};
const asked = endpointRows.filter(({scope}) => scope === 'product');

/** One-time URLs differ each time. */
const comparable = (body: string) => body.replace(/(downloadUrl":"[^"]*\/)[\w-]+/, '$1once');

test('has a request for every operation', () => {
	expect(Object.keys(inputs).sort()).toEqual(asked.map(({path}) => path).sort());
});

test.each(asked.map(row => [row.path, row] as const))(
	'%s: by POST and by GET, by session id and by cookie, the same bytes',
	async (path, row: Endpoint) => {
		const input = inputs[path] ?? {};
		// What is asked changes nothing any more when it has been asked once.
		expect(await byId.call(row, input as never, {product})).toBeTypeOf('object');
		const bodies: string[] = [];
		for (const client of [byId, byCookie])
			for (const get of [false, true]) bodies.push((await client.raw(row, input, {product, get})).body);
		expect(new Set(bodies.map(comparable)).size).toBe(1);
	},
);

test.each(asked.map(row => [row.path, row] as const))(
	'%s: without a session 401 by POST, 302 by GET',
	async (path, row) => {
		const input = inputs[path] ?? {};
		for (const [get, httpStatus] of [
			[false, 403],
			[true, 403],
		] as const)
			await expect(signedOut.raw(row, input, {product, get})).rejects.toMatchObject({
				kind: 'auth',
				details: {httpStatus},
			});
		const bare = {
			method: 'POST',
			headers: {'content-type': 'application/json'},
			body: JSON.stringify({productId: product, ...input}),
		};
		expect((await fetch(baseUrl + path, bare)).status).toBe(401);
		const query = encodeURIComponent(JSON.stringify({productId: product, ...input}));
		expect((await fetch(`${baseUrl}${path}?query=${query}`, {redirect: 'manual'})).status).toBe(302);
	},
);

test.each(asked.map(row => [row.path, row] as const))(
	'%s: a member it does not know cannot be sent',
	async (path, row) => {
		await expect(byId.call(row, {...inputs[path], color: 'red'} as never, {product})).rejects.toMatchObject({
			kind: 'usage',
		});
	},
);

test.each([
	['id', false],
	['cookie', true],
] as const)('logout by %s ends that session, by POST and by GET', async (_, cookies) => {
	const {logout} = endpoints.auth;
	for (const get of [false, true]) {
		const parts = {...getExchangeParts(), address: baseUrl, cookies};
		const session = await signIn({user: admin.user, password: admin.password}, parts);
		const {client} = await connected(baseUrl, {env: {}, sessions: {...noSessions, find: async () => session}});
		const ask = () => client.call(endpoints.meta.oldestReportedDate, {}, {product});
		expect(await ask()).toBeTypeOf('object');
		expect(await client.raw(logout, {}, {get})).toMatchObject({body: '{"status":"OK"}'});
		await expect(ask()).rejects.toMatchObject({kind: 'auth'});
	}
});
