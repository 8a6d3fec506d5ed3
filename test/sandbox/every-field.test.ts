import {expect, onTestFinished, test} from 'vitest';
import {endpointRows, endpoints} from '../../src/contract/operations/endpoints.ts';
import {startSandbox} from '../../src/sandbox/start.ts';
import {createAsk, postJson, started} from './support/started.ts';

/**
 * The law as a table: each field of each endpoint (docs/service.md), whether it is required, and what it must not be.
 * Every cell is asked of a real sandbox.
 */

const {baseUrl, stateDir, identity, admin, analyst, login, product, ask} = await started();
const {reports, lost, events, licenseKeys, meta, exceptions, customEvents, rawEvents, lists} = endpoints;

type Field = {readonly required?: true; readonly wrong: readonly unknown[]};
const required = (...wrong: unknown[]): Field => ({required: true, wrong});
const optional = (...wrong: unknown[]): Field => ({wrong});

const date = required('2018-02-31', '01.06.2026', 'NOW+1', 'yesterday', 7, '');
const days = required(0, -1, 1.5, '30', true);
const lostDate = required('dateInstalled', 1, ['dateLastSeen']);
const split = required('year', 7, '');
const order = optional('up', 1);
/** Described as required, but left out by real clients: no filter (docs/service.md#current). */
const filters = optional(
	{color: {type: 'string', value: 'red'}},
	{prodVersion: {type: 'string'}},
	{prodVersion: {type: 'stringArray', value: 'x'}},
	{prodVersion: {type: 'regex', value: '('}},
	{ram: {type: 'numberRange', value: 4, min: 1}},
	{ram: {type: 'number', value: '4'}},
	{licenseStatus: {activated: true}},
	{os: {type: 'stringArray', platform: 'Windows'}},
	{os: {type: 'string'}},
	{geography: {type: 'regex', country: 'U.*'}},
	{lifetimeEventUsage: {category: 'Files', min: 1}},
	[],
	'x',
);
const fullFilters = optional(
	...filters.wrong,
	{dateInstalled: {type: 'date', value: '2026-02-30'}},
	{touchScreen: {type: 'boolean', value: 'yes'}},
	{outreachDeliveries: {auto: {delivered: ['a']}}},
);
const segmentBy = optional('color', 'os', 7);
const segments = optional([{type: 'regex', value: '('}], [{type: 'regex', value: '.', split: false}], 'x', [7]);
const event = [{category: 'Files'}, {name: 7, category: null}, {combiArray: []}, {combiArray: [{name: 'x'}]}, 'Open'];

const range = {startDate: '2026-03-01', stopDate: '2026-05-31'};
const rule = {daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};
const lostRange = {...range, ...rule, globalFilters: {}};
const lostFields = {
	startDate: date,
	stopDate: date,
	daysUntilDeclaredLost: days,
	dateReportedLost: lostDate,
	globalFilters: fullFilters,
};
const [used] = (await ask(lost.events.path, lostRange)).results;
const known = {category: used.eventCategory, name: used.eventName};
const bySegments = {segmentBy: 'prodEdition', segments: [{type: 'regex', value: '.*', split: true}]};

/** What the reports on installations by status have in common. */
const statusFields = {
	clientStatus: required([], ['gone'], 'new', ['new', 'new'], ['new', 'active', 'lost', 'new']),
	daysUntilDeclaredLost: days,
	dateReportedLost: lostDate,
	globalFilters: fullFilters,
	levels: optional(
		{level2: {property: 'vm', segments: bySegments.segments}},
		{level1: {property: 'color', segments: bySegments.segments}},
		{level1: {property: 'vm', segments: []}},
		{level1: {property: 'vm', segments: bySegments.segments, sort: 'active'}},
		{level1: {property: 'vm', segments: bySegments.segments, sortDirection: 'up'}},
		[],
	),
	dateSplit: optional('year', 7),
	groupBy: optional('ram', 7),
};

