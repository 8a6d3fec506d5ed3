import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {echoHandlers, product, served} from '../support/served.ts';

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

test('returns a page with a table by GET and POST, and raw JSON by default', async () => {
	const {page, post, cookie} = await asked();
	const table = await page(`${current.path}?resultFormat=table`);
	expect([table.status, table.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	expect(table.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
	const text = await table.text();
	expect(text).toContain(
		'<thead><tr><th>name</th><th>value</th></tr></thead><tbody><tr><td>results / new</td><td class="n">18</td></tr><tr><td>results / active</td><td class="n">100</td></tr></tbody>',
	);
	expect(await (await post(`${current.path}?resultFormat=table`, request, cookie)).text()).toBe(text);
	const raw = await page(`${current.path}?resultFormat=raw`);
	expect(await raw.json()).toEqual(await (await page(current.path)).json());
});

test.each(['pie', 'bar', 'column'])(
	'a %s chart is answered with the figures, and a sentence that says so',
	async type => {
		const {page} = await asked();
		const table = await (await page(`${current.path}?resultFormat=table`)).text();
		const chart = await (await page(`${current.path}?resultFormat=highcharts&hcType=${type}`)).text();
		expect(chart).toBe(
			table.replace('<table>', '<p>The sandbox does not draw charts. The table shows the figures.</p><table>'),
		);
	},
);

test('requires line with a date split, and another type without one', async () => {
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
	expect(drawn).toContain('<td>results / 2026-01-01 / 0 / name</td><td>&lt;i&gt;</td>');
	expect(await chart(timeline.path, 'column', split)).toBe(400);
	expect(await chart(current.path, 'line')).toBe(400);
});

test.each([
	[`${current.path}?resultFormat=pdf`, /resultFormat/],
	[`${current.path}?resultFormat=highcharts`, /hcType/],
	[`${current.path}?resultFormat=highcharts&hcType=area`, /hcType/],
	[`${endpoints.licenseKeys.list.path}?resultFormat=highcharts&hcType=pie`, /has no chart/],
])('rejects %s', async (path, reason) => {
	const {page} = await asked();
	const answer = await page(path);
	expect([answer.status, await answer.json()]).toEqual([
		400,
		{status: 'SYNTAX ERROR', reason: expect.stringMatching(reason)},
	]);
});

test('shows records as tables and escapes markup', async () => {
	const {page} = await asked();
	const text = await (await page(`${endpoints.licenseKeys.list.path}?resultFormat=table`, {productId: product})).text();
	expect(text).toContain('<tr><td>matchingKeysCount</td><td class="n">1</td></tr>');
	expect(text).toContain('<tr><td>results / 0 / licenseKey</td><td>&lt;K&gt;</td></tr>');
	expect(text).toContain('<tr><td>results / 0 / licenseStatus / expired</td><td>true</td></tr>');
	expect(text).toContain('<tr><td>results / 0 / expiryDate</td><td></td></tr>');
});

test('a page requires a session', async () => {
	const {get} = await asked();
	expect((await get(`${current.path}?resultFormat=table`, request)).status).toBe(302);
});
