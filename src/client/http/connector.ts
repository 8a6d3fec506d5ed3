import {request} from 'node:http';
import {connect, isIP, type Socket} from 'node:net';
import {addAbortSignal} from 'node:stream';
import {connect as connectTls} from 'node:tls';
import type {buildConnector} from 'undici';

/** The steps of making a connection: to resolve the name, to connect, to complete the TLS handshake, to have the proxy open a tunnel. */
export type Step = 'name' | 'connect' | 'tls' | 'tunnel';

/** A host to connect to. `proxy` where it is one. */
type Peer = {readonly hostname: string; readonly port: number; readonly isSecure: boolean; readonly isProxy: boolean};

/** A connection that was not made: at which step, and why. */
export class ConnectError extends Error {
	override readonly name = 'ConnectError';
	readonly step: Step;
	/** `host:port` of the proxy where that did not do its part. */
	readonly proxy: string | undefined;
	/** An error of the system, or the milliseconds after which it was given up. */
	readonly why: NodeJS.ErrnoException | number;

	constructor({step, peer}: Attempt, why: NodeJS.ErrnoException | number) {
		super(`no connection: ${step}`, {cause: why});
		this.step = step;
		this.proxy = peer.isProxy ? getTarget(peer) : undefined;
		this.why = why;
	}
}

/** The making of one connection: its step so far, and its time limit. */
class Attempt {
	step: Step = 'name';
	peer: Peer;
	readonly #controller = new AbortController();

	constructor(peer: Peer) {
		this.peer = peer;
	}

	enter(step: Step, peer = this.peer): void {
		this.step = step;
		this.peer = peer;
	}

	/** Does the work; ends it after `timeoutMs`. Throws ConnectError. */
	async within<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
		const timer = setTimeout(() => this.#controller.abort(), timeoutMs);
		try {
			return await work();
		} catch (error) {
			throw new ConnectError(this, this.#controller.signal.aborted ? timeoutMs : (error as Error));
		} finally {
			clearTimeout(timer);
		}
	}

	/** The socket, once `event` says that it is ready. */
	ready<S extends Socket>(socket: S, event: string): Promise<S> {
		addAbortSignal(this.#controller.signal, socket);
		return new Promise((resolve, reject) => {
			socket.on('error', reject).once(event, () => resolve(socket));
		});
	}
}

const getHost = (hostname: string) => (isIP(hostname) === 6 ? `[${hostname}]` : hostname);
const getTarget = ({hostname, port}: Peer) => `${getHost(hostname)}:${port}`;

function getAuthorization({username, password}: URL): Readonly<Record<string, string>> {
	if (username === '' && password === '') return {};
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return {'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`};
}

async function openSocket({hostname, port}: Peer, attempt: Attempt): Promise<Socket> {
	attempt.enter(isIP(hostname) ? 'connect' : 'name');
	const socket = connect({host: hostname, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000});
	socket.once('lookup', error => error ?? attempt.enter('connect'));
	return attempt.ready(socket, 'connect');
}

/** TLS over a connection. */
function secure(socket: Socket, peer: Peer, attempt: Attempt): Promise<Socket> {
	const {hostname} = peer;
	attempt.enter('tls', peer);
	const servername = isIP(hostname) ? '' : hostname;
	const secured = connectTls({socket, host: hostname, servername, ALPNProtocols: ['http/1.1']});
	return attempt.ready(secured, 'secureConnect');
}

async function open(peer: Peer, attempt: Attempt): Promise<Socket> {
	attempt.enter('name', peer);
	const socket = await openSocket(peer, attempt);
	return peer.isSecure ? secure(socket, peer, attempt) : socket;
}

/** Asks the proxy, over a connection to it, for one to `peer`. */
function openTunnel(socket: Socket, proxy: URL, peer: Peer): Promise<Socket> {
	const path = getTarget(peer);
	return new Promise((resolve, reject) => {
		const asked = request({
			method: 'CONNECT',
			path,
			headers: {host: path, ...getAuthorization(proxy)},
			createConnection: () => socket,
		});
		asked.once('connect', ({statusCode}, tunnel: Socket) => {
			if (statusCode === 200) return resolve(tunnel);
			tunnel.destroy();
			reject(new Error(`it responded with status ${statusCode}`));
		});
		asked.once('error', reject);
		asked.end();
	});
}

const getPort = (port: string, isSecure: boolean) => (port === '' ? (isSecure ? 443 : 80) : Number(port));

function getProxyPeer({protocol, hostname, port}: URL): Peer {
	const isSecure = protocol === 'https:';
	return {hostname: hostname.replace(/^\[|\]$/g, ''), port: getPort(port, isSecure), isSecure, isProxy: true};
}

async function connectThrough(proxy: URL, peer: Peer, attempt: Attempt): Promise<Socket> {
	const toProxy = await open(getProxyPeer(proxy), attempt);
	attempt.enter('tunnel');
	const tunnel = await openTunnel(toProxy, proxy, peer);
	return peer.isSecure ? secure(tunnel, peer, attempt) : tunnel;
}

/** Connects to a service, directly or through a tunnel of a proxy. All steps share one time limit. Fails with ConnectError. */
export const createConnector =
	(proxy: URL | undefined, timeoutMs: number): buildConnector.connector =>
	({hostname, protocol, port}, callback) => {
		const isSecure = protocol === 'https:';
		const peer = {hostname, port: getPort(port, isSecure), isSecure, isProxy: false};
		const attempt = new Attempt(peer);
		const work = () => (proxy ? connectThrough(proxy, peer, attempt) : open(peer, attempt));
		void attempt.within(timeoutMs, work).then(
			socket => callback(null, socket),
			(error: Error) => callback(error, null),
		);
	};