type Row = {
	readonly path: string;
	/** A request that is answered. */
	readonly base: object;
	readonly fields: Readonly<Record<string, Field>>;
};

const listFilters = [
	{licenseKey: {type: 'regex', value: '('}},
	{licenseKey: {type: 'stringArray', value: []}},
	{licenseKey: 'K'},
	{addedDate: {type: 'date', value: '2026-13-01'}},
	{addedDate: {type: 'dateRange', min: 7}},
	{expiryDate: {type: 'date'}},
	{autoCollected: 'true'},
	{overQuotaCount: {type: 'numberRange', min: 3, max: 3}},
	{overQuotaCount: {type: 'number', value: 1.5}},
	{licenseType: {type: 'regex', value: 'p'}},
	{licenseStatus: [{activated: 'Y'}]},
	{licenseStatus: {activated: true}},
	{color: 'red'},
];

const logRows = [exceptions, customEvents].flatMap((group): Row[] => [
	{
		path: group.lastLines.path,
		base: {lineCount: 2},
		fields: {lineCount: required(0, -1, 1.5, 'many', '', [], {})},
	},
	{path: group.listFiles.path, base: {}, fields: {}},
]);

const rows: readonly Row[] = [
	{
		path: licenseKeys.list.path,
		base: {},
		fields: {
			filters: optional(...listFilters, [], 'x'),
			sorting: optional({field: 'licenseKey'}, {order: 'asc'}, 'addedDate'),
			paging: optional({startAt: -1}, {startAt: 1.5}, {limit: 0}, {limit: 1001}, {limit: '10'}, 7),
		},
	},
	{
		path: licenseKeys.update.path,
		base: {keyUpdates: []},
		fields: {keyUpdates: required({licenseKey: 'K'}, 'K', 7)},
	},
	{path: meta.productProperties.path, base: {}, fields: {}},
	{
		path: meta.propertyValues.path,
		base: {property: 'os', granularity: 'version'},
		fields: {
			property: required('color', 'licenseStatus', 7, ''),
			granularity: {required: true, wrong: ['country', 'model', 7]},
			filter: optional({type: 'stringArray', value: ['x']}, {type: 'regex', value: '('}, {type: 'string'}, 'x'),
			startAfter: optional(7, true, []),
			getFullList: optional('yes', 1),
		},
	},
	{path: meta.oldestReportedDate.path, base: {}, fields: {}},
	{
		path: reports.current.path,
		base: {startDate: '2026-04-01', clientStatus: ['new', 'lost'], ...rule},
		fields: {
			startDate: {...date, wrong: [...date.wrong, '2027-01-01', '2010-01-01']},
			...statusFields,
		},
	},
	{
		path: reports.range.path,
		base: {...range, clientStatus: ['new', 'lost'], ...rule},
		fields: {startDate: date, stopDate: date, ...statusFields},
	},
	{path: lists.eventNames.path, base: {showEvents: ['all']}, fields: {showEvents: required([], ['none'], 'all', 7)}},
	{
		path: lists.clients.path,
		base: {properties: ['prodVersion']},
		fields: {
			properties: required([], ['color'], ['os'], 'prodVersion', 7),
			retDailyData: optional(
				'x',
				{startDate: '2026-05-01'},
				{...range, properties: ['color']},
				{...range, properties: []},
			),
			globalFilters: fullFilters,
			startAtClientId: optional(7),
		},
	},
	{
		path: reports.engagement.path,
		base: {...range, daysUntilDeclaredLost: 30, dateSplit: 'month', ...bySegments},
		fields: {
			startDate: date,
			stopDate: date,
			daysUntilDeclaredLost: days,
			dateSplit: split,
			globalFilters: fullFilters,
			segmentBy: optional(...segmentBy.wrong, 'installationMonth', 'installationWeek'),
			segments,
		},
	},
	...(['days', 'sessions', 'runtime'] as const).map(name => ({
		path: lost[name].path,
		base: lostRange,
		fields: lostFields,
	})),
	{
		path: lost.events.path,
		base: {...lostRange, ...bySegments},
		fields: {
			...lostFields,
			globalFilters: {...fullFilters, wrong: [...fullFilters.wrong, {machineId: {type: 'string', value: 'x'}}]},
			segmentBy,
			segments,
			sort: order,
			sortDirection: order,
			categorizeEvents: optional('yes'),
			groupBy: optional('machineId', 7),
		},
	},
	{
		path: lost.event.path,
		base: {...lostRange, event: known},
		fields: {...lostFields, event: required(...event), groupBy: optional('machineId', 7)},
	},
	{path: events.table.path, base: range, fields: {startDate: date, stopDate: date}},
	{
		path: events.timeline.path,
		base: {...range, dateSplit: 'month', dataView: 'usageCounts', events: [known]},
		fields: {
			startDate: date,
			stopDate: date,
			dateSplit: split,
			dataView: required('uses', 7),
			divisor: optional('days', 'usageCounts', 7),
			events: required([], known, [{combiArray: []}], ...event.map(item => [item])),
		},
	},
	{
		path: events.frequency.path,
		base: {...range, ...bySegments, events: [known]},
		fields: {
			startDate: date,
			stopDate: date,
			globalFilters: fullFilters,
			segmentBy,
			segments,
			sort: order,
			sortDirection: order,
			events: required([], known, ...event.map(item => [item])),
		},
	},
	{
		path: reports.distribution.path,
		base: range,
		fields: {startDate: date, stopDate: date, globalFilters: fullFilters},
	},
	{path: rawEvents.listFiles.path, base: {}, fields: {}},
	...logRows,
];

