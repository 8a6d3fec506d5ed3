import {CliError} from '../errors.ts';
import type {Cookie, Session} from './session.ts';
import type {SessionStore} from './session-store.ts';

/** A password from a file, a command or the environment. Sessions opened with one from the environment must not be stored. */
export type FoundPassword = {readonly password: string; readonly mayStore: boolean};

export type IdentityOptions = {
	readonly profile: string;
	readonly address: string;
	/** Undefined selects the user of the stored session. */
	readonly user: string | undefined;
	readonly sessionId: string | undefined;
	readonly sessions: SessionStore;
	/** Returns undefined if only the user can give the password. */
	readonly findPassword: () => Promise<FoundPassword | undefined>;
	readonly signIn: (credentials: {readonly user: string; readonly password: string}) => Promise<Session>;
	readonly now: () => Date;
};

/** A session in use. Parallel calls share it, so that the first call to find it expired renews it for all. */
export type HeldSession = {
	session: Session;
	readonly stored: boolean;
	readonly opened: boolean;
	proven: boolean;
};

export type Identity = {
	/** Signs in if no session is stored and a password is known. Throws CliError (auth). */
	readonly current: () => Promise<HeldSession>;
	/** Returns a new session after one has expired; undefined if that requires asking the user. */
	readonly renew: (expired: HeldSession) => Promise<HeldSession | undefined>;
	readonly keepCookies: (holder: HeldSession, cookies: readonly Cookie[]) => Promise<void>;
};

const createNoSessionError = ({profile, address}: IdentityOptions) =>
	new CliError('auth', `not signed in at ${address}`, {
		hint: `usagectl login${profile === 'default' ? '' : ` --profile ${profile}`}`,
		code: 'session',
	});

function getSessionFromEnvironment({address, user, sessionId, now}: IdentityOptions): Session | undefined {
	if (sessionId === undefined) return undefined;
	if (user !== undefined) return {address, user, sessionId, openedAt: now().toISOString()};
	throw new CliError('usage', 'USAGECTL_SESSION_ID is set, but its user is not', {hint: 'set USAGECTL_USER too'});
}

async function findStoredSession({
	profile,
	address,
	user,
	sessions,
}: IdentityOptions): Promise<HeldSession | undefined> {
	const session = await sessions.find(profile, address);
	const fits = session && (user === undefined || session.user === user);
	return fits ? {session, stored: true, opened: false, proven: false} : undefined;
}

async function openSession(
	{profile, sessions, findPassword, signIn}: IdentityOptions,
	user: string,
): Promise<HeldSession | undefined> {
	const found = await findPassword();
	if (!found) return undefined;
	const session = await signIn({user, password: found.password});
	if (found.mayStore) await sessions.put(profile, session);
	return {session, stored: found.mayStore, opened: true, proven: false};
}

async function findCurrentSession(options: IdentityOptions): Promise<HeldSession> {
	const given = getSessionFromEnvironment(options);
	if (given) return {session: given, stored: false, opened: false, proven: false};
	const holder =
		(await findStoredSession(options)) ??
		(options.user === undefined ? undefined : await openSession(options, options.user));
	if (!holder) throw createNoSessionError(options);
	return holder;
}

async function findRenewedSession(options: IdentityOptions, expired: HeldSession): Promise<HeldSession | undefined> {
	// Another run may have signed in since.
	const stored = await findStoredSession(options);
	if (stored && stored.session.openedAt > expired.session.openedAt) return stored;
	// A session that this run opened and that never worked has not expired; signing in again could lock the account.
	return expired.opened && !expired.proven ? undefined : openSession(options, expired.session.user);
}

/** Uses the session of the environment, else the stored one of this profile and address, else signs in. */
export function createIdentity(options: IdentityOptions): Identity {
	const renewals = new WeakMap<HeldSession, Promise<HeldSession | undefined>>();
	let holder: Promise<HeldSession> | undefined;
	/** A rejected sign-in is not repeated, because that could lock the account; any other failure may be temporary. */
	let isRejected = false;
	const signIn: IdentityOptions['signIn'] = async credentials => {
		try {
			return await options.signIn(credentials);
		} catch (error) {
			isRejected ||= error instanceof CliError && error.kind === 'auth';
			throw error;
		}
	};
	const ownOptions = {...options, signIn};
	const hold = (next: Promise<HeldSession>) => {
		holder = next;
		next.catch(() => {
			if (holder === next && !isRejected) holder = undefined;
		});
		return next;
	};
	const renew = (expired: HeldSession) => {
		const next = findRenewedSession(ownOptions, expired);
		renewals.set(expired, next);
		const forget = () => isRejected || renewals.delete(expired);
		next.then(found => found ?? forget(), forget);
		hold(next.then(found => found ?? expired));
		return next;
	};
	return {
		current: () => holder ?? hold(findCurrentSession(ownOptions)),
		renew: expired => renewals.get(expired) ?? renew(expired),
		keepCookies: async (held, cookies) => {
			const {address, user, openedAt} = held.session;
			held.session = {address, user, openedAt, cookies};
			if (held.stored) await options.sessions.put(options.profile, held.session);
		},
	};
}

/**
 * Wraps an identity for one command line, which does not repeat a failed sign-in for any reason, so that no account is locked
 * (docs/service.md#login). The next command line may try again.
 */
export function withoutRepeatedSignIns(identity: Identity): Identity {
	let failed: Promise<HeldSession> | undefined;
	const failedRenewals = new WeakMap<HeldSession, Promise<HeldSession | undefined>>();
	const current = () => {
		const next = identity.current();
		next.catch(() => {
			failed ??= next;
		});
		return next;
	};
	const renew = (expired: HeldSession) => {
		const next = identity.renew(expired);
		next.catch(() => failedRenewals.set(expired, next));
		return next;
	};
	return {
		...identity,
		current: () => failed ?? current(),
		renew: expired => failedRenewals.get(expired) ?? renew(expired),
	};
}
