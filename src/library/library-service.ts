import {createClient} from '../client/client.ts';
import {getProxy} from '../client/http/proxy.ts';
import {createTransport} from '../client/http/transport.ts';
import {validateAddress} from '../client/http/trusted-address.ts';
import {createMask} from '../client/mask.ts';
import {signIn} from '../client/sign-in.ts';
import {isMap} from '../contract/json-values.ts';
import type {Endpoint, Input, Output} from '../contract/operations/endpoint.ts';
import {endpoints} from '../contract/operations/endpoints.ts';
import type {Labelled} from '../contract/value-schemas.ts';
import type {CallOptions, Client, Transport} from '../ports.ts';
import {createIdentity} from '../session/current-session.ts';
import {noSessions} from '../session/session-store.ts';
import {callDefaults} from '../session/setting-table.ts';
import {systemClock} from '../system-clock.ts';

/** Address, account and limits of a service. */
export type ServiceOptions = {
	readonly baseUrl: string;
	readonly user: string;
	/** Opens a session with the first call, and another when that one ends. */
	readonly password?: string;
	/** In place of the password: an open session. */
	readonly sessionId?: string;
	/** The product of every call that does not name its own. */
	readonly product?: number;
	/** Cookies in place of a session id. */
	readonly cookies?: boolean;
	/** Allow plain http to other hosts than this one. */
	readonly insecureHttp?: boolean;
	/** For each try of a call; 60000 when absent. */
	readonly timeoutMs?: number;
	/** Repetitions of a call that failed before its answer; 3 when absent. */
	readonly retries?: number;
	/** Largest answer to read, unpacked; it may hold a value for each 16 bytes. 8 MiB when absent. */
	readonly maxAnswerBytes?: number;
	/** Ends every call. */
	readonly signal?: AbortSignal;
	/** Receives remarks about answers that are good all the same. */
	readonly onNote?: (text: string) => void;
	/** The variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`: usually the environment of the process. Absent: no proxy. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** In place of HTTP over sockets, for tests. */
	readonly transport?: Transport;
};

/** The service with a session of its own. Nothing is read from or written to disk. */
export type Service = Client & {
	/** Ends the session; nothing when none was opened. */
	readonly signOut: () => Promise<void>;
};

/**
 * A client: calls are signed in, repeated where that is safe, and checked on both ways against the contract. Throws
 * UsagectlError of kind `usage` for an address that is plain http; calls throw `auth`, `refused` or `network`.
 */
export function createService(options: ServiceOptions): Service {
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
		call: <E extends Endpoint>(endpoint: E, input: Input<E>, call?: CallOptions): Promise<Output<E>> =>
			client.call(endpoint, input, {...own, ...call}),
		raw: (endpoint, input, call) => client.raw(endpoint, input, {...own, ...call}),
		download: client.download,
		signOut: async () => {
			if (opened) await client.call(endpoints.auth.logout, {});
			opened = false;
		},
	};
}

/** The members of an answer that is keyed by labels, in the service's order, at a path of labels; empty where there are none. */
export function members(value: Labelled, ...path: readonly string[]): ReadonlyMap<string, Labelled> {
	let found: Labelled | undefined = value;
	for (const label of path) found = isMap(found) ? found.get(label) : undefined;
	return isMap(found) ? found : new Map();
}
