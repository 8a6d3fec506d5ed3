import {request as requestByHttp} from 'node:http';
import {request as requestByHttps} from 'node:https';
import {isIP, type Socket} from 'node:net';
import {addAbortSignal} from 'node:stream';
import {connect as connectTls} from 'node:tls';
import type {buildConnector} from 'undici';

/** The proxy did not open a tunnel: `message` says why. */
export class TunnelError extends Error {
	override readonly name = 'TunnelError';
}

function getAuthorization({username, password}: URL): Readonly<Record<string, string>> {
	if (username === '' && password === '') return {};
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return {'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`};
}

/** Asks a proxy for a connection to `target`, which is `host:port`. */
function openTunnel(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const isSecure = proxy.protocol === 'https:';
		const request = (isSecure ? requestByHttps : requestByHttp)({
			method: 'CONNECT',
			hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
			port: proxy.port || (isSecure ? 443 : 80),
			path: target,
			headers: {host: target, ...getAuthorization(proxy)},
			agent: false,
			signal,
		});
		request.once('connect', ({statusCode}, socket) => {
			if (statusCode === 200) return resolve(socket);
			socket.destroy();
			reject(new TunnelError(`it answered ${statusCode}`));
		});
		request.once('error', error => reject(new TunnelError(error.message, {cause: error})));
		request.end();
	});
}

/** TLS inside a tunnel. */
function secure(tunnel: Socket, hostname: string, signal: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connectTls({socket: tunnel, host: hostname, servername: isIP(hostname) ? '' : hostname});
		addAbortSignal(signal, socket);
		socket.once('secureConnect', () => resolve(socket)).once('error', reject);
	});
}

/** Runs `work` with a signal that aborts after `timeoutMs`. */
async function withTimeout<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), timeoutMs);
	try {
		return await work(controller.signal);
	} catch (error) {
		throw controller.signal.aborted ? new TunnelError(`no connection within ${timeoutMs / 1000} s`) : error;
	} finally {
		clearTimeout(timer);
	}
}

/** Connects through a tunnel of a proxy. Proxy, tunnel and TLS share one time limit. Fails with TunnelError or a TLS error. */
export function createTunnelConnector(proxy: URL, timeoutMs: number): buildConnector.connector {
	const connect = ({hostname, protocol, port}: buildConnector.Options) =>
		withTimeout(timeoutMs, async signal => {
			const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
			const tunnel = await openTunnel(proxy, `${host}:${port || (protocol === 'https:' ? 443 : 80)}`, signal);
			return protocol === 'https:' ? secure(tunnel, hostname, signal) : tunnel;
		});
	return (options, callback) =>
		void connect(options).then(
			socket => callback(null, socket),
			(error: Error) => callback(error, null),
		);
}
