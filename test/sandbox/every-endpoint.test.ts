import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {endpointRows, endpoints} from '../../src/contract/operations/endpoints.ts';
import {optionTable} from '../../src/sandbox/options/option-table.ts';
import {postJson, started} from './support/started.ts';

const {baseUrl, identity, admin, product, products, ask} = await started();

const range = {startDate: '2026-03-01', stopDate: '2026-05-31'};
const lostRange = {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen', globalFilters: {}};
const [advanced] = (await ask(endpoints.lost.events.path, lostRange)).results;
const event = {category: advanced.eventCategory, name: advanced.eventName};
const segmented = {segmentBy: 'prodEdition', segments: [{type: 'regex', value: '.*', split: true}]};
const {reports, lost, events, licenseKeys, meta, exceptions, customEvents, rawEvents, lists} = endpoints;

/** Requests of every row; reports with and without segments, since they differ in layout. */
const requests: readonly (readonly [string, object])[] = [
	[licenseKeys.list.path, {sorting: {field: 'overQuotaCount', order: 'descending'}, paging: {limit: 7}}],
	[licenseKeys.update.path, {keyUpdates: []}],
	[meta.productProperties.path, {}],
	[meta.propertyValues.path, {property: 'geography', granularity: 'country'}],
	[meta.oldestReportedDate.path, {}],
	[lists.eventNames.path, {showEvents: ['all']}],
	[lists.clients.path, {properties: ['prodVersion', 'licenseStatus.expired', 'geography.usState']}],
	[reports.range.path, {...range, clientStatus: ['new', 'active']}],
	[reports.range.path, {...range, clientStatus: ['active'], dateSplit: 'month'}],
	[reports.distribution.path, range],
	[rawEvents.listFiles.path, {}],
	[reports.current.path, {startDate: 'NOW-90', clientStatus: ['new', 'active']}],
	[
		reports.current.path,
		{
			...{startDate: '2026-04-01', clientStatus: ['lost'], daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'},
			levels: {level1: {property: 'prodEdition', segments: segmented.segments}},
		},
	],
	[reports.current.path, {startDate: '2026-04-01', clientStatus: ['active'], dateSplit: 'month'}],
	[reports.engagement.path, {...range, daysUntilDeclaredLost: 30, dateSplit: 'month', segmentBy: 'installationMonth'}],
	[lost.days.path, lostRange],
	[lost.sessions.path, lostRange],
	[lost.runtime.path, lostRange],
	[lost.events.path, lostRange],
	[lost.events.path, {...lostRange, ...segmented}],
	[lost.event.path, {...lostRange, event}],
	[events.table.path, range],
	[events.timeline.path, {...range, dateSplit: 'week', dataView: 'usageCounts', events: [event]}],
	[events.frequency.path, {...range, globalFilters: {}, events: [event]}],
	[events.frequency.path, {...range, ...segmented, events: [event]}],
	[exceptions.lastLines.path, {lineCount: 3}],
	[exceptions.listFiles.path, {}],
	[customEvents.lastLines.path, {lineCount: 3}],
	[customEvents.listFiles.path, {}],
];

const get = (path: string, query: object, options: {headers?: Record<string, string>; format?: string} = {}) =>
	fetch(`${baseUrl}${path}?query=${encodeURIComponent(JSON.stringify(query))}${options.format ?? ''}`, {
		redirect: 'manual',
		headers: options.headers ?? {},
	});
const loginByCookie = async () => {
	const answer = await postJson(`${baseUrl}/auth/login`, {
		user: admin.user,
		password: admin.password,
		useCookies: true,
	});
	return {cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''};
};
const cookie = await loginByCookie();

test('has a request for every operation except those of sessions and addresses', () => {
	const asked = new Set(requests.map(([path]) => path));
	const rest = endpointRows.map(row => row.path).filter(path => !asked.has(path));
	expect(rest.sort()).toEqual(
		[
			endpoints.auth.login,
			endpoints.auth.logout,
			exceptions.downloadUrl,
			customEvents.downloadUrl,
			rawEvents.downloadUrl,
		]
			.map(row => row.path)
			.sort(),
	);
});

test.each(requests)(
	'%s %j: the same bytes by POST and GET, by session and cookie, that the contract takes',
	async (path, request) => {
		const body = {...request, productId: product};
		const json = {'content-type': 'application/json'};
		const answers = [
			await postJson(baseUrl + path, {...body, ...identity}),
			await get(path, {...body, ...identity}),
			await fetch(baseUrl + path, {method: 'POST', headers: {...json, ...cookie}, body: JSON.stringify(body)}),
			await get(path, body, {headers: cookie}),
		];
		expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200]);
		const [first = '', ...others] = await Promise.all(answers.map(answer => answer.text()));
		expect(others).toEqual([first, first, first]);
		const row = endpointRows.find(item => item.path === path);
		expect(row?.response.safeParse(JSON.parse(first)).error).toBeUndefined();
		expect(JSON.parse(first)).toMatchObject({status: 'OK'});
	},
);

/** An event that the product does not have is another matter. */
const eventless = requests.filter(([, request]) => !('event' in request || 'events' in request));
test.each(eventless)('%s %j: returns an empty response for a product without data', async (path, request) => {
	const answer = await ask(path, {
		...request,
		productId: products[2]?.productId,
		startDate: '2026-06-15',
		stopDate: '2026-06-20',
	});
	expect([answer.http, answer.status]).toEqual([200, 'OK']);
});

const charts = requests.filter(([path]) => path.startsWith('/reporting') && path !== lists.clients.path);
test.each(charts)('%s %j: returns a page with figures for a table and for a chart', async (path, request) => {
	const body = {...request, productId: product};
	const table = await get(path, body, {headers: cookie, format: '&resultFormat=table'});
	expect([table.status, table.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	expect((await table.text()).match(/<tr>/g)?.length).toBeGreaterThan(1);
	const type = 'dateSplit' in request ? 'line' : 'column';
	const chart = await get(path, body, {headers: cookie, format: `&resultFormat=highcharts&hcType=${type}`});
	const page = await chart.text();
	expect(page).toMatch(/<td class="n">[1-9]/);
	expect(page).not.toMatch(/NaN|Infinity|undefined/);
});

test('the code of the sandbox reads every option', () => {
	const folder = resolve(import.meta.dirname, '../../src/sandbox');
	const code = readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(name => name.endsWith('.ts') && !name.startsWith('options'))
		// The parts of requests that an option of the same name may reject.
		.concat('../contract/rules/undocumented-parts.ts')
		.map(name => readFileSync(join(folder, name), 'utf8'))
		.join('\n');
	const looks = (id: string) => [
		...[`['${id}']`, `{'${id}': `, `options.${id}`, `{${id}}: SandboxOptions`],
		`option: '${id}'`,
	];
	const unused = optionTable.filter(({id}) => !looks(id).some(text => code.includes(text)));
	expect(unused.map(({id}) => id)).toEqual([]);
});
