import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {groupProperties} from '../../../src/sandbox/handlers/meta/property-handlers.ts';
import {parseOptions} from '../../../src/sandbox/options/option-table.ts';
import {product, served} from '../support/served.ts';

/** Switches for what the specification leaves out altogether: each changes the answer, and by default none is seen. */

const oldest = endpoints.meta.oldestReportedDate.path;

/** One answer to a small question. */
async function asked(...assume: readonly string[]) {
	const {post, login} = await served({assume});
	const answer = await post(oldest, {productId: product, ...(await login())});
	return {status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown>};
}

test('a response has only documented members by default', async () => {
	const {status, headers, body} = await asked();
	expect({status, members: Object.keys(body)}).toEqual({status: 200, members: ['status', 'results']});
	for (const name of ['api-version', 'deprecation', 'sunset', 'retry-after']) expect(headers.get(name)).toBeNull();
});

test('api-version=named adds headers with the version and its end', async () => {
	const {headers} = await asked('api-version=named');
	expect(headers.get('api-version')).toBe('1');
	expect(headers.get('deprecation')).toMatch(/^@\d+$/);
	expect(Date.parse(headers.get('sunset') ?? '')).not.toBeNaN();
});

test('notifications=in-answers adds a member', async () => {
	expect((await asked('notifications=in-answers')).body).toMatchObject({
		status: 'OK',
		notifications: [{text: expect.any(String)}],
	});
});

test('rate-limit rejects further requests of a second with Retry-After', async () => {
	let time = Date.parse('2026-06-30T12:00:00Z');
	const {post, login, log} = await served({assume: ['rate-limit=3'], now: () => new Date(time)});
	const identity = {productId: product, ...(await login())};
	const ask = async () => (await post(oldest, identity)).status;
	expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 429, 429]);
	expect((await post(oldest, identity)).headers.get('retry-after')).toBe('1');
	expect(log.entries().at(-1)?.notes).toEqual(['more than 3 requests per second']);
	time += 1000;
	expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
});

test('reason-text=absent rejects a request without a reason', async () => {
	const mistake = {productId: 'x'};
	const told = await served();
	expect(await (await told.post(oldest, {...mistake, ...(await told.login())})).json()).toEqual({
		status: 'SYNTAX ERROR',
		reason: expect.any(String),
	});
	const silent = await served({assume: ['reason-text=absent']});
	expect(await (await silent.post(oldest, {...mistake, ...(await silent.login())})).json()).toEqual({
		status: 'SYNTAX ERROR',
	});
});

test.each([
	['refuse', 400],
	['raw', 200],
])('unknown-format=%s', async (value, status) => {
	const {get, login} = await served({assume: [`unknown-format=${value}`]});
	const answer = await get(`${oldest}?resultFormat=xml`, {productId: product, ...(await login())});
	expect({status: answer.status, type: answer.headers.get('content-type')}).toEqual({
		status,
		type: expect.stringContaining('application/json'),
	});
});

test('collected=more lists undocumented properties', () => {
	const namesWith = (...settings: readonly string[]) =>
		groupProperties(new Set(), parseOptions(settings)).flatMap(({properties}) => properties.map(({name}) => name));
	expect(namesWith('collected=more')).toEqual([...namesWith(), 'majorVersion', 'daysKnown']);
});

/** Gaps in the published documentation of the service, and the options and decisions that cover each. */
const notShown = [
	['the full installation record', ['option-collected']],
	['transitions between the states of an installation', ['decision-lost-as-of']],
	[
		'values of resultFormat and hcType, grammar of relative dates',
		['option-unknown-format', 'decision-chart-types', 'option-relative-dates'],
	],
	[
		'conditions under which a key is rejected',
		['option-rejected-keys', 'option-repeated-keys', 'option-unknown-key-fields'],
	],
	['edges of bins', ['decision-bins']],
	[
		'values of dateSplit, layout of generic/current',
		['option-current-split', 'option-dated-level', 'option-bare-totals'],
	],
	['layout of churnAndEngagement', ['option-engagement-unsegmented']],
	['spelling of dataView', ['option-usage-view']],
	['layout of the full report', ['option-full-report-layout']],
	['lifetime and cookie of a session', ['option-session-idle-minutes', 'option-cookie-name']],
	['the end of all sessions of a user', ['decision-logout-ends']],
	['cookies where nothing is said of them', ['option-cookie-scope']],
	['permissions beyond that for license keys', ['option-key-values']],
	['notifications', ['option-notifications']],
	['texts and conditions of errors', ['option-reason-text', 'option-no-permission', 'option-unknown-members']],
	['status codes of errors', ['option-error-status', 'option-dead-session-get']],
	['limits of rate and size', ['option-rate-limit', 'option-request-limit', 'option-batch-limit']],
	['when a list of values is truncated', ['option-values-page']],
	['versions of the API', ['option-api-version']],
] as const;

const description = readFileSync(resolve(import.meta.dirname, '../../../docs/service.md'), 'utf8');
test.each(notShown)('%s has a row in docs/service.md', (_place, anchors) => {
	for (const anchor of anchors) expect(description).toContain(`<a id="${anchor}"></a>`);
});
