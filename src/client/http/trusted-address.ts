import {CliError} from '../../errors.ts';

/** False for other names that resolve to a loopback address. */
export const isLoopback = (hostname: string): boolean =>
	/^(?:.+\.)?localhost\.?$/.test(hostname) || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** RFC 1918, 3927, 4193, 4291, 6052, 6598. */
const isPrivate = (hostname: string): boolean =>
	/^(?:0|10|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.\d{1,3}){2,3}$/.test(
		hostname,
	) || /^\[(?:f[cd]|fe[89ab]|::|64:ff9b:)/.test(hostname);

/**
 * Throws CliError (usage) for plain http to another host, unless `insecureHttp` allows it. `secure` is what the user
 * writes for TLS.
 */
export function validateAddress(address: string, insecureHttp: boolean, secure = 'https'): URL {
	const url = new URL(address);
	if (url.protocol === 'https:' || isLoopback(url.hostname) || insecureHttp) return url;
	throw new CliError(
		'usage',
		`${url.origin} is plain http: others on the network could read the password and the data`,
		{
			hint: `use ${secure}, or add --insecure-http if you trust the network`,
			code: 'plain-http',
		},
	);
}

/**
 * Throws CliError (refused) unless a download address is https (or plain http like the service), has no user name, and
 * does not point from a public service into a private network.
 */
export function validateDownload(address: string, service: URL): URL {
	const createAddressError = (what: string) =>
		new CliError('refused', `the service gave a download address ${what}`, {
			hint: 'request the address again; if that does not help, report it to the operators of the service',
			code: 'download-address',
		});
	if (!URL.canParse(address)) throw createAddressError('that is not a URL');
	const url = new URL(address);
	const plain = url.protocol === 'http:' && (isLoopback(url.hostname) || service.protocol === 'http:');
	if (url.protocol !== 'https:' && !plain)
		throw createAddressError(`with ${url.protocol.slice(0, 20)} instead of https:`);
	if (url.username || url.password) throw createAddressError('that contains a user name');
	const inside = isLoopback(url.hostname) || isPrivate(url.hostname);
	if (inside && !isLoopback(service.hostname) && !isPrivate(service.hostname))
		throw createAddressError('inside a private network');
	return url;
}
