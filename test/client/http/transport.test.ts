import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createServer} from 'node:net';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {expect, onTestFinished, test} from 'vitest';
import {getProxy} from '../../../src/client/http/proxy-settings.ts';
import {createTransport} from '../../../src/client/http/transport.ts';
import {CliError} from '../../../src/errors.ts';
import type {TransportOptions} from '../../../src/ports.ts';
import {run} from '../../support/program/child.ts';
import {
	cut,
	drip,
	hang,
	hostileServer,
	ok,
	raw,
	redirect,
	reply,
	reset,
	type Served,
} from '../../support/service/hostile-server.ts';

const transport = createTransport();
const ask = async (address: string, options: Partial<TransportOptions> = {}) => {
	const answer = await transport(
		{method: 'POST', url: new URL(`${address}/x`), headers: {}, body: '{}'},
		{deadlineMs: 20_000, maxBytes: 2 ** 20, ...options},
	);
	const chunks: Uint8Array[] = [];
	for await (const chunk of answer.body) chunks.push(chunk);
	return {status: answer.status, headers: answer.headers, text: Buffer.concat(chunks).toString()};
};
const failure = (server: Served, options: Partial<TransportOptions> = {}) =>
	ask(server.address, options).then(
		() => 'no failure',
		(error: CliError) => [error.kind, error.details?.code],
	);
/** A port on which nobody listens any more. */
const closedPort = async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise(done => server.once('listening', done));
	const {port} = server.address() as {port: number};
	await new Promise(done => server.close(done));
	return port;
};

test('returns status, headers and body, and follows no redirect', async () => {
	const server = await hostileServer(redirect('/elsewhere'), ok());
	expect(await ask(server.address)).toMatchObject({status: 302, headers: {location: '/elsewhere'}, text: ''});
	expect(await ask(server.address)).toMatchObject({status: 200, text: '{"status":"OK"}'});
	expect(server.met).toHaveLength(2);
});

test('reports that the connection is refused', async () => {
	const port = await closedPort();
	await expect(ask(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
		kind: 'network',
		message: `127.0.0.1:${port} refused the connection`,
		details: {code: 'refused', retryable: true},
	});
	await expect(ask('http://nowhere.invalid')).rejects.toMatchObject({kind: 'network', details: {code: 'dns'}});
});

test.each([
	['a reset before the answer', reset, ['network', 'reset']],
	['an answer that breaks off', cut('{"status":'), ['network', 'reset']],
	['an answer shorter than it said', cut('{"status":"OK"}', {'content-length': '99'}), ['network', 'reset']],
	['bytes that are no HTTP', raw('SSH-2.0-OpenSSH_9\r\n'), ['refused', 'malformed']],
	['two lengths', raw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'), ['network', 'reset']],
	['a header of a megabyte', raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2 ** 20)}\r\n\r\n`), ['refused', 'malformed']],
	['50,000 headers', raw(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(50_000)}\r\n`), ['refused', 'malformed']],
])('%s', async (_, shape, expected) => {
	expect(await failure(await hostileServer(shape))).toEqual(expected);
});

test.each([
	['no answer', hang],
	['a byte now and then', drip],
])('applies the deadline to the whole call: %s', async (_, shape) => {
	const server = await hostileServer(shape);
	expect(await failure(server, {deadlineMs: 150})).toEqual(['network', 'timeout']);
});

test('lets the user end a call at any point', async () => {
	const server = await hostileServer(drip);
	const controller = new AbortController();
	const answer = await transport(
		{method: 'GET', url: new URL(server.address), headers: {}},
		{deadlineMs: 20_000, maxBytes: 2 ** 20, signal: controller.signal},
	);
	controller.abort(new CliError('interrupted', 'stop', {hint: ''}));
	const read = async () => {
		for await (const _ of answer.body);
	};
	await expect(read()).rejects.toMatchObject({kind: 'interrupted'});
	await expect(ask(server.address, {signal: controller.signal})).rejects.toMatchObject({kind: 'interrupted'});
});

test.each([
	['gzip', gzipSync('{"a":1}')],
	['br', brotliCompressSync('{"a":1}')],
	['identity', Buffer.from('{"a":1}')],
	['GZIP', gzipSync('{"a":1}')],
])('unpacks %s', async (encoding, body) => {
	const server = await hostileServer(reply(body, {headers: {'content-encoding': encoding}}));
	expect((await ask(server.address)).text).toBe('{"a":1}');
});

