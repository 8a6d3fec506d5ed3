import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {controlToken, product, served} from '../support/served.ts';

const oldest = endpoints.meta.oldestReportedDate.path;
const current = endpoints.reports.current.path;

const authorized = {authorization: `Bearer ${controlToken}`, 'content-type': 'application/json'};

async function controlled() {
	const sandbox = await served({assume: ['values-page=3']});
	const control = async (method: string, name: string, body?: object) => {
		const answer = await fetch(`${sandbox.baseUrl}/_sandbox/${name}`, {
			method,
			headers: authorized,
			...(body ? {body: JSON.stringify(body)} : {}),
		});
		return {status: answer.status, value: await answer.json()};
	};
	const identity = {...(await sandbox.login()), productId: product};
	return {...sandbox, control, identity};
}

test('status returns the clock, the products and the changed options', async () => {
	const {control} = await controlled();
	expect(await control('GET', 'status')).toEqual({
		status: 200,
		value: {
			now: '2026-06-30T23:59:59',
			products: [{id: product, name: 'Demo', oldestDate: '2024-01-01'}],
			options: ['values-page=3'],
		},
	});
});

test('returns and clears the request log, which omits control requests', async () => {
	const {control, post, identity} = await controlled();
	await control('DELETE', 'requests');
	await post(oldest, identity);
	await control('GET', 'status');
	expect((await control('GET', 'requests')).value).toMatchObject([{method: 'POST', path: oldest, status: 200}]);
	await control('DELETE', 'requests');
	expect((await control('GET', 'requests')).value).toEqual([]);
});

test('sets and removes faults while the sandbox runs', async () => {
	const {control, post, identity} = await controlled();
	const plan = {rules: [{path: oldest, times: 'always', fault: {kind: 'status', status: 503}}]};
	expect((await control('PUT', 'faults', plan)).status).toBe(200);
	expect((await control('GET', 'faults')).value).toEqual(plan);
	expect((await post(oldest, identity)).status).toBe(503);
	await control('DELETE', 'faults');
	expect((await post(oldest, identity)).status).toBe(200);
	expect(await control('PUT', 'faults', {rules: [{fault: {}}]})).toMatchObject({
		status: 400,
		value: {error: 'kind is missing', line: 1, column: 20},
	});
});

test('ends sessions and sets the clock', async () => {
	const {control, post, login, identity} = await controlled();
	await control('PUT', 'clock', {timestamp: '2026-05-31T08:00:00'});
	expect((await control('GET', 'clock')).value).toEqual({timestamp: '2026-05-31T08:00:00'});
	const answer = await post(current, {...identity, startDate: 'NOW-1', clientStatus: ['new']});
	expect(await answer.json()).toMatchObject({results: {echo: {input: {startDate: '2026-05-30'}}}});
	await control('DELETE', 'clock');
	expect((await control('GET', 'clock')).value).toEqual({timestamp: '2026-06-30T23:59:59'});
	expect((await control('PUT', 'clock', {timestamp: 'soon'})).status).toBe(400);
	await control('DELETE', 'sessions');
	expect((await post(oldest, identity)).status).toBe(403);
	expect((await post(oldest, {...identity, ...(await login())})).status).toBe(200);
});

test('rejects unknown operations and requests of other origins', async () => {
	const {control, baseUrl} = await controlled();
	expect((await control('GET', 'nothing')).status).toBe(404);
	expect((await control('POST', 'faults', {rules: []})).status).toBe(404);
	expect((await control('GET', 'toString')).status).toBe(404);
	const foreign = await fetch(`${baseUrl}/_sandbox/faults`, {
		method: 'DELETE',
		headers: {...authorized, origin: 'https://evil.example'},
	});
	expect(foreign.status).toBe(403);
	const body = '{"rules":[]}';
	const plain = {...authorized, 'content-type': 'text/plain'};
	expect((await fetch(`${baseUrl}/_sandbox/faults`, {method: 'PUT', headers: plain, body})).status).toBe(415);
});

test.each([
	'GET status',
	'GET options',
	'GET requests',
	'DELETE requests',
	'GET faults',
	'PUT faults',
	'DELETE faults',
	'DELETE sessions',
	'GET clock',
	'PUT clock',
	'DELETE clock',
	'GET nothing',
])('%s requires the token', async operation => {
	const {baseUrl, post, identity} = await controlled();
	const [method = '', name = ''] = operation.split(' ');
	const body = method === 'PUT' ? '{"rules":[],"timestamp":"2026-05-31T08:00:00"}' : null;
	for (const authorization of [
		'',
		'Bearer',
		'Bearer ',
		`Bearer ${controlToken}x`,
		`Basic ${controlToken}`,
		controlToken,
	]) {
		const headers = {authorization, 'content-type': 'application/json'};
		const answer = await fetch(`${baseUrl}/_sandbox/${name}`, {method, headers, body});
		expect([answer.status, await answer.json()]).toEqual([401, {error: expect.stringContaining('Bearer TOKEN')}]);
	}
	expect((await post(oldest, identity)).status).toBe(200);
});
