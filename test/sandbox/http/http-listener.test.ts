import {request as httpRequest} from 'node:http';
import {connect, type Socket} from 'node:net';
import {describe, expect, onTestFinished, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {type Listener, listen} from '../../../src/sandbox/http/http-listener.ts';
import {product, served} from '../support/served.ts';

const oldest = endpoints.meta.oldestReportedDate.path;

/** fetch sets Host by itself, so this one is by hand. */
const statusOf = (port: number, headers: Record<string, string>, body = '{}') =>
	new Promise<number | undefined>((resolve, reject) => {
		const call = httpRequest({port, host: '127.0.0.1', path: oldest, method: 'POST', headers}, answer => {
			answer.resume();
			resolve(answer.statusCode);
		});
		call.on('error', reject).end(body);
	});
const json = {'content-type': 'application/json'};

test('accepts only its own host names and no other origin', async () => {
	const {port} = await served();
	expect(await statusOf(port, json)).toBe(401);
	expect(await statusOf(port, {...json, host: `localhost:${port}`})).toBe(401);
	for (const host of [
		'evil.example',
		`evil.example:${port}`,
		'127.0.0.1',
		`127.0.0.1:${port + 1}`,
		`127.0.0.1.evil.example:${port}`,
	])
		expect(await statusOf(port, {...json, host}), host).toBe(403);
	for (const origin of ['https://evil.example', `http://127.0.0.1:${port}`, 'null'])
		expect(await statusOf(port, {...json, origin}), origin).toBe(403);
});

test('a rejection has a JSON reason and closes the connection', async () => {
	const {port} = await served();
	const answer = await fetch(`http://127.0.0.1:${port}/`, {headers: {origin: 'https://evil.example'}});
	expect(answer.status).toBe(403);
	expect(Object.fromEntries(answer.headers)).toMatchObject({'content-type': 'application/json', connection: 'close'});
	expect(await answer.json()).toEqual({
		status: 'SYNTAX ERROR',
		reason: 'the sandbox rejects requests from web pages',
	});
});

test('requires a JSON content type', async () => {
	const {port} = await served();
	for (const type of ['application/json', 'application/json; charset=utf-8', 'text/javascript', 'Text/JavaScript'])
		expect(await statusOf(port, {'content-type': type}), type).toBe(401);
	for (const type of [
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data',
		'application/jsonx',
		'',
	])
		expect(await statusOf(port, {'content-type': type}), type).toBe(415);
	expect(await statusOf(port, {})).toBe(401);
	const strict = await served({assume: ['content-type=required']});
	expect(await statusOf(strict.port, {})).toBe(415);
	expect(await statusOf(strict.port, {'content-type': 'application/json'})).toBe(401);
});

test('rejects a body that is too large or not UTF-8, and accepts the next request', async () => {
	const {baseUrl, post} = await served();
	const maxBodyBytes = 16 * 1024 * 1024;
	const send = (body: Uint8Array<ArrayBuffer>) => fetch(baseUrl + oldest, {method: 'POST', headers: json, body});
	expect((await send(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
	const long = await send(new Uint8Array(maxBodyBytes + 1).fill(32)).catch(() => undefined);
	expect([undefined, 413]).toContain(long?.status);
	expect((await send(new Uint8Array(maxBodyBytes).fill(32))).status).toBe(401);
	expect((await post(oldest, {productId: product})).status).toBe(401);
	const narrow = await served({assume: ['request-limit=1']});
	expect((await narrow.post(oldest, ' '.repeat(1024))).status).toBe(401);
	expect((await narrow.post(oldest, ' '.repeat(1025))).status).toBe(413);
});

test('listens on the loopback address only', async () => {
	const {port} = await served();
	const reach = (host: string) =>
		new Promise<string>(resolve => {
			const socket = connect(port, host, () => resolve('open')).on('error', () => resolve('closed'));
			socket.on('connect', () => socket.destroy());
		});
	expect(await reach('127.0.0.1')).toBe('open');
	expect(await reach('127.0.0.2')).toBe('closed');
	expect(await reach('::1')).toBe('closed');
});

test('reports a port that is in use', async () => {
	const {port} = await served();
	const listener = async () => undefined;
	await expect(
		listen({port, listener, typeRequired: true, label: 'synthetic data', maxBodyBytes: 1024}),
	).rejects.toMatchObject({
		kind: 'network',
		message: expect.stringContaining(`port ${port}`),
	});
});

test('every response has headers for synthetic data and for the options that are not at their defaults', async () => {
	const {post} = await served();
	const plain = await post(oldest, {});
	expect(plain.headers.get('x-sandbox')).toBe('synthetic data');
	expect(plain.headers.get('x-sandbox-options')).toBeNull();
	// No page of another origin may read it.
	expect([...plain.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
	const changed = await served({assume: ['error-status=ok', 'values-page=7']});
	expect((await changed.post(oldest, {})).headers.get('x-sandbox-options')).toBe('error-status=ok;values-page=7');
});

test('the request log holds requests without secrets', async () => {
	const {post, get, login, log, admin} = await served();
	const identity = await login();
	await get(oldest, {productId: product, ...identity});
	await post(oldest, {productId: product, ...identity, extra: 1});
	const text = JSON.stringify(log.entries());
	expect(log.entries().map(({number, method, path, status}) => [number, method, path, status])).toEqual([
		[1, 'POST', '/auth/login', 200],
		[2, 'GET', oldest, 200],
		[3, 'POST', oldest, 200],
	]);
	expect(log.entries()[2]).toMatchObject({user: admin.user, product, request: {extra: 1}});
	expect(text).not.toContain(identity.sessionId);
	expect(text).not.toContain(admin.password);
});

describe('limits', () => {
	const limits = {headersMs: 200, requestMs: 400, connections: 2};
	const listening = async () => {
		const listener: Listener = async (_, response) => void response.end('{}');
		const server = await listen({
			port: 0,
			listener,
			typeRequired: true,
			label: 'synthetic data',
			maxBodyBytes: 1024,
			limits,
		});
		onTestFinished(() => server.close());
		return server.port;
	};
	/** What comes back on a connection until the server ends it. */
	const untilEnded = (port: number, text: string) =>
		new Promise<string>(resolve => {
			let answer = '';
			const socket = connect(port, '127.0.0.1', () => socket.write(text.replaceAll('\n', '\r\n')));
			socket.on('data', data => {
				answer += data;
			});
			socket.on('error', () => undefined).on('close', () => resolve(answer));
		});

	test('closes a connection whose headers never end', async () => {
		const port = await listening();
		expect(await untilEnded(port, `POST ${oldest} HTTP/1.1\nHost: 127.0.0.1:${port}\n`)).toMatch(/^HTTP\/1.1 408 /);
	});

	test('closes a connection whose body never arrives', async () => {
		const port = await listening();
		const head = `POST ${oldest} HTTP/1.1\nHost: 127.0.0.1:${port}\nContent-Type: application/json\nContent-Length: 9\n\n{`;
		expect(await untilEnded(port, head)).toMatch(/^HTTP\/1.1 408 /);
	});

	test('rejects headers that are too long', async () => {
		const port = await listening();
		const long = `POST ${oldest} HTTP/1.1\nHost: 127.0.0.1:${port}\nX: ${'x'.repeat(300 * 1024)}\n\n`;
		expect(await untilEnded(port, long)).toMatch(/^HTTP\/1.1 431 /);
	});

	test('drops a connection beyond the limit, and accepts it later', async () => {
		const port = await listening();
		const held = await Promise.all([1, 2].map(() => opened(port)));
		expect(await untilEnded(port, 'GET / HTTP/1.1\n\n')).toBe('');
		await Promise.all(held.map(socket => new Promise(done => socket.on('close', done).destroy())));
		expect(await statusOf(port, json)).toBe(200);
	});
	const opened = (port: number) =>
		new Promise<Socket>(resolve => {
			const socket = connect(port, '127.0.0.1', () => resolve(socket));
		});
});
