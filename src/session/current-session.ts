import {CliError} from '../errors.ts';
import type {Cookie, Session} from './session.ts';
import type {SessionStore} from './session-store.ts';

/** A password from a file, a command or the environment. `stores`: the session may be stored, which the environment's may not. */
export type FoundPassword = {readonly password: string; readonly stores: boolean};

export type IdentityOptions = {
	readonly profile: string;
	readonly address: string;
	/** The user of the settings; undefined: the one of the stored session. */
	readonly user: string | undefined;
	/** The session id of the environment. */
	readonly sessionId: string | undefined;
	readonly sessions: SessionStore;
	/** Undefined when the password is known to the user alone. */
	readonly findPassword: () => Promise<FoundPassword | undefined>;
	readonly signIn: (credentials: {readonly user: string; readonly password: string}) => Promise<Session>;
	readonly now: () => Date;
};

/** A session in use. Parallel calls share one holder, so that the first to find the session ended renews it for all. */
export type Holder = {
	session: Session;
	/** The session file holds it too. */
	readonly stored: boolean;
	/** This run opened it; `proven` once a call was answered. */
	readonly opened: boolean;
	proven: boolean;
};

export type Identity = {
	/** The session for calls; signs in when none is stored and a password is known. Throws CliError `auth`. */
	readonly current: () => Promise<Holder>;
	/** A new session after one ended; undefined when that would need a question to the user. */
	readonly renew: (dead: Holder) => Promise<Holder | undefined>;
	/** Replaces the cookies of a session with those that the service sent. */
	readonly keepCookies: (holder: Holder, cookies: readonly Cookie[]) => Promise<void>;
};

const noSession = ({profile, address}: IdentityOptions) =>
	new CliError('auth', `not signed in at ${address}`, {
		hint: `sign in: usagectl login${profile === 'default' ? '' : ` --profile ${profile}`}`,
		code: 'session',
	});

/** The session of the environment variables. */
function getGiven({address, user, sessionId, now}: IdentityOptions): Session | undefined {
	if (sessionId === undefined) return undefined;
	if (user !== undefined) return {address, user, sessionId, openedAt: now().toISOString()};
	throw new CliError('usage', 'USAGECTL_SESSION_ID is set, but its user is not', {hint: 'set USAGECTL_USER too'});
}

async function findStored({profile, address, user, sessions}: IdentityOptions): Promise<Holder | undefined> {
	const session = await sessions.find(profile, address);
	const fits = session && (user === undefined || session.user === user);
	return fits ? {session, stored: true, opened: false, proven: false} : undefined;
}

async function open(
	{profile, sessions, findPassword, signIn}: IdentityOptions,
	user: string,
): Promise<Holder | undefined> {
	const found = await findPassword();
	if (!found) return undefined;
	const session = await signIn({user, password: found.password});
	if (found.stores) await sessions.put(profile, session);
	return {session, stored: found.stores, opened: true, proven: false};
}

async function findFirst(options: IdentityOptions): Promise<Holder> {
	const given = getGiven(options);
	if (given) return {session: given, stored: false, opened: false, proven: false};
	const holder =
		(await findStored(options)) ?? (options.user === undefined ? undefined : await open(options, options.user));
	if (!holder) throw noSession(options);
	return holder;
}

async function findNext(options: IdentityOptions, dead: Holder): Promise<Holder | undefined> {
	// Another run may have signed in meanwhile.
	const stored = await findStored(options);
	if (stored && stored.session.openedAt > dead.session.openedAt) return stored;
	// A session that this run opened and that never worked did not expire: another sign-in could lock the account.
	return dead.opened && !dead.proven ? undefined : open(options, dead.session.user);
}

/** Chooses the session: that of the environment, else the stored one of this profile and address, else a new sign-in. */
export function createIdentity(options: IdentityOptions): Identity {
	const renewals = new WeakMap<Holder, Promise<Holder | undefined>>();
	let holder: Promise<Holder> | undefined;
	/** A sign-in that was refused is not repeated, so that no account is locked; any other failure may have passed. */
	let isRefused = false;
	const signIn: IdentityOptions['signIn'] = async credentials => {
		try {
			return await options.signIn(credentials);
		} catch (error) {
			isRefused ||= error instanceof CliError && error.kind === 'auth';
			throw error;
		}
	};
	const own = {...options, signIn};
	const hold = (next: Promise<Holder>) => {
		holder = next;
		next.catch(() => {
			if (holder === next && !isRefused) holder = undefined;
		});
		return next;
	};
	const renew = (dead: Holder) => {
		const next = findNext(own, dead);
		renewals.set(dead, next);
		const forget = () => isRefused || renewals.delete(dead);
		next.then(found => found ?? forget(), forget);
		hold(next.then(found => found ?? dead));
		return next;
	};
	return {
		current: () => holder ?? hold(findFirst(own)),
		renew: dead => renewals.get(dead) ?? renew(dead),
		keepCookies: async (held, cookies) => {
			const {address, user, openedAt} = held.session;
			held.session = {address, user, openedAt, cookies};
			if (held.stored) await options.sessions.put(options.profile, held.session);
		},
	};
}

/**
 * The same for one line of work: a sign-in that failed there, for whatever reason, is not sent again by it, so that no account is
 * locked (docs/service.md#login). The next line may find that the failure has passed.
 */
export function withoutRepeats(identity: Identity): Identity {
	let failed: Promise<Holder> | undefined;
	const failedRenewals = new WeakMap<Holder, Promise<Holder | undefined>>();
	const current = () => {
		const next = identity.current();
		next.catch(() => {
			failed ??= next;
		});
		return next;
	};
	const renew = (dead: Holder) => {
		const next = identity.renew(dead);
		next.catch(() => failedRenewals.set(dead, next));
		return next;
	};
	return {
		...identity,
		current: () => failed ?? current(),
		renew: dead => failedRenewals.get(dead) ?? renew(dead),
	};
}
