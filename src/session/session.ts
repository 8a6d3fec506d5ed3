import {z} from 'zod';
import {once} from '../contract/once.ts';

const cookieSchema = once(() =>
	z.object({
		name: z.string(),
		value: z.string(),
		path: z.string(),
		secure: z.boolean(),
		/** ISO timestamp; absent for a session cookie. */
		expires: z.string().exactOptional(),
	}),
);
/** A cookie from the service, without the attributes that only browsers need. */
export type Cookie = Readonly<z.infer<ReturnType<typeof cookieSchema>>>;

const sessionSchema = once(() => {
	const common = {
		/** The base address that opened the session, and the only one that it is sent to. */
		address: z.string(),
		user: z.string(),
		openedAt: z.iso.datetime(),
	};
	return z.union([
		z.object({...common, sessionId: z.string()}),
		z.object({...common, cookies: z.array(cookieSchema()).readonly()}),
	]);
});
/** An open session, identified by an ID or by cookies (docs/service.md#sign-in). */
export type Session = Readonly<z.infer<ReturnType<typeof sessionSchema>>>;

export const storedSessionSchema = once(() => z.object({profile: z.string(), session: sessionSchema()}));
export type StoredSession = Readonly<z.infer<ReturnType<typeof storedSessionSchema>>>;

export const getSessionSecrets = (session: Session): readonly string[] =>
	'sessionId' in session ? [session.sessionId] : session.cookies.map(({value}) => value);
