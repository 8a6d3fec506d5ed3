import {request} from 'node:http';
import {connect, isIP, type Socket} from 'node:net';
import {addAbortSignal} from 'node:stream';
import {connect as connectTls} from 'node:tls';
import type {buildConnector} from 'undici';
import {ConnectError, type ConnectStep} from './network-failure.ts';
import type {UsedProxy} from './proxy-settings.ts';

type ConnectPeer = {
	readonly hostname: string;
	readonly port: number;
	readonly isSecure: boolean;
	/** The proxy, if this is its address. */
	readonly proxy?: UsedProxy;
};

class ConnectAttempt {
	step: ConnectStep = 'name';
	peer: ConnectPeer;
	readonly #controller = new AbortController();

	constructor(peer: ConnectPeer) {
		this.peer = peer;
	}

	enterStep(step: ConnectStep, peer = this.peer): void {
		this.step = step;
		this.peer = peer;
	}

	/** Throws ConnectError, also if the work takes longer than `timeoutMs`. */
	async runWithin<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
		const timer = setTimeout(() => this.#controller.abort(), timeoutMs);
		try {
			return await work();
		} catch (error) {
			const {proxy} = this.peer;
			const failed = proxy && {target: getTarget(this.peer), hint: proxy.hint};
			throw new ConnectError(this.step, failed, this.#controller.signal.aborted ? timeoutMs : (error as Error));
		} finally {
			clearTimeout(timer);
		}
	}

	waitUntilReady<S extends Socket>(socket: S, event: string): Promise<S> {
		addAbortSignal(this.#controller.signal, socket);
		return new Promise((resolve, reject) => {
			socket.on('error', reject).once(event, () => resolve(socket));
		});
	}
}

const getHost = (hostname: string) => (isIP(hostname) === 6 ? `[${hostname}]` : hostname);
const getTarget = ({hostname, port}: ConnectPeer) => `${getHost(hostname)}:${port}`;

function getAuthorization({username, password}: URL): Readonly<Record<string, string>> {
	if (username === '' && password === '') return {};
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return {'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`};
}

async function openSocket({hostname, port}: ConnectPeer, attempt: ConnectAttempt): Promise<Socket> {
	attempt.enterStep(isIP(hostname) ? 'connect' : 'name');
	const socket = connect({host: hostname, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000});
	socket.once('lookup', error => error ?? attempt.enterStep('connect'));
	return attempt.waitUntilReady(socket, 'connect');
}

function startTls(socket: Socket, peer: ConnectPeer, attempt: ConnectAttempt): Promise<Socket> {
	const {hostname} = peer;
	attempt.enterStep('tls', peer);
	const servername = isIP(hostname) ? '' : hostname;
	const secured = connectTls({socket, host: hostname, servername, ALPNProtocols: ['http/1.1']});
	return attempt.waitUntilReady(secured, 'secureConnect');
}

async function openConnection(peer: ConnectPeer, attempt: ConnectAttempt): Promise<Socket> {
	attempt.enterStep('name', peer);
	const socket = await openSocket(peer, attempt);
	return peer.isSecure ? startTls(socket, peer, attempt) : socket;
}

function openTunnel(socket: Socket, proxy: URL, peer: ConnectPeer): Promise<Socket> {
	const path = getTarget(peer);
	return new Promise((resolve, reject) => {
		const connectRequest = request({
			method: 'CONNECT',
			path,
			headers: {host: path, ...getAuthorization(proxy)},
			createConnection: () => socket,
		});
		connectRequest.once('connect', ({statusCode}, tunnel: Socket) => {
			if (statusCode === 200) return resolve(tunnel);
			tunnel.destroy();
			reject(new Error(`it responded with status ${statusCode}`));
		});
		connectRequest.once('error', reject);
		connectRequest.end();
	});
}

const getPort = (port: string, isSecure: boolean) => (port === '' ? (isSecure ? 443 : 80) : Number(port));

function getProxyPeer(proxy: UsedProxy): ConnectPeer {
	const {protocol, hostname, port} = proxy.url;
	const isSecure = protocol === 'https:';
	return {hostname: hostname.replace(/^\[|\]$/g, ''), port: getPort(port, isSecure), isSecure, proxy};
}

async function connectThrough(proxy: UsedProxy, peer: ConnectPeer, attempt: ConnectAttempt): Promise<Socket> {
	const toProxy = await openConnection(getProxyPeer(proxy), attempt);
	attempt.enterStep('tunnel');
	const tunnel = await openTunnel(toProxy, proxy.url, peer);
	return peer.isSecure ? startTls(tunnel, peer, attempt) : tunnel;
}

/** Connects directly or through a proxy's tunnel. All steps share one time limit. Fails with ConnectError. */
export const createConnector =
	(proxy: UsedProxy | undefined, timeoutMs: number): buildConnector.connector =>
	({hostname, protocol, port}, callback) => {
		const isSecure = protocol === 'https:';
		const peer = {hostname, port: getPort(port, isSecure), isSecure};
		const attempt = new ConnectAttempt(peer);
		const work = () => (proxy ? connectThrough(proxy, peer, attempt) : openConnection(peer, attempt));
		void attempt.runWithin(timeoutMs, work).then(
			socket => callback(null, socket),
			(error: Error) => callback(error, null),
		);
	};
