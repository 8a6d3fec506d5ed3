import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';

export const auth = {
	login: defineEndpoint({
		path: '/auth/login',
		scope: 'anonymous',
		get: false,
		summary: 'Open a session and return its identifier or a cookie',
		source: 'docs/service.md#login',
		request: () => z.strictObject({user: z.string(), password: z.string(), useCookies: z.boolean().optional()}),
		response: () => z.object({sessionId: z.string().optional()}),
	}),
	logout: defineEndpoint({
		path: '/auth/logout',
		scope: 'session',
		summary: 'End a session',
		source: 'docs/service.md#logout',
		request: () => z.strictObject({}),
		response: () => z.object({}),
	}),
} as const;
