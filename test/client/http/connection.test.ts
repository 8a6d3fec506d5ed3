import {readFileSync} from 'node:fs';
import {createServer, type Server, type Socket} from 'node:net';
import {join} from 'node:path';
import {createSecureContext, TLSSocket} from 'node:tls';
import {expect, onTestFinished, test} from 'vitest';
import {createTransport} from '../../../src/client/http/transport.ts';
import type {CliError} from '../../../src/errors.ts';

/** What a connection may do in place of its part, at each phase of a call: it fails once, in time, and says where. */

const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/tls', name));
const certificate = {key: pem('other.key'), cert: pem('other.pem')};

type Peer = (socket: Socket) => void;

const hang: Peer = socket => void socket.resume();
const close: Peer = socket => void socket.once('data', () => socket.end());
const say =
	(text: string): Peer =>
	socket =>
		void socket.once('data', () => socket.write(text));
const garbage = say('SSH-2.0-OpenSSH_9\r\n');
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

async function listen(peer: Peer): Promise<{readonly port: number; readonly met: Socket[]}> {
	const met: Socket[] = [];
	const server: Server = createServer(socket => {
		met.push(socket.on('error', () => undefined));
		peer(socket);
	}).listen(0, '127.0.0.1');
	await new Promise(done => server.once('listening', done));
	onTestFinished(() => {
		for (const socket of met) socket.destroy();
		server.close();
	});
	return {port: (server.address() as {port: number}).port, met};
}

/** The exit kind, the code and the message of a call that fails, without ports. */
async function failureOf(url: string, proxy: string | undefined): Promise<string> {
	const send = createTransport({http: proxy, https: proxy});
	const request = {method: 'GET', url: new URL(url), headers: {}} as const;
	const failure: CliError = await send(request, {deadlineMs: 400, maxBytes: 1000}).then(
		() => expect.unreachable('the call succeeded'),
		(error: CliError) => error,
	);
	return `${failure.kind} ${failure.details.code}: ${failure.message.replaceAll(/:\d+/g, '')}`;
}

const slowProxy =
	'network timeout: service.example took longer than 0.4 s to accept the connection through the proxy 127.0.0.1';
const throughProxy = 'network proxy: the proxy 127.0.0.1 does not lead to service.example: ';

test.each<[string, string, Peer, string]>([
	['hangs at CONNECT', 'https', hang, slowProxy],
	['closes at CONNECT', 'https', close, `${throughProxy}socket hang up`],
	['asks for a password', 'https', say('HTTP/1.1 407 No\r\n\r\n'), `${throughProxy}it answered 407`],
	['answers garbage', 'https', garbage, throughProxy],
	['hangs at CONNECT for plain http', 'http', hang, slowProxy],
	['leads to a service that hangs at TLS', 'https', tunnelTo(hang), slowProxy],
	['leads to a service that closes at TLS', 'https', tunnelTo(close), 'network reset: service.example closed'],
	['leads to a service that does not speak TLS', 'https', tunnelTo(garbage), 'network tls: no secure connection'],
	['leads to a wrong certificate', 'https', tunnelTo(secured), 'network tls: the certificate of service.example'],
	[
		'leads to a service that never answers',
		'http',
		tunnelTo(hang),
		'network timeout: service.example took longer than 0.4 s to answer',
	],
])('a proxy that %s', async (_, protocol, peer, expected) => {
	const {port, met} = await listen(peer);
	expect(await failureOf(`${protocol}://service.example/`, `http://ada:p%40ss@127.0.0.1:${port}`)).toContain(expected);
	expect(met).toHaveLength(1);
});

test.each<[string, string, Peer, string]>([
	['hangs', 'http', hang, 'network timeout: 127.0.0.1 took longer than 0.4 s to answer'],
	['closes', 'http', close, 'network reset'],
	['answers garbage', 'http', garbage, 'refused malformed'],
	['stops within its answer', 'http', say('HTTP/1.1 200 OK\r\ncontent-'), 'network timeout: 127.0.0.1 took longer'],
	['hangs at TLS', 'https', hang, 'network timeout: 127.0.0.1 took longer than 0.4 s to accept the connection'],
	['closes at TLS', 'https', close, 'network reset'],
	['does not speak TLS', 'https', garbage, 'network tls: no secure connection'],
	['has a wrong certificate', 'https', secured, 'network tls: the certificate of 127.0.0.1'],
])('a service that %s', async (_, protocol, peer, expected) => {
	const {port, met} = await listen(peer);
	expect(await failureOf(`${protocol}://127.0.0.1:${port}/`, undefined)).toContain(expected);
	expect(met).toHaveLength(1);
});

test('a proxy is given its user and password, and the tunnel carries the call', async () => {
	const asked: string[] = [];
	const service = say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
	const {port} = await listen(
		socket =>
			void socket.once('data', data => {
				asked.push(data.toString());
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				service(socket);
			}),
	);
	const send = createTransport({http: `http://ada:p%40ss@127.0.0.1:${port}`});
	const {status} = await send(
		{method: 'GET', url: new URL('http://service.example/'), headers: {}},
		{deadlineMs: 20_000, maxBytes: 1000},
	);
	expect(status).toBe(200);
	expect(asked[0]).toMatch(/^CONNECT service\.example:80 HTTP\/1\.1\r\n/);
	expect(asked[0]?.toLowerCase()).toContain(`proxy-authorization: basic ${btoa('ada:p@ss').toLowerCase()}`);
});
