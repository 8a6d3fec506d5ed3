import dns from 'node:dns';
import {readFileSync} from 'node:fs';
import {connect, createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import {createSecureContext, TLSSocket} from 'node:tls';
import {Worker} from 'node:worker_threads';
import {expect, onTestFinished, test} from 'vitest';
import {getProxy} from '../../../src/client/http/proxy-settings.ts';
import {createTransport} from '../../../src/client/http/transport.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** What a service or a proxy may do in place of its part, at each phase of a call, met by each kind of command. */

const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/tls', name));
const certificate = {key: pem('other.key'), cert: pem('other.pem')};

type Peer = (socket: Socket) => void;

const hang: Peer = socket => void socket.resume();
const close: Peer = socket => void socket.once('data', () => socket.end());
const closeAtOnce: Peer = socket => void socket.destroy();
const say =
	(text: string): Peer =>
	socket =>
		void socket.once('data', () => socket.write(text));
const garbage = say('SSH-2.0-OpenSSH_9\r\n');
/** A byte now and then, so that no timer of a silent connection ends it. */
const drip =
	(text: string): Peer =>
	socket =>
		void socket.once('data', () => {
			let sent = 0;
			const timer = setInterval(() => socket.write(text[sent++] ?? 'x'), 20);
			socket.once('close', () => clearInterval(timer));
		});
const secured: Peer = socket => {
	const tls = new TLSSocket(socket, {isServer: true, secureContext: createSecureContext(certificate)});
	tls.on('error', () => undefined);
};
/** Opens the tunnel, and then goes on as a service. */
const tunnelTo =
	(service: Peer): Peer =>
	socket =>
		void socket.once('data', () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			service(socket);
		});

type Listening = {readonly host: string; readonly met: readonly Socket[]};
type Place = () => Promise<Listening>;

const listen =
	(peer: Peer): Place =>
	async () => {
		const met: Socket[] = [];
		const server = createServer(socket => {
			met.push(socket.on('error', () => undefined));
			peer(socket);
		}).listen(0, '127.0.0.1');
		await new Promise(done => server.once('listening', done));
		onTestFinished(() => {
			for (const socket of met) socket.destroy();
			server.close();
		});
		return {host: `127.0.0.1:${(server.address() as {port: number}).port}`, met};
	};

const nobody: Place = async () => ({host: '127.0.0.1:1', met: []});

/** Takes no connection: it is never accepted, and the queue of the system is full. */
async function full(): Promise<Listening> {
	const worker = new Worker(
		`const server = require('node:net').createServer().listen({port: 0, host: '127.0.0.1', backlog: 1}, () => {
			require('node:worker_threads').parentPort.postMessage(server.address().port);
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
		});`,
		{eval: true},
	);
	const port = await new Promise<number>(resolve => worker.once('message', resolve));
	const waiting = Array.from({length: 4}, () => connect(port, '127.0.0.1').on('error', () => undefined));
	onTestFinished(async () => {
		for (const socket of waiting) socket.destroy();
		await worker.terminate();
	});
	await new Promise(resolve => waiting[0]?.once('connect', resolve));
	return {host: `127.0.0.1:${port}`, met: []};
}

/** A name that the resolver never answers for. */
async function unresolved(): Promise<Listening> {
	const {lookup} = dns;
	Object.assign(dns, {lookup: () => undefined});
	onTestFinished(() => void Object.assign(dns, {lookup}));
	return {host: 'silent.example:443', met: []};
}

/** Of each kind: reads, a write, what signs in and out, what looks. */
const commands = [
	'props list -p 5',
	'report current --from 2026-01-01 -p 5',
	'keys list -p 5',
	'keys set KEY --notes x -y -p 5',
	'exceptions files -p 5',
	'api /meta/oldestReportedDate -p 5',
	'whoami --check -p 5',
	'login --user ada --password-stdin',
	'logout',
	'doctor -o json -p 5',
];
const account = {USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};
const seconds = 0.4;
const retries = 1;

/** Runs every command; each ends with that code, in time, with these words, and with no more connections than tries. */
async function expectFailures(address: string, proxy: string | undefined, code: number, said: string) {
	const runs = commands.map(async command => {
		const began = performance.now();
		// What fails by itself has all the time that a busy machine takes.
		const timeout = said.includes('took longer') ? seconds : 20;
		const line = `${command} --base-url ${address} --insecure-http --timeout ${timeout}s --retries ${retries}`;
		const transport = createTransport(getProxy({http_proxy: proxy, https_proxy: proxy}));
		const {exitCode, stdout, stderr} = await usagectl(line, {env: account, stdin: 'secret\n', transport});
		const isLate = performance.now() - began > 20_000;
		const output = `${stdout}${stderr}`.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
		expect(output, command).toContain(said);
		expect({command, exitCode, isLate}).toEqual({command, exitCode: code, isLate: false});
	});
	await Promise.all(runs);
}

/** Time-outs of a machine that has other work: once more before it counts as broken. */
const onceMore = {retry: 1};
const took = (phase: string) => `took longer than ${seconds} s ${phase}`;
/** One for each try of each command; `keys set` looks again. A time-out is not repeated. */
const mostConnections = (said: string) =>
	said.includes('took longer') ? commands.length + 2 : (commands.length + 1) * (retries + 1);

