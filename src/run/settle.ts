import type {GlobalOptions, Globals} from '../commands/globals.ts';

/** What the global flags come to. */
export const settleGlobals = (flags: GlobalOptions): Globals => ({
	...flags,
	output: flags.output ?? 'table',
	profile: flags.profile ?? 'default',
	products: [...new Set(flags.product.flat())],
	timeoutMs: flags.timeout ?? 60_000,
	retries: flags.retries ?? 3,
	lostAfter: undefined,
});
