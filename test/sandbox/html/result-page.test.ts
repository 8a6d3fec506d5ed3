import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {chartTypes} from '../../../src/contract/service-words.ts';
import {createChart} from '../../../src/sandbox/html/chart-model.ts';
import {drawChart} from '../../../src/sandbox/html/chart-svg.ts';
import {readRows} from '../../../src/sandbox/html/result-rows.ts';
import {echoHandlers, product, served} from '../support/served.ts';

/** Labels and figures of each row, as plain values. */
const rowsOf = (results: object) => readRows(results).map(({labels, figures}) => [labels, Object.fromEntries(figures)]);

test('levels, lists and maps come apart into rows, in their order', () => {
	const home = new Map<string, unknown>([
		['totals', new Map([['active', 40]])],
		[
			'level2',
			new Map([
				['10', new Map([['totals', new Map([['active', 15]])]])],
				['9', new Map([['totals', new Map([['active', 25]])]])],
			]),
		],
	]);
	expect(rowsOf(new Map([['level1', new Map([['Home', home]])]]))).toEqual([
		[['Home'], {active: 40}],
		[['Home', '10'], {active: 15}],
		[['Home', '9'], {active: 25}],
	]);
	expect(
		rowsOf(
			new Map([
				['≤ 1', 14],
				['2', 9],
			]),
		),
	).toEqual([[[], {'≤ 1': 14, '2': 9}]]);
	expect(rowsOf([{eventCategory: null, eventName: 'Open', eventCount: 3}])).toEqual([
		[['no category', 'Open'], {eventCount: 3}],
	]);
	const timeline = new Map([['2021-05-01', [{category: 'Files', name: 'Open', value: 31}]]]);
	expect(rowsOf(timeline)).toEqual([[['2021-05-01', 'Files', 'Open'], {value: 31}]]);
	const full = [{combiLabel: 'Open or Save', data: {eventCounts: 90, usageFrequency: new Map([['1', 20]])}}];
	expect(rowsOf(full)).toEqual([[['Open or Save'], {eventCounts: 90}]]);
});

test('a chart has the date, the last label or all of them along its axis', () => {
	const rows = [
		{
			labels: ['2021-01-01', 'Home'],
			figures: new Map([
				['new', 1],
				['active', 5],
			]),
		},
		{labels: ['2021-02-01', 'Home'], figures: new Map([['new', 2]])},
	];
	expect(createChart(rows, {axis: 'date'})).toEqual({
		categories: ['2021-01-01', '2021-02-01'],
		series: [
			{name: 'Home / new', values: [1, 2]},
			{name: 'Home / active', values: [5, null]},
		],
	});
	expect(createChart(rows, {axis: 'last', measure: 'new'})).toEqual({
		categories: ['Home'],
		series: [
			{name: '2021-01-01', values: [1]},
			{name: '2021-02-01', values: [2]},
		],
	});
	expect(createChart(rows, {axis: 'all', measure: 'new'}).categories).toEqual([
		'2021-01-01 / Home',
		'2021-02-01 / Home',
	]);
	expect(
		createChart(
			[
				{
					labels: [],
					figures: new Map([
						['≤ 1', 3],
						['2', 4],
					]),
				},
			],
			{axis: 'all'},
		),
	).toEqual({
		categories: ['≤ 1', '2'],
		series: [{name: 'installations', values: [3, 4]}],
	});
});

const model = {
	categories: ['A', '<B>'],
	series: [
		{name: 'new', values: [10, 5]},
		{name: 'lost', values: [null, 2.5]},
	],
};

/** Texts of a chart, without its axis of figures. */
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);

test.each(['bar', 'column', 'line'] as const)('a %s chart shows every category, series and value', type => {
	const shown = texts(drawChart(model, type));
	for (const text of ['A', '&lt;B&gt;', 'new', 'lost', '10', '5', '2.5']) expect(shown).toContain(text);
});

test('a pie has a slice for each category of the first series', () => {
	expect(texts(drawChart(model, 'pie'))).toEqual(['A: 10', '&lt;B&gt;: 5']);
	expect(drawChart({categories: ['A'], series: [{name: 'n', values: [0]}]}, 'pie')).not.toContain('NaN');
});

