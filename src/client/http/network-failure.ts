import {CliError} from '../../errors.ts';
import {ConnectError, type Step} from './connector.ts';

/** The meaning of a connection error, for people and for the retry table. */
type Meaning = {readonly code: string; readonly says: (host: string) => string; readonly hint: string};

const reach = 'check --base-url, the network and the proxy variables: usagectl doctor';
const later = 'try again later';
const askProxy = 'check HTTPS_PROXY (with its user and password) and NO_PROXY, or ask the operator of the proxy';

const refused: Meaning = {code: 'refused', says: host => `${host} refused the connection`, hint: reach};
const dns: Meaning = {code: 'dns', says: host => `cannot resolve ${host}: unknown host name`, hint: reach};
const unreachable: Meaning = {code: 'unreachable', says: host => `${host} cannot be reached`, hint: reach};
const slow: Meaning = {code: 'connect-timeout', says: host => `${host} does not accept the connection`, hint: reach};
const reset: Meaning = {
	code: 'reset',
	says: host => `${host} closed the connection before the response was complete`,
	hint: later,
};
const malformed: Meaning = {
	code: 'malformed',
	says: host => `the response of ${host} is not HTTP`,
	hint: 'check that --base-url is the address of the service',
};

const tls = (what: string): Meaning => ({
	code: 'tls',
	says: host => `the certificate of ${host} ${what}`,
	hint: 'for a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file',
});

const meanings: Readonly<Record<string, Meaning>> = {
	ECONNREFUSED: refused,
	ENOTFOUND: dns,
	EAI_AGAIN: {...dns, says: host => `cannot resolve ${host}: no name server responds`},
	ENETUNREACH: unreachable,
	EHOSTUNREACH: unreachable,
	ENETDOWN: unreachable,
	EADDRNOTAVAIL: unreachable,
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
	ERR_TLS_CERT_ALTNAME_INVALID: tls('is for another host name'),
};

const isParserCode = (code: string) =>
	code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_BROTLI');
const isTlsCode = (code: string) => code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code === 'EPROTO';

function getMeaning(error: NodeJS.ErrnoException): Meaning {
	const code = error.code ?? '';
	const known = meanings[code];
	if (known) return known;
	if (isParserCode(code) || error.name === 'HTTPParserError') return malformed;
	if (isTlsCode(code)) return {...tls(''), says: host => `no secure connection to ${host}: ${error.message}`};
	return {code: 'network', says: host => `the request to ${host} failed: ${error.message}`, hint: later};
}

/** The parts of a call, of which each can take too long: to make the connection, to get the headers, to get the body. */
export type Phase = Step | 'headers' | 'body';

const waits: Readonly<Record<Phase, string>> = {
	name: 'to resolve',
	connect: 'to accept the connection',
	tls: 'to complete the TLS handshake',
	tunnel: 'to open a tunnel',
	headers: 'to respond',
	body: 'to send its response',
};

/** A call that was not over after that many milliseconds. */
export const timeoutFailure = (url: URL, phase: Phase, milliseconds: number) =>
	new CliError('network', `${url.host} took longer than ${milliseconds / 1000} s ${waits[phase]}`, {
		hint: 'raise --timeout, or narrow the request: a shorter range, fewer segments',
		code: 'timeout',
		retryable: true,
	});

function describeRefusal({code = '', message}: NodeJS.ErrnoException): string {
	if (code === 'ECONNRESET') return 'it closed the connection';
	return isParserCode(code) ? 'it does not respond as an HTTP proxy' : message;
}

/** A connection that was not made. The service got nothing, so most can be repeated. */
function toConnectFailure({step, proxy, why}: ConnectError, url: URL, deadlineMs: number): CliError {
	const host = proxy === undefined ? url.host : `the proxy ${proxy}`;
	const failure = (code: string, message: string, hint = reach) =>
		new CliError('network', message, {hint, code, retryable: code !== 'tls', cause: why});
	if (typeof why === 'number') {
		// The deadline of the whole call is the user's, and not repeated.
		const code = why === deadlineMs ? 'timeout' : 'connect-timeout';
		return failure(
			code,
			`${host} took longer than ${why / 1000} s ${waits[step]}`,
			step === 'tunnel' ? askProxy : reach,
		);
	}
	if (step === 'tunnel') return failure('proxy', `${host} cannot reach ${url.host}: ${describeRefusal(why)}`, askProxy);
	const {code, says, hint} = getMeaning(why);
	if (code === 'reset') return failure('closed', `${host} closed the connection before the request was sent`);
	return failure(code, says(host), hint);
}

/**
 * An error of the connection as a CliError: `network`, or `refused` for what is not HTTP. `details.code` tells them apart.
 * `deadlineMs`: of the call.
 */
export function toNetworkFailure(error: unknown, url: URL, deadlineMs: number): CliError {
	if (error instanceof CliError) return error;
	if (error instanceof ConnectError) return toConnectFailure(error, url, deadlineMs);
	const cause = error as NodeJS.ErrnoException;
	const {code, says, hint} = getMeaning(cause);
	return new CliError(code === 'malformed' ? 'refused' : 'network', says(url.host), {
		hint,
		code,
		retryable: code !== 'tls' && code !== 'malformed',
		cause,
	});
}

const getSize = (bytes: number) => (bytes < 2 ** 20 ? `${bytes}` : `${Math.ceil(bytes / 2 ** 20)}MiB`);

/** An answer of more than `bytes`, or of more than is allowed of something else. */
export const tooLargeFailure = (url: URL, bytes: number, what = `is larger than ${getSize(bytes)}`) =>
	new CliError('refused', `the response of ${url.host} ${what}`, {
		hint: `narrow the request (a shorter range, fewer levels, a filter), or raise the limit: --max-answer ${getSize(8 * bytes)}`,
		code: 'too-large',
	});
