import {createAppendLog} from './append-log.ts';
import {createToken, digestOf} from './token.ts';

/** Shared by all processes that serve from one folder (docs/service.md#sign-in). */
export type Sessions = {
	/** Returns the session ID: 16 random bytes in 22 characters (docs/service.md#login). */
	readonly open: (user: string) => string;
	/** Returns the user of a valid session. The call counts as use. */
	readonly find: (sessionId: string) => string | undefined;
	/** Returns false if the session was not valid. */
	readonly end: (sessionId: string) => boolean;
	readonly endAll: () => void;
	readonly close: () => void;
};

/** The file holds digests, so that its readers cannot use the sessions. */
type Event =
	| {readonly open: string; readonly user: string; readonly at: number}
	| {readonly use: string; readonly at: number}
	| {readonly end: string}
	| {readonly endAll: true};

type Session = {readonly user: string; usedAt: number; loggedAt: number};

/** Uses are logged once a minute, not with every request. */
const logUseEveryMs = 60_000;

function applyEvent(live: Map<string, Session>, event: Event): boolean {
	if ('open' in event) live.set(event.open, {user: event.user, usedAt: event.at, loggedAt: event.at});
	else if ('end' in event) return live.delete(event.end);
	else if ('endAll' in event) live.clear();
	else {
		const session = live.get(event.use);
		if (session) session.usedAt = session.loggedAt = Math.max(session.usedAt, event.at);
	}
	return true;
}

/** `now` is in milliseconds. */
export function createSessions(options: {path: string; idleMs: number; now: () => number}): Sessions {
	const {path, idleMs, now} = options;
	const live = new Map<string, Session>();
	const log = createAppendLog<Event, boolean>(path, event => applyEvent(live, event));
	const isLive = (session: Session) => now() - session.usedAt < idleMs;

	return {
		open: user => {
			const sessionId = createToken();
			log.append({open: digestOf(sessionId), user, at: now()});
			return sessionId;
		},
		find: sessionId => {
			log.refresh();
			const key = digestOf(sessionId);
			const session = live.get(key);
			if (!session || !isLive(session)) return undefined;
			session.usedAt = now();
			if (session.usedAt - session.loggedAt >= logUseEveryMs) log.append({use: key, at: session.usedAt});
			return session.user;
		},
		end: sessionId => {
			log.refresh();
			const key = digestOf(sessionId);
			const session = live.get(key);
			return session !== undefined && log.append({end: key}) && isLive(session);
		},
		endAll: () => void log.append({endAll: true}),
		close: log.close,
	};
}
