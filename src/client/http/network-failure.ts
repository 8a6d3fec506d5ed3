import {CliError} from '../../errors.ts';

/** What an error of the connection means, for people and for the retry table. */
type Meaning = {readonly code: string; readonly says: (host: string) => string; readonly hint: string};

const reach = 'check --base-url, the network and the proxy variables; usagectl doctor looks at each';
const later = 'try again later';

const refused: Meaning = {code: 'refused', says: host => `nothing answers at ${host}`, hint: reach};
const dns: Meaning = {code: 'dns', says: host => `the name ${host} is not known`, hint: reach};
const unreachable: Meaning = {code: 'unreachable', says: host => `${host} cannot be reached`, hint: reach};
const slow: Meaning = {code: 'connect-timeout', says: host => `${host} does not accept the connection`, hint: reach};
const reset: Meaning = {
	code: 'reset',
	says: host => `${host} closed the connection before the answer was whole`,
	hint: later,
};
const malformed: Meaning = {
	code: 'malformed',
	says: host => `the answer of ${host} is not HTTP`,
	hint: 'is --base-url the address of the service itself?',
};

const tls = (what: string): Meaning => ({
	code: 'tls',
	says: host => `the certificate of ${host} ${what}`,
	hint: 'for a company’s own certificate authority set NODE_EXTRA_CA_CERTS to its file',
});

const meanings: Readonly<Record<string, Meaning>> = {
	ECONNREFUSED: refused,
	ENOTFOUND: dns,
	EAI_AGAIN: dns,
	ENETUNREACH: unreachable,
	EHOSTUNREACH: unreachable,
	ENETDOWN: unreachable,
	EADDRNOTAVAIL: unreachable,
	UND_ERR_CONNECT_TIMEOUT: slow,
	ETIMEDOUT: slow,
	ECONNRESET: reset,
	EPIPE: reset,
	UND_ERR_SOCKET: reset,
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: reset,
	UND_ERR_HEADERS_OVERFLOW: malformed,
	UND_ERR_INVALID_ARG: malformed,
	CERT_HAS_EXPIRED: tls('has expired'),
	DEPTH_ZERO_SELF_SIGNED_CERT: tls('is self-signed'),
	SELF_SIGNED_CERT_IN_CHAIN: tls('is signed by an unknown authority'),
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: tls('is signed by an unknown authority'),
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: tls('is signed by an unknown authority'),
	ERR_TLS_CERT_ALTNAME_INVALID: tls('is for another name'),
};

const isParserCode = (code: string) =>
	code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_BROTLI');
const isTlsCode = (code: string) => code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code === 'EPROTO';

const tunnel = (proxyHost: string, error: Error): Meaning => ({
	code: 'proxy',
	says: host => `the proxy ${proxyHost} does not lead to ${host}: ${error.message}`,
	hint: 'check HTTPS_PROXY and NO_PROXY, or ask whoever runs the proxy',
});

function getMeaning(error: NodeJS.ErrnoException): Meaning {
	const code = error.code ?? '';
	const known = meanings[code];
	if (known) return known;
	if (isParserCode(code) || error.name === 'HTTPParserError') return malformed;
	if (isTlsCode(code)) return {...tls(''), says: host => `no secure connection to ${host}: ${error.message}`};
	return {code: 'network', says: host => `the call to ${host} failed: ${error.message}`, hint: later};
}

const isTunnelError = (error: Error) => error.name === 'TunnelError';

/** True where a connection was not made in time. */
export const isConnectTimeout = (error: unknown): boolean =>
	error instanceof Error &&
	(isTunnelError(error) || (error as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT');

/**
 * An error of the connection as a CliError: `network`, or `refused` for what is not HTTP. `details.code` tells them apart.
 * `proxy`: the call went through it.
 */
export function toNetworkFailure(error: unknown, url: URL, proxy?: URL): CliError {
	if (error instanceof CliError) return error;
	const cause = error as NodeJS.ErrnoException;
	const {code, says, hint} = proxy && isTunnelError(cause) ? tunnel(proxy.host, cause) : getMeaning(cause);
	return new CliError(code === 'malformed' ? 'refused' : 'network', says(url.host), {
		hint,
		code,
		retryable: code !== 'tls' && code !== 'malformed',
		cause,
	});
}

/** `waitedFor`: what the call was waiting for: "to answer". */
export const timeoutFailure = (url: URL, milliseconds: number, waitedFor: string) =>
	new CliError('network', `${url.host} took longer than ${milliseconds / 1000} s ${waitedFor}`, {
		hint: 'give it more time with --timeout, or ask for less: a shorter range, fewer segments',
		code: 'timeout',
		retryable: true,
	});

export const tooLargeFailure = (url: URL, bytes: number) =>
	new CliError('refused', `the answer of ${url.host} is larger than ${bytes / 2 ** 20} MiB`, {
		hint: 'ask for less: a shorter range, fewer segments, a filter',
		code: 'too-large',
	});