const schemaOf = (path: string) => endpointRows.find(row => row.path === path)?.request.shape ?? {};
const asked = (row: Row, change: object) => ask(row.path, {...row.base, ...change});
const syntaxError = {http: 400, status: 'SYNTAX ERROR', reason: expect.stringMatching(/\S/)};

test('the table has every endpoint with a product, and every field of each', () => {
	const others = new Set([exceptions, customEvents, rawEvents].map(({downloadUrl}): string => downloadUrl.path));
	const about = endpointRows.filter(row => row.scope === 'product' && !others.has(row.path));
	expect(rows.map(({path}) => path).sort()).toEqual(about.map(({path}) => path).sort());
	for (const {path, fields} of rows)
		expect([path, Object.keys(fields).sort()]).toEqual([path, Object.keys(schemaOf(path)).sort()]);
});

test.each(rows)('$path: accepts the request that the other tests change', async row => {
	const answer = await asked(row, {});
	expect([answer.http, answer.status, 'reason' in answer]).toEqual([200, 'OK', false]);
});

const cells = rows.flatMap(row => Object.entries(row.fields).map(([name, field]) => ({row, name, field})));
const named = (list: typeof cells) => list.map(cell => [cell.row.path, cell.name, cell] as const);

test.each(named(cells.filter(({field}) => field.required)))('%s without %s is refused', async (_path, name, {row}) => {
	expect(await asked(row, {[name]: undefined})).toEqual(syntaxError);
});

const omissible = cells.filter(({row, name, field}) => !field.required && !(name === 'segmentBy' && name in row.base));
test.each(named(omissible))('%s without %s, or with null, is answered', async (_path, name, {row}) => {
	for (const value of [undefined, null]) expect(await asked(row, {[name]: value})).toMatchObject({http: 200});
});

test.each(named(cells))(
	'%s: a wrong %s is refused, and named where its form is wrong',
	async (_path, name, {row, field}) => {
		expect(field.wrong.length).toBeGreaterThan(0);
		for (const value of field.wrong) {
			const answer = await asked(row, {[name]: value});
			expect({value, ...answer}).toEqual({value, ...syntaxError});
		}
	},
);

