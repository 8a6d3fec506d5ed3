import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import type {Fault} from '../../../src/sandbox/faults/fault-rules.ts';
import {type FaultyCall, sendFaulty} from '../../../src/sandbox/faults/faulty-sending.ts';
import {product, served} from '../support/served.ts';

const oldest = endpoints.meta.oldestReportedDate.path;

/** A sandbox where the fault happens to the first call of that path; `ask` makes such a call. */
async function faulty(fault: Fault, path: string = oldest, request: object = {}) {
	const sandbox = await served({faults: {rules: [{path, fault}]}});
	const identity = await sandbox.login();
	const ask = () => sandbox.post(path, {productId: product, ...identity, ...request});
	const logged = () => sandbox.log.entries().filter(entry => entry.path === path);
	return {...sandbox, ask, logged};
}

/** What went wrong under fetch, as undici names it. */
const causeOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'none',
		(error: {cause?: {code?: string}}) => error.cause?.code ?? String(error),
	);

test('latency delays the response', async () => {
	const {ask, logged} = await faulty({kind: 'latency', ms: 5});
	expect((await ask()).status).toBe(200);
	expect(logged()).toMatchObject([{fault: 'latency', status: 200}]);
	await ask();
	expect(logged()).toMatchObject([{fault: 'latency'}, {fault: null}]);
});

test.each([
	[{kind: 'status', status: 503, retryAfter: 2}, 503, '2', /injected/],
	[{kind: 'status', status: 500, body: 'html'}, 500, null, /<h1>Error 500/],
	[{kind: 'status', status: 429, body: 'empty'}, 429, null, /^$/],
] as const)('%j', async (fault, status, retryAfter, body) => {
	const {ask} = await faulty(fault);
	const answer = await ask();
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
	expect(await answer.text()).toMatch(body);
});

test.each([
	['before', 0],
	['after', 1],
	['body', 1],
] as const)('reset %s the work: the connection is reset, the work done %i times', async (when, done) => {
	let worked = 0;
	const {echoHandlers} = await import('../support/served.ts');
	const handlers = echoHandlers({[oldest]: async () => ({oldestDate: '2024-01-01', count: ++worked})});
	const {post, login, log} = await served({handlers, faults: {rules: [{path: oldest, fault: {kind: 'reset', when}}]}});
	const identity = await login();
	const call = post(oldest, {productId: product, ...identity});
	expect(await causeOf(call.then(answer => answer.text()))).toBe('ECONNRESET');
	expect(worked).toBe(done);
	expect(log.entries().at(-1)).toMatchObject({fault: 'reset', status: when === 'before' ? 0 : 200});
});

test.each([
	{kind: 'reset', when: 'before'},
	{kind: 'reset', when: 'after'},
	{kind: 'reset', when: 'body'},
	{kind: 'truncate', bytes: 3},
] as const)('%j of a client that has gone away meanwhile is no failure of the sandbox', async fault => {
	const gone = {socket: null, destroyed: true, writeHead: () => {}, flushHeaders: () => {}};
	const handle = async () => ({status: 200, headers: {}, body: '{"status":"OK"}'});
	const call = {response: gone, handle} as unknown as FaultyCall;
	expect((await sendFaulty(fault, call)).status).toBe(fault.kind === 'reset' && fault.when === 'before' ? 0 : 200);
});

test('status with done loses the response and keeps the change', async () => {
	let worked = 0;
	const {echoHandlers} = await import('../support/served.ts');
	const handlers = echoHandlers({[oldest]: async () => ({count: ++worked})});
	const fault = {kind: 'status', status: 502, done: true} as const;
	const {post, login} = await served({handlers, faults: {rules: [{path: oldest, fault}]}});
	expect((await post(oldest, {productId: product, ...(await login())})).status).toBe(502);
	expect(worked).toBe(1);
});

test('truncate ends the connection before the announced length', async () => {
	const {ask} = await faulty({kind: 'truncate', bytes: 20});
	const answer = await ask();
	expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(20);
	expect(await causeOf(answer.text())).toMatch(/UND_ERR_SOCKET|terminated/);
});

test('cut sends a shorter body with a matching length', async () => {
	const {ask} = await faulty({kind: 'cut', bytes: 20});
	const answer = await ask();
	const text = await answer.text();
	expect([answer.status, answer.headers.get('content-length'), text.length]).toEqual([200, '20', 20]);
	expect(() => JSON.parse(text)).toThrow();
});

test('slow sends the same body in many pieces', async () => {
	const {ask} = await faulty({kind: 'slow', bytes: 7, ms: 1});
	const slow = await (await ask()).text();
	expect(slow).toBe(await (await ask()).text());
});

test('hang never responds', async () => {
	const sandbox = await served({faults: {rules: [{path: oldest, fault: {kind: 'hang'}}]}});
	const signal = AbortSignal.timeout(100);
	const call = fetch(sandbox.baseUrl + oldest, {
		method: 'POST',
		signal,
		headers: {'content-type': 'application/json'},
		body: '{}',
	});
	await expect(call).rejects.toMatchObject({name: 'TimeoutError'});
});

test('html and bad-json send a page and invalid JSON', async () => {
	const page = await (await faulty({kind: 'html'})).ask();
	expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	const broken = await (await faulty({kind: 'bad-json'})).ask();
	expect(broken.headers.get('content-type')).toMatch(/json/);
	await expect(broken.json()).rejects.toThrow(SyntaxError);
	const other = await (await faulty({kind: 'bad-json', body: '{"status":"OK"}'})).ask();
	expect(await other.json()).toEqual({status: 'OK'});
});

test('expire ends the session, and a new one works', async () => {
	const {ask, login, post} = await faulty({kind: 'expire'});
	expect((await ask()).status).toBe(403);
	expect((await ask()).status).toBe(403);
	expect((await post(oldest, {productId: product, ...(await login())})).status).toBe(200);
});

test('unavailable marks the open file once in listFiles and getDownloadUrl', async () => {
	const {echoHandlers} = await import('../support/served.ts');
	const files = endpoints.exceptions.listFiles.path;
	const address = endpoints.exceptions.downloadUrl.path;
	const open = {fileName: 'today.zip', uncompressedSizeKB: 1, fileDate: '2026-06-30', isAvailable: true};
	const handlers = echoHandlers({[files]: async () => ({openDailyFiles: [open]})});
	const rules = [files, address].map(path => ({path, fault: {kind: 'unavailable' as const}}));
	const {post, login} = await served({handlers, faults: {rules}});
	const request = {productId: product, ...(await login()), fileName: 'today.zip'};
	const listed = async () => ((await (await post(files, request)).json()) as {openDailyFiles: object[]}).openDailyFiles;
	expect(await listed()).toMatchObject([{isAvailable: false}]);
	expect(await listed()).toMatchObject([{isAvailable: true}]);
	expect((await post(address, request)).status).toBe(400);
	expect((await post(address, request)).status).toBe(200);
});