test.each<[string, string, Place, number, string]>([
	['has a name that is not resolved', 'https', unresolved, 5, `silent.example ${took('to resolve')}`],
	['is not there', 'https', nobody, 5, 'HOST refused the connection'],
	['takes no connection', 'http', full, 5, `HOST ${took('to accept the connection')}`],
	['takes no connection for TLS', 'https', full, 5, `HOST ${took('to accept the connection')}`],
	['hangs at TLS', 'https', listen(hang), 5, `HOST ${took('to complete the TLS handshake')}`],
	['closes before TLS', 'https', listen(closeAtOnce), 5, 'HOST closed the connection before the request was sent'],
	['closes at TLS', 'https', listen(close), 5, 'HOST closed the connection before the request was sent'],
	['does not speak TLS', 'https', listen(garbage), 5, 'no secure connection to HOST'],
	[
		'is slow at TLS',
		'https',
		listen(drip('\u0016\u0003\u0003\u0040\u0000')),
		5,
		`HOST ${took('to complete the TLS handshake')}`,
	],
	['has a wrong certificate', 'https', listen(secured), 5, 'the certificate of HOST is signed by an unknown authority'],
	['never answers', 'http', listen(hang), 5, `HOST ${took('to respond')}`],
	[
		'closes in place of an answer',
		'http',
		listen(close),
		5,
		'HOST closed the connection before the response was complete',
	],
	['answers garbage', 'http', listen(garbage), 4, 'the response of HOST is not HTTP'],
	['is slow with its headers', 'http', listen(drip('HTTP/1.1 200 OK\r\nx: ')), 5, `HOST ${took('to respond')}`],
	[
		'hangs within its answer',
		'http',
		listen(say('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')),
		5,
		`HOST ${took('to send its response')}`,
	],
	[
		'closes within its answer',
		'http',
		listen(socket => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'))),
		5,
		'HOST closed the connection before the response was complete',
	],
	[
		'is slow with its answer',
		'http',
		listen(drip('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{')),
		5,
		`HOST took longer than ${seconds} s to`,
	],
])('reports a service that %s', onceMore, async (_, protocol, place, code, said) => {
	const {host, met} = await place();
	await expectFailures(`${protocol}://${host}`, undefined, code, said);
	expect(met.length).toBeLessThanOrEqual(mostConnections(said));
});

const leads = 'the proxy HOST cannot reach service.example: ';

test.each<[string, string, Place, string]>([
	['has a name that is not resolved', 'https', unresolved, `the proxy silent.example:443 ${took('to resolve')}`],
	['is not there', 'https', nobody, 'the proxy HOST refused the connection'],
	['takes no connection', 'https', full, `the proxy HOST ${took('to accept the connection')}`],
	['hangs at CONNECT', 'https', listen(hang), `the proxy HOST ${took('to open a tunnel')}`],
	['hangs at CONNECT for plain http', 'http', listen(hang), `the proxy HOST ${took('to open a tunnel')}`],
	['closes at once', 'https', listen(closeAtOnce), `${leads}it closed the connection`],
	['closes at CONNECT', 'https', listen(close), `${leads}it closed the connection`],
	['asks for a password', 'https', listen(say('HTTP/1.1 407 No\r\n\r\n')), `${leads}it responded with status 407`],
	['fails', 'https', listen(say('HTTP/1.1 502 No\r\n\r\n')), `${leads}it responded with status 502`],
	['answers garbage', 'https', listen(garbage), `${leads}it does not respond as an HTTP proxy`],
	['is slow', 'https', listen(drip('HTTP/1.1 200 OK\r\nx: ')), `the proxy HOST ${took('to open a tunnel')}`],
	[
		'leads to a service that hangs at TLS',
		'https',
		listen(tunnelTo(hang)),
		`service.example ${took('to complete the TLS handshake')}`,
	],
	[
		'leads to a service that closes at TLS',
		'https',
		listen(tunnelTo(close)),
		'service.example closed the connection before the request was sent',
	],
	['leads to what does not speak TLS', 'https', listen(tunnelTo(garbage)), 'no secure connection to service.example'],
	['leads to a wrong certificate', 'https', listen(tunnelTo(secured)), 'the certificate of service.example is'],
	['leads to a service that never answers', 'http', listen(tunnelTo(hang)), `service.example ${took('to respond')}`],
	[
		'leads to a service that closes in place of an answer',
		'http',
		listen(tunnelTo(close)),
		'service.example closed the connection before the response was complete',
	],
])('reports a proxy that %s', onceMore, async (_, protocol, place, said) => {
	const {host, met} = await place();
	await expectFailures(`${protocol}://service.example`, `http://ada:p%40ss@${host}`, 5, said);
	expect(met.length).toBeLessThanOrEqual(mostConnections(said));
});

test.each<[string, Place, string]>([
	['hangs at TLS', listen(hang), `the proxy HOST ${took('to complete the TLS handshake')}`],
	['has a wrong certificate', listen(secured), 'the certificate of the proxy HOST is signed by an unknown'],
	['does not speak TLS', listen(garbage), 'no secure connection to the proxy HOST'],
])('reports a proxy by https that %s', onceMore, async (_, place, said) => {
	const {host, met} = await place();
	await expectFailures('https://service.example', `https://${host}`, 5, said);
	expect(met.length).toBeLessThanOrEqual(mostConnections(said));
});

test('sends user and password to the proxy, and the call through its tunnel', async () => {
	const asked: string[] = [];
	const service = say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
	const {host} = await listen(
		socket =>
			void socket.once('data', data => {
				asked.push(data.toString());
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				service(socket);
			}),
	)();
	const send = createTransport(getProxy({http_proxy: `http://ada:p%40ss@${host}`}));
	const {status} = await send(
		{method: 'GET', url: new URL('http://service.example/'), headers: {}},
		{deadlineMs: 20_000, maxBytes: 1000},
	);
	expect(status).toBe(200);
	expect(asked[0]).toMatch(/^CONNECT service\.example:80 HTTP\/1\.1\r\n/);
	expect(asked[0]?.toLowerCase()).toContain(`proxy-authorization: basic ${btoa('ada:p@ss').toLowerCase()}`);
});