const getUrl = [exceptions, customEvents].map(group => [group.downloadUrl.path, group.listFiles.path] as const);
test.each(getUrl)('%s: accepts only the name of a listed file', async (path, list) => {
	const {dailyFiles} = await ask(list);
	expect(await ask(path, {fileName: dailyFiles[0].fileName})).toMatchObject({
		http: 200,
		status: 'OK',
		downloadUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
	});
	for (const fileName of [undefined, null, '', 7, 'x.zip', '../users.json', [dailyFiles[0].fileName]])
		expect({fileName, ...(await ask(path, {fileName}))}).toEqual({fileName, ...syntaxError});
});

test('login validates every field', async () => {
	const {user, password} = admin;
	const post = async (body: object) => {
		const answer = await postJson(`${baseUrl}/auth/login`, body);
		return {http: answer.status, cookies: answer.headers.getSetCookie().length, ...((await answer.json()) as object)};
	};
	const byBody = {http: 200, cookies: 0, status: 'OK', sessionId: expect.stringMatching(/^[\w-]{22}$/)};
	expect(await post({user, password})).toEqual(byBody);
	expect(await post({user, password, useCookies: false})).toEqual(byBody);
	expect(await post({user, password, useCookies: null})).toEqual(byBody);
	expect(await post({user, password, useCookies: true})).toEqual({http: 200, cookies: 1, status: 'OK'});
	for (const wrong of [
		{user},
		{password},
		{user, password: 7},
		{user: 7, password},
		{user, password, useCookies: 'yes'},
	])
		expect({wrong, ...(await post(wrong))}).toEqual({wrong, cookies: 0, ...syntaxError});
	for (const wrong of [
		{user, password: ''},
		{user: '', password},
		{user, password: analyst.password},
	])
		expect(await post(wrong)).toEqual({http: 403, cookies: 0, status: 'AUTH ERROR', reason: expect.any(String)});
});

test.each(endpointRows.filter(row => row.scope === 'product').map(row => row.path))(
	'%s: who asks must be who holds the session, of a product that is theirs',
	async path => {
		const base = rows.find(row => row.path === path)?.base ?? {fileName: 'x'};
		const other = await login(analyst);
		const authError = {status: 'AUTH ERROR', reason: expect.any(String)};
		expect(await ask(path, {...base, sessionId: other.sessionId})).toEqual({http: 403, ...authError});
		expect(await ask(path, {...base, sessionId: 'x'})).toEqual({http: 403, ...authError});
		expect(await ask(path, {...base, user: undefined, sessionId: undefined})).toEqual({http: 401, ...authError});
		expect(await ask(path, {...base, productId: 1})).toEqual({http: 403, ...authError});
		expect(await ask(path, {...base, productId: undefined})).toEqual(syntaxError);
		expect(await ask(path, {...base, productId: {}})).toEqual(syntaxError);
		expect(identity.productId).toBe(product);
	},
);

const switched: readonly (readonly [string, string, object])[] = [
	['current-split=refused', reports.current.path, {startDate: '2026-04-01', clientStatus: ['new'], dateSplit: 'month'}],
	[
		'usage-view=usageCounts',
		events.timeline.path,
		{...range, dateSplit: 'month', dataView: 'usageCount', events: [known]},
	],
	[
		'usage-view=usageCount',
		events.timeline.path,
		{...range, dateSplit: 'month', dataView: 'usageCounts', events: [known]},
	],
];
test.each(switched)('%s rejects a request that is accepted by default', async (setting, path, request) => {
	expect(await ask(path, request)).toMatchObject({http: 200});
	const strict = await startSandbox({stateDir, seed: 7, size: 500, now: '2026-06-30', assume: [setting]});
	onTestFinished(() => strict.close());
	expect(await createAsk(strict.baseUrl, identity)(path, request)).toEqual(syntaxError);
});
