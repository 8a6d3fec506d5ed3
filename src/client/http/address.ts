import {CliError} from '../../errors.ts';

/** True for this machine itself: `localhost`, `127.0.0.0/8`, `::1`. Another name that merely resolves to it is none. */
export const isLoopback = (hostname: string): boolean =>
	/^(?:.+\.)?localhost\.?$/.test(hostname) || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Addresses inside a network (RFC 1918, 3927, 4193, 4291, 6052, 6598): an answer from outside must not send us there. */
const isPrivate = (hostname: string): boolean =>
	/^(?:0|10|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.\d{1,3}){2,3}$/.test(
		hostname,
	) || /^\[(?:f[cd]|fe[89ab]|::|64:ff9b:)/.test(hostname);

/** Plain http shows passwords to everyone on the way. Throws CliError `usage` unless it stays on this machine or is wanted. */
export function validateAddress(address: string, insecureHttp: boolean): URL {
	const url = new URL(address);
	if (url.protocol === 'https:' || isLoopback(url.hostname) || insecureHttp) return url;
	throw new CliError('usage', `${url.origin} is plain http: the password and the data could be read on the way`, {
		hint: 'use https, or say --insecure-http when you know the way',
		code: 'plain-http',
	});
}

/**
 * A one-time address as the service gave it: https (or plain http where the service itself is asked so), nobody's name in
 * it, and no way from a public service into a private network. Throws CliError `refused`.
 */
export function validateDownload(address: string, service: URL): URL {
	const refuse = (what: string) =>
		new CliError('refused', `the service gave a download address ${what}`, {
			hint: 'ask for the address again; if it stays so, tell the people who run the service',
			code: 'download-address',
		});
	if (!URL.canParse(address)) throw refuse('that is none');
	const url = new URL(address);
	const plain = url.protocol === 'http:' && (isLoopback(url.hostname) || service.protocol === 'http:');
	if (url.protocol !== 'https:' && !plain) throw refuse(`by ${url.protocol.slice(0, 20)} instead of https`);
	if (url.username || url.password) throw refuse('with a user name in it');
	const inside = isLoopback(url.hostname) || isPrivate(url.hostname);
	if (inside && !isLoopback(service.hostname) && !isPrivate(service.hostname)) throw refuse('inside a private network');
	return url;
}