const zeros = Buffer.alloc(32 * 2 ** 20);
test.each([
	['more than it may be', reply('x'.repeat(2 ** 20 + 1)), ['refused', 'too-large']],
	['a gzip bomb', reply(gzipSync(zeros), {headers: {'content-encoding': 'gzip'}}), ['refused', 'too-large']],
	['a brotli bomb', reply(brotliCompressSync(zeros), {headers: {'content-encoding': 'br'}}), ['refused', 'too-large']],
	['false gzip', reply('{"a":1}', {headers: {'content-encoding': 'gzip'}}), ['refused', 'malformed']],
	[
		'cut gzip',
		reply(gzipSync(zeros).subarray(0, 900), {headers: {'content-encoding': 'gzip'}}),
		['refused', 'malformed'],
	],
	[
		'gzip in gzip',
		reply(gzipSync(gzipSync('{}')), {headers: {'content-encoding': 'gzip, gzip'}}),
		['refused', 'malformed'],
	],
	['an unknown encoding', reply('{}', {headers: {'content-encoding': '__proto__'}}), ['refused', 'malformed']],
])('rejects %s', async (_, shape, expected) => {
	expect(await failure(await hostileServer(shape))).toEqual(expected);
});

test('keeps connections for later calls', async () => {
	const ports = new Set<number | undefined>();
	const server = await hostileServer((response, met) => {
		ports.add(response.socket?.remotePort);
		ok()(response, met);
	});
	for (let call = 0; call < 5; call++) await ask(server.address);
	// The next call may begin before the last one's connection is known to be free.
	expect(ports.size).toBeLessThan(3);
});

test('runs as many calls at once as --concurrency allows', async () => {
	const waiting: (() => void)[] = [];
	const server = await hostileServer((response, met) => {
		waiting.push(() => ok()(response, met));
		if (waiting.length === 32) for (const answer of waiting) answer();
	});
	await Promise.all(Array.from({length: 32}, () => ask(server.address)));
	expect(waiting).toHaveLength(32);
});

test('connects to loopback directly and to other hosts through the proxy', async () => {
	const service = await hostileServer(ok({from: 'service'}));
	// A proxy answers CONNECT by itself; this one only counts.
	const asked: string[] = [];
	const proxy = createServer(socket =>
		socket.once('data', data => {
			asked.push(data.toString().split('\r\n')[0] ?? '');
			socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
		}),
	).listen(0, '127.0.0.1');
	onTestFinished(() => void proxy.close());
	await new Promise(done => proxy.once('listening', done));
	const address = `http://127.0.0.1:${(proxy.address() as {port: number}).port}`;
	const proxied = createTransport(getProxy({http_proxy: address, HTTPS_PROXY: address}));
	const send = (url: string) =>
		proxied({method: 'GET', url: new URL(url), headers: {}}, {deadlineMs: 20_000, maxBytes: 1000});
	expect((await send(service.address)).status).toBe(200);
	expect(asked).toEqual([]);
	await expect(send('http://service.example/')).rejects.toMatchObject({
		kind: 'network',
		details: {
			code: 'proxy',
			hint: 'check http_proxy (with its user and password) and NO_PROXY, or ask the operator of the proxy',
		},
	});
	expect(asked[0]).toContain('service.example');
});

test('finds the parts of undici that are loaded one by one', () => {
	const {resolve} = createRequire(import.meta.url);
	for (const part of ['dispatcher/agent.js', 'api/api-request.js'])
		expect(existsSync(resolve(`undici/lib/${part}`))).toBe(true);
});

test('does not keep the process alive after a call', async () => {
	const server = await hostileServer(ok());
	const ended = await run(`
		import {createTransport} from 'src/client/http/transport.ts';
		const answer = await createTransport()(
			{method: 'GET', url: new URL(${JSON.stringify(server.address)}), headers: {}},
			{deadlineMs: 600_000, maxBytes: 1000},
		);
		for await (const chunk of answer.body) process.stdout.write(chunk);`);
	expect(ended).toEqual({code: 0, stdout: '{"status":"OK"}', stderr: ''});
});
