import {CliError} from '../../errors.ts';

export type ConnectStep = 'name' | 'connect' | 'tls' | 'tunnel';

/** The proxy that failed: `host:port`, and what to do. */
type FailedProxy = {readonly target: string; readonly hint: string};

export class ConnectError extends Error {
	override readonly name = 'ConnectError';
	readonly step: ConnectStep;
	/** Undefined if the failure is not the proxy's. */
	readonly proxy: FailedProxy | undefined;
	/** An error of the system, or the time limit in milliseconds that was exceeded. */
	readonly reason: NodeJS.ErrnoException | number;

	constructor(step: ConnectStep, proxy: FailedProxy | undefined, reason: NodeJS.ErrnoException | number) {
		super(`no connection: ${step}`, {cause: reason});
		this.step = step;
		this.proxy = proxy;
		this.reason = reason;
	}
}

type FailureMeaning = {readonly code: string; readonly getMessage: (host: string) => string; readonly hint: string};

const reachHint = 'check --base-url, the network and the proxy variables: usagectl doctor';
const laterHint = 'try again later';

const createReachMeaning = (code: string, getMessage: FailureMeaning['getMessage']): FailureMeaning => ({
	code,
	getMessage,
	hint: reachHint,
});
const refused = createReachMeaning('refused', host => `${host} refused the connection`);
const dns = createReachMeaning('dns', host => `cannot resolve ${host}: unknown host name`);
const unreachable = createReachMeaning('unreachable', host => `${host} cannot be reached`);
const slow = createReachMeaning('connect-timeout', host => `${host} does not accept the connection`);
const reset: FailureMeaning = {
	code: 'reset',
	getMessage: host => `${host} closed the connection before the response was complete`,
	hint: laterHint,
};
const malformed: FailureMeaning = {
	code: 'malformed',
	getMessage: host => `the response of ${host} is not HTTP`,
	hint: 'check that --base-url is the address of the service',
};

const createTlsMeaning = (what: string): FailureMeaning => ({
	code: 'tls',
	getMessage: host => `the certificate of ${host} ${what}`,
	hint: 'for a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file',
});

const meaningsByCode: Readonly<Record<string, FailureMeaning>> = {
	ECONNREFUSED: refused,
	ENOTFOUND: dns,
	EAI_AGAIN: {...dns, getMessage: host => `cannot resolve ${host}: no name server responds`},
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
	CERT_HAS_EXPIRED: createTlsMeaning('has expired'),
	DEPTH_ZERO_SELF_SIGNED_CERT: createTlsMeaning('is self-signed'),
	SELF_SIGNED_CERT_IN_CHAIN: createTlsMeaning('is signed by an unknown authority'),
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: createTlsMeaning('is signed by an unknown authority'),
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: createTlsMeaning('is signed by an unknown authority'),
	ERR_TLS_CERT_ALTNAME_INVALID: createTlsMeaning('is for another host name'),
};

const isParserCode = (code: string) =>
	code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_BROTLI');
const isTlsCode = (code: string) => code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code === 'EPROTO';

function getMeaning(error: NodeJS.ErrnoException): FailureMeaning {
	const code = error.code ?? '';
	const meaning = meaningsByCode[code];
	if (meaning) return meaning;
	if (isParserCode(code) || error.name === 'HTTPParserError') return malformed;
	if (isTlsCode(code))
		return {...createTlsMeaning(''), getMessage: host => `no secure connection to ${host}: ${error.message}`};
	return {code: 'network', getMessage: host => `the request to ${host} failed: ${error.message}`, hint: laterHint};
}

/** The phases of a call, each of which can take too long. */
export type Phase = ConnectStep | 'headers' | 'body';

const phaseTexts: Readonly<Record<Phase, string>> = {
	name: 'to resolve',
	connect: 'to accept the connection',
	tls: 'to complete the TLS handshake',
	tunnel: 'to open a tunnel',
	headers: 'to respond',
	body: 'to send its response',
};

export const createTimeoutFailure = (url: URL, phase: Phase, milliseconds: number) =>
	new CliError('network', `${url.host} took longer than ${milliseconds / 1000} s ${phaseTexts[phase]}`, {
		hint: 'raise --timeout, or narrow the request: a shorter range, fewer segments',
		code: 'timeout',
		retryable: true,
	});

function describeProxyError({code = '', message}: NodeJS.ErrnoException): string {
	if (code === 'ECONNRESET') return 'it closed the connection';
	return isParserCode(code) ? 'it does not respond as an HTTP proxy' : message;
}

/** The request was not sent, so most of these calls can be retried. */
function toConnectFailure({step, proxy, reason}: ConnectError, url: URL, deadlineMs: number): CliError {
	const host = proxy === undefined ? url.host : `the proxy ${proxy.target}`;
	const ownHint = proxy?.hint ?? reachHint;
	const failure = (code: string, message: string, hint = ownHint) =>
		new CliError('network', message, {hint, code, retryable: code !== 'tls', cause: reason});
	if (typeof reason === 'number') {
		// The user sets the deadline of the whole call, so a call that exceeds it is not retried.
		const code = reason === deadlineMs ? 'timeout' : 'connect-timeout';
		return failure(code, `${host} took longer than ${reason / 1000} s ${phaseTexts[step]}`);
	}
	if (step === 'tunnel') return failure('proxy', `${host} cannot reach ${url.host}: ${describeProxyError(reason)}`);
	const {code, getMessage, hint} = getMeaning(reason);
	if (code === 'reset') return failure('closed', `${host} closed the connection before the request was sent`);
	return failure(code, getMessage(host), hint === reachHint ? ownHint : hint);
}

/**
 * Turns an error of the connection into CliError (network), or `refused` for a response that is not HTTP.
 * `details.code` tells them apart. `deadlineMs` is the deadline of the call.
 */
export function toNetworkFailure(error: unknown, url: URL, deadlineMs: number): CliError {
	if (error instanceof CliError) return error;
	if (error instanceof ConnectError) return toConnectFailure(error, url, deadlineMs);
	const cause = error as NodeJS.ErrnoException;
	const {code, getMessage, hint} = getMeaning(cause);
	return new CliError(code === 'malformed' ? 'refused' : 'network', getMessage(url.host), {
		hint,
		code,
		retryable: code !== 'tls' && code !== 'malformed',
		cause,
	});
}

const getSize = (bytes: number) => (bytes < 2 ** 20 ? `${bytes}` : `${Math.ceil(bytes / 2 ** 20)}MiB`);

export const createTooLargeFailure = (url: URL, bytes: number, what = `is larger than ${getSize(bytes)}`) =>
	new CliError('refused', `the response of ${url.host} ${what}`, {
		hint: `narrow the request (a shorter range, fewer levels, a filter), or raise the limit: --max-answer ${getSize(8 * bytes)}`,
		code: 'too-large',
	});
