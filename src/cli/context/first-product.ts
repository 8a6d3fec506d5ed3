import type {Context} from '../definition/command.ts';

/** Falls back to the sandbox's product. For commands that can run without a product. */
export const getFirstProduct = async ({
	globals,
	sandbox,
}: Pick<Context, 'globals' | 'sandbox'>): Promise<number | undefined> =>
	globals.products[0] ?? (await sandbox?.())?.products[0];
