/** A cookie as the service set it, without the attributes that only browsers need. */
export type Cookie = {
	readonly name: string;
	readonly value: string;
	readonly path: string;
	readonly secure: boolean;
	/** ISO timestamp; absent when it lasts as long as the service likes. */
	readonly expires?: string;
};

/** An open session: who, at which address, and what proves it (service-api.md, Authentication). */
export type Session = {
	/** The base address that gave it; it is sent to no other. */
	readonly address: string;
	readonly user: string;
	readonly openedAt: string;
} & ({readonly sessionId: string} | {readonly cookies: readonly Cookie[]});

/** A session and the profile it was stored under. */
export type StoredSession = {readonly profile: string; readonly session: Session};

/** What must never be shown. */
export const secretsOf = (session: Session): readonly string[] =>
	'sessionId' in session ? [session.sessionId] : session.cookies.map(({value}) => value);
