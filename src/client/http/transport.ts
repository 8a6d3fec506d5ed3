import {once} from '../../contract/once.ts';
import type {Transport} from '../../ports.ts';
import type {ProxySettings} from './proxy-settings.ts';

/** Calls the network, which is loaded with the first such call, unless the request names a service of this process. */
export function createTransport(proxies: ProxySettings = {}): Transport {
	const network = once(async () => (await import('./network-transport.ts')).createNetworkTransport(proxies));
	return async (request, options) => (options.service ?? (await network()))(request, options);
}
