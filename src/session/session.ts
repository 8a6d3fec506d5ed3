import {z} from 'zod';
import {once} from '../contract/once.ts';

const cookieSchema = once(() =>
	z.object({
		name: z.string(),
		value: z.string(),
		path: z.string(),
		secure: z.boolean(),
		/** ISO timestamp; absent when the service did not say. */
		expires: z.string().exactOptional(),
	}),
);
/** A cookie that the service set, without the attributes that only browsers need. */
export type Cookie = Readonly<z.infer<ReturnType<typeof cookieSchema>>>;

const sessionSchema = once(() => {
	const common = {
		/** The base address that opened it; it is sent to no other. */
		address: z.string(),
		user: z.string(),
		openedAt: z.iso.datetime(),
	};
	return z.union([
		z.object({...common, sessionId: z.string()}),
		z.object({...common, cookies: z.array(cookieSchema()).readonly()}),
	]);
});
/** An open session: the user, the address of the service, and its proof, an id or cookies (docs/service.md#sign-in). */
export type Session = Readonly<z.infer<ReturnType<typeof sessionSchema>>>;

export const storedSessionSchema = once(() => z.object({profile: z.string(), session: sessionSchema()}));
/** A session and the profile it was stored under. */
export type StoredSession = Readonly<z.infer<ReturnType<typeof storedSessionSchema>>>;

/** The values that must never be shown. */
export const secretsOf = (session: Session): readonly string[] =>
	'sessionId' in session ? [session.sessionId] : session.cookies.map(({value}) => value);