test('nothing in a chart can be taken for markup, and nothing is loaded', () => {
	const hostile = '"><script src=//evil.example></script>&\'';
	for (const type of chartTypes) {
		const svg = drawChart({categories: [hostile, 'b'], series: [{name: hostile, values: [1, 2]}]}, type);
		expect(svg).not.toContain('<script');
		expect(svg.replace(/http:\/\/www\.w3\.org\/[\w/]+/g, '')).not.toMatch(/https?:|url\((?!#)|href/);
	}
	expect(drawChart({categories: [], series: []}, 'column')).not.toContain('NaN');
});

const {current} = endpoints.reports;
const {timeline} = endpoints.events;
const request = {productId: product, startDate: '2026-01-01', clientStatus: ['new', 'active']};
const handlers = echoHandlers({
	[current.path]: async () => ({
		levelLabels: {},
		results: new Map([
			['new', 18],
			['active', 100],
		]),
	}),
	[timeline.path]: async () => ({results: new Map([['2026-01-01', [{category: null, name: '<i>', value: 3}]]])}),
	[endpoints.licenseKeys.list.path]: async () => ({
		matchingKeysCount: 1,
		results: [{licenseKey: '<K>', licenseStatus: {expired: true}, expiryDate: null}],
	}),
});

async function asked() {
	const sandbox = await served({handlers});
	const cookie = await sandbox.loginByCookie();
	return {...sandbox, cookie, page: (path: string, query: object = request) => sandbox.get(path, query, cookie)};
}

test('a page by GET and by POST, with a table or a chart; raw is the default', async () => {
	const {page, post, cookie} = await asked();
	const table = await page(`${current.path}?resultFormat=table`);
	expect([table.status, table.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	const text = await table.text();
	expect(text).toContain('<tr><td>new</td><td class="n">18</td></tr>');
	expect(await (await post(`${current.path}?resultFormat=table`, request, cookie)).text()).toBe(text);
	for (const type of ['pie', 'bar', 'column'])
		expect(await (await page(`${current.path}?resultFormat=highcharts&hcType=${type}`)).text()).toContain('<svg');
	const raw = await page(`${current.path}?resultFormat=raw`);
	expect(await raw.json()).toEqual(await (await page(current.path)).json());
	expect(table.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
});

test('line belongs to a date split, the others to none; by assumption any to any', async () => {
	const {page} = await asked();
	const chart = (path: string, type: string, query: object = request) =>
		page(`${path}?resultFormat=highcharts&hcType=${type}`, query).then(answer => answer.status);
	const split = {
		...request,
		stopDate: '2026-02-01',
		dateSplit: 'day',
		dataView: 'usageCounts',
		events: [{category: null, name: '<i>'}],
	};
	expect(await chart(timeline.path, 'line', split)).toBe(200);
	const drawn = await (await page(`${timeline.path}?resultFormat=highcharts&hcType=line`, split)).text();
	expect(drawn).toContain('>2026-01-01</text>');
	expect(await chart(timeline.path, 'column', split)).toBe(400);
	expect(await chart(current.path, 'line')).toBe(400);
	const lenient = await served({handlers, assume: ['chart-types=any']});
	const any = `${current.path}?resultFormat=highcharts&hcType=line`;
	expect((await lenient.get(any, request, await lenient.loginByCookie())).status).toBe(200);
});

test.each([
	[`${current.path}?resultFormat=pdf`, /resultFormat/],
	[`${current.path}?resultFormat=highcharts`, /hcType/],
	[`${current.path}?resultFormat=highcharts&hcType=area`, /hcType/],
	[`${endpoints.licenseKeys.list.path}?resultFormat=highcharts&hcType=pie`, /has no chart/],
])('refuses %s', async (path, reason) => {
	const {page} = await asked();
	const answer = await page(path);
	expect([answer.status, await answer.json()]).toEqual([
		400,
		{status: 'SYNTAX ERROR', reason: expect.stringMatching(reason)},
	]);
});

test('records are tables too, with the names of nested members', async () => {
	const {page} = await asked();
	const text = await (await page(`${endpoints.licenseKeys.list.path}?resultFormat=table`, {productId: product})).text();
	expect(text).toContain('<th>name</th><th>value</th></tr></thead><tbody><tr><td>matchingKeysCount</td>');
	expect(text).toContain('<td class="n">1</td>');
	expect(text).toContain('<h2>results</h2>');
	expect(text).toContain('<th>licenseStatus.expired</th>');
	expect(text).toContain('<td>&lt;K&gt;</td><td>true</td><td></td>');
});

test('a page needs a session like anything else', async () => {
	const {get} = await asked();
	expect((await get(`${current.path}?resultFormat=table`, request)).status).toBe(302);
});
