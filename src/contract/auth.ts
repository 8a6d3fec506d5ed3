import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';

/** Sessions (service-api.md, "POST /auth/login" and "POST or GET /auth/logout"; wire-facts 1.1, 1.2). */
export const auth = {
	login: defineEndpoint({
		path: '/auth/login',
		scope: 'anonymous',
		get: false,
		summary: 'Open a session, as an identifier or as a cookie.',
		source: 'service-api.md, POST /auth/login',
		request: () => z.strictObject({user: z.string(), password: z.string(), useCookies: z.boolean().optional()}),
		response: () => z.object({sessionId: z.string().optional()}),
		reading: 'records',
	}),
	logout: defineEndpoint({
		path: '/auth/logout',
		scope: 'session',
		get: true,
		summary: 'End a session.',
		source: 'service-api.md, POST or GET /auth/logout',
		request: () => z.strictObject({}),
		response: () => z.object({}),
		reading: 'records',
	}),
} as const;
