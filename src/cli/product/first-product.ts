import type {Context} from '../definition/command.ts';

/** The first product of `-p` or of the profile, else of the sandbox; for a command that may run without one. */
export const getFirstProduct = async ({
	globals,
	sandbox,
}: Pick<Context, 'globals' | 'sandbox'>): Promise<number | undefined> =>
	globals.products[0] ?? (await sandbox?.())?.products[0];
