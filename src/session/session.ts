/** A cookie that the service set, without the attributes that only browsers need. */
export type Cookie = {
	readonly name: string;
	readonly value: string;
	readonly path: string;
	readonly secure: boolean;
	/** ISO timestamp; absent when the service did not say. */
	readonly expires?: string;
};

/** An open session: the user, the address of the service, and its proof, an id or cookies (docs/service.md#sign-in). */
export type Session = {
	/** The base address that opened it; it is sent to no other. */
	readonly address: string;
	readonly user: string;
	readonly openedAt: string;
} & ({readonly sessionId: string} | {readonly cookies: readonly Cookie[]});

/** A session and the profile it was stored under. */
export type StoredSession = {readonly profile: string; readonly session: Session};

/** The values that must never be shown. */
export const secretsOf = (session: Session): readonly string[] =>
	'sessionId' in session ? [session.sessionId] : session.cookies.map(({value}) => value);
