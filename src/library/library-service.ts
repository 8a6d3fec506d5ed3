import {createClient} from '../client/client.ts';
import {getProxy} from '../client/http/proxy-settings.ts';
import {createTransport} from '../client/http/transport.ts';
import {validateAddress} from '../client/http/trusted-address.ts';
import {createMask} from '../client/mask.ts';
import {signIn} from '../client/sign-in.ts';
import {isMap} from '../contract/json-values.ts';
import type {Endpoint, Input, Output} from '../contract/operations/endpoint.ts';
import {endpoints} from '../contract/operations/endpoints.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import {CliError} from '../errors.ts';
import type {CallOptions, Client, Transport} from '../ports.ts';
import {createIdentity} from '../session/current-session.ts';
import {noSessions} from '../session/session-store.ts';
import {callDefaults} from '../session/setting-table.ts';
import {systemClock} from '../system-clock.ts';
import {guard} from './guard.ts';

export type ServiceOptions = {
	readonly baseUrl: string;
	readonly user: string;
	/** Signs in with the first call, and again when the session ends. */
	readonly password?: string;
	/** An open session, instead of a password. */
	readonly sessionId?: string;
	/** The default product of a call. */
	readonly product?: number;
	/** Uses cookies instead of a session ID. */
	readonly cookies?: boolean;
	/** Allows plain HTTP to other hosts. */
	readonly insecureHttp?: boolean;
	/** Time limit per try (default: 60000). */
	readonly timeoutMs?: number;
	/** Retries of a failed call (default: 3). */
	readonly retries?: number;
	/** Largest response to accept, decompressed (default: 8 MiB). It may contain one value per 16 bytes. */
	readonly maxAnswerBytes?: number;
	readonly signal?: AbortSignal;
	/** Receives notes about valid responses. */
	readonly onNote?: (text: string) => void;
	/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, usually from the environment. Absent: no proxy. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Replaces HTTP over sockets, for tests. */
	readonly transport?: Transport;
};

/** A client that has its own session and does not use the disk. */
export type Service = Client & {
	/** Does nothing if no session was opened. */
	readonly signOut: () => Promise<void>;
	/** The default product of a call. */
	readonly product: number | undefined;
};

function validateOptions({baseUrl, user}: ServiceOptions): void {
	const missing = Object.entries({baseUrl, user}).filter(([, value]) => typeof value !== 'string' || value === '');
	if (missing.length === 0) return;
	throw new CliError('usage', `createService requires ${missing.map(([name]) => name).join(' and ')}, as text`, {
		hint: "createService({baseUrl: 'https://service.example', user: 'ada@example.com', password})",
	});
}

function create(options: ServiceOptions): Service {
	validateOptions(options);
	const {baseUrl, user, password, product, signal, onNote = () => {}} = options;
	const address = validateAddress(baseUrl.replace(/\/+$/, ''), options.insecureHttp ?? false).href.replace(/\/$/, '');
	const mask = createMask();
	if (password !== undefined) mask.add(password);
	const parts = {
		address,
		clock: systemClock,
		mask,
		signal,
		transport: options.transport ?? createTransport(getProxy(options.env ?? {})),
		timeoutMs: options.timeoutMs ?? callDefaults.timeoutSeconds * 1000,
		retries: options.retries ?? callDefaults.retries,
		maxAnswerBytes: options.maxAnswerBytes ?? callDefaults.maxAnswerMiB * 2 ** 20,
		random: Math.random,
		note: onNote,
		trace: () => {},
	};
	let opened = options.sessionId !== undefined;
	const identity = createIdentity({
		profile: 'default',
		address,
		user,
		sessionId: options.sessionId,
		sessions: noSessions,
		findPassword: async () => (password === undefined ? undefined : {password, mayStore: false}),
		signIn: async credentials => {
			const session = await signIn(credentials, {...parts, cookies: options.cookies ?? false});
			opened = true;
			return session;
		},
		now: systemClock.now,
	});
	const client = createClient({...parts, identity});
	const own = product === undefined ? {} : {product};
	return {
		product,
		call: <E extends Endpoint>(endpoint: E, input: Input<E>, call?: CallOptions): Promise<Output<E>> =>
			client.call(endpoint, input, {...own, ...call}),
		raw: (endpoint, input, call) => client.raw(endpoint, input, {...own, ...call}),
		download: client.download,
		serviceDay: client.serviceDay,
		signOut: async () => {
			if (opened) await client.call(endpoints.auth.logout, {});
			opened = false;
		},
	};
}

/**
 * Creates a client whose calls are signed in, retried if that is safe, and validated against the contract in both directions.
 * Throws UsagectlError (usage) for plain HTTP; calls throw `auth`, `refused` or `network`.
 */
export const createService = guard('createService', create);

/** Returns the members at a path of labels in a response keyed by labels, in the service's order; empty if there are none. */
export function members(value: Labeled, ...path: readonly string[]): ReadonlyMap<string, Labeled> {
	let found: Labeled | undefined = value;
	for (const label of path) found = isMap(found) ? found.get(label) : undefined;
	return isMap(found) ? found : new Map();
}
