import {CliError} from '../errors.ts';
import type {Cookie, Session} from './session.ts';
import type {SessionStore} from './session-store.ts';

/** A password that was had without asking; `stores`: the session it opens may be kept (not so for the environment's). */
export type FoundPassword = {readonly password: string; readonly stores: boolean};

export type IdentityParts = {
	readonly profile: string;
	readonly address: string;
	/** Who is asked for by flag, environment, profile or config; undefined: whoever is stored. */
	readonly user: string | undefined;
	/** A session handed in by the environment. */
	readonly sessionId: string | undefined;
	readonly sessions: SessionStore;
	/** Undefined when there is no password but by asking. */
	readonly findPassword: () => Promise<FoundPassword | undefined>;
	readonly signIn: (credentials: {readonly user: string; readonly password: string}) => Promise<Session>;
	readonly now: () => Date;
};

/** A session in use. Parallel calls hold the same one, so that the first to see it dead renews it for all. */
export type Holder = {
	session: Session;
	/** The session file holds it too. */
	readonly stored: boolean;
	/** This run opened it; `proven` once a call was answered. */
	readonly opened: boolean;
	proven: boolean;
};

export type Identity = {
	/** The session to ask with; opened, when none is stored and a password is at hand. Throws CliError `auth`. */
	readonly current: () => Promise<Holder>;
	/** Another one in place of one that died; undefined when there is none to be had without asking. */
	readonly renew: (dead: Holder) => Promise<Holder | undefined>;
	/** The service set cookies anew. */
	readonly keepCookies: (holder: Holder, cookies: readonly Cookie[]) => Promise<void>;
};

const noSession = ({profile, address}: IdentityParts) =>
	new CliError('auth', `not signed in at ${address}`, {
		hint: `sign in: usagectl login${profile === 'default' ? '' : ` --profile ${profile}`}`,
		code: 'session',
	});

/** The session that the environment hands in. */
function getGiven({address, user, sessionId, now}: IdentityParts): Session | undefined {
	if (sessionId === undefined) return undefined;
	if (user !== undefined) return {address, user, sessionId, openedAt: now().toISOString()};
	throw new CliError('usage', 'USAGECTL_SESSION_ID needs the user it belongs to', {hint: 'set USAGECTL_USER too'});
}

async function findStored({profile, address, user, sessions}: IdentityParts): Promise<Holder | undefined> {
	const session = await sessions.find(profile, address);
	const fits = session && (user === undefined || session.user === user);
	return fits ? {session, stored: true, opened: false, proven: false} : undefined;
}

async function open(
	{profile, sessions, findPassword, signIn}: IdentityParts,
	user: string,
): Promise<Holder | undefined> {
	const found = await findPassword();
	if (!found) return undefined;
	const session = await signIn({user, password: found.password});
	if (found.stores) await sessions.put(profile, session);
	return {session, stored: found.stores, opened: true, proven: false};
}

async function findFirst(parts: IdentityParts): Promise<Holder> {
	const given = getGiven(parts);
	if (given) return {session: given, stored: false, opened: false, proven: false};
	const holder = (await findStored(parts)) ?? (parts.user === undefined ? undefined : await open(parts, parts.user));
	if (!holder) throw noSession(parts);
	return holder;
}

async function findNext(parts: IdentityParts, dead: Holder): Promise<Holder | undefined> {
	// Another run may have signed in meanwhile.
	const stored = await findStored(parts);
	if (stored && stored.session.openedAt > dead.session.openedAt) return stored;
	// One of our own that was never good was not ended by time: another would not be better, and might lock the account.
	return dead.opened && !dead.proven ? undefined : open(parts, dead.session.user);
}

/** Who asks: the environment's session, the stored one of this profile and address, or one opened by itself. */
export function createIdentity(parts: IdentityParts): Identity {
	const renewals = new WeakMap<Holder, Promise<Holder | undefined>>();
	let holder: Promise<Holder> | undefined;
	const renew = (dead: Holder) => {
		const next = findNext(parts, dead);
		renewals.set(dead, next);
		holder = next.then(found => found ?? dead);
		// Whoever asked for it hears of a failure through `next`.
		holder.catch(() => undefined);
		return next;
	};
	return {
		current: () => {
			holder ??= findFirst(parts);
			return holder;
		},
		renew: dead => renewals.get(dead) ?? renew(dead),
		keepCookies: async (held, cookies) => {
			const {address, user, openedAt} = held.session;
			held.session = {address, user, openedAt, cookies};
			if (held.stored) await parts.sessions.put(parts.profile, held.session);
		},
	};
}
